#!/usr/bin/env node
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { serve } from '@hono/node-server';
import { FlagError, type Flags, readFlags } from './flags.ts';
import { createSandbox, openStore } from './index.ts';
import { overSocket } from './over-socket.ts';

const host = '127.0.0.1';

try {
  await run(readFlags(process.argv.slice(2)));
} catch (problem) {
  stop(problem);
}

async function run({ port, db, key, now, ...more }: Flags): Promise<void> {
  mkdirSync(dirname(db), { recursive: true });
  const store = await openStore(db);
  const sandbox = createSandbox({ store, ...more, ...(key !== undefined && { key }), ...(now && { now: () => now }) });
  const server = serve({ fetch: overSocket(sandbox), port, hostname: host }, (address) => {
    process.stdout.write(`sandbox listening on http://${host}:${address.port}\n`);
  });
  server.on('error', stop);
  // Requests under way are answered; only then the file is closed.
  const close = () => server.close(() => store.close().then(() => process.exit(0), stop));
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
}

function stop(problem: unknown): never {
  process.stderr.write(`${problem instanceof Error ? problem.message : problem}\n`);
  process.exit(problem instanceof FlagError ? 2 : 1);
}
