#!/usr/bin/env node
import { FlagError, readFlags, usage } from './flags.ts';

/** What a package is called when a program says that it is not there. */
const missing = /Cannot find package '((?:@[^/']+\/)?[^/']+)/;

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) process.stdout.write(usage);
  else {
    // Only now: what is imported below is the shop's to install, and --help and a wrong flag are answered without it.
    const { serveSandbox } = await import('./serve.ts');
    await serveSandbox(flags);
  }
} catch (problem) {
  const text = problem instanceof Error ? problem.message : String(problem);
  const [, name] = missing.exec(text) ?? [];
  const { code, port } = Object(problem) as { code?: string; port?: number };
  const taken = `Port ${port} is taken: end what listens there, or name another one with --port (0 takes a free one).`;
  process.stderr.write(name ? install(name) : `${code === 'EADDRINUSE' ? taken : text}\n`);
  process.exitCode = problem instanceof FlagError ? 2 : 1;
}

/** A package that only some need is not brought along: which one, and the command that adds all that this takes. */
function install(name: string): string {
  const needed = name === '@libsql/client' ? name : 'hono @hono/node-server';
  return `The sandbox needs the package ${name}, which is not installed here. Add it with:\n\n  npm install --save-dev ${needed}\n`;
}
