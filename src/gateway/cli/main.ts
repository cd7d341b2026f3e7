#!/usr/bin/env node
// Only here: who has installed the package for its widgets alone has none of what a gateway needs, and is told so.
const commands = await import('./commands.ts').catch((problem: { code?: string; message: string }) => {
  const [, missing] = /Cannot find package '([^']+)'/.exec(problem.message) ?? [];
  if (problem.code !== 'ERR_MODULE_NOT_FOUND' || !missing) throw problem;
  process.stderr.write(`${missing} is not installed: run "npm install hono @hono/node-server jose libsql".\n`);
  process.exit(2);
});
process.exitCode = await commands.run(process.argv.slice(2));

export {};
