import { FlagError, readFlags, usage } from './flags.ts';

/** The message of Node for a package that is not installed. */
const missing = /Cannot find package '((?:@[^/']+\/)?[^/']+)/;

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) process.stdout.write(usage);
  else {
    // Imported late: --help and a wrong flag work without the packages that serve.ts needs.
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

/** How to install an optional peer dependency. */
function install(name: string): string {
  const needed = name === 'libsql' ? name : 'hono @hono/node-server';
  return `The sandbox needs the package ${name}, which is not installed here. Add it with:\n\n  npm install --save-dev ${needed}\n`;
}
