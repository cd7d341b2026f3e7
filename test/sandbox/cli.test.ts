import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { createShippingClient } from '../../src/client/index.ts';
import { readFlags } from '../../src/sandbox/flags.ts';
import { keys, orderBody } from './shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-cli-'));
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function run(...flags: string[]) {
  const cli = new URL('../../src/sandbox/cli.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', cli, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function start(...flags: string[]) {
  const child = run('--port', '0', ...flags);
  const line = String((await once(createInterface(child.stdout), 'line'))[0]);
  const [, address = ''] = /^sandbox listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line) ?? [];
  assert.ok(address, line);
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await once(child, 'exit'))[0];
  };
  return { address, stop };
}

describe('npm run sandbox', () => {
  it('keeps its orders in a database file over a restart', async () => {
    const flags = ['--db', join(folder, 'deep', 'orders.db'), '--key', 'k'];
    const first = await start(...flags);
    const headers = { authorization: 'Bearer k' };
    const client = createShippingClient({ baseUrl: first.address, headers });
    const { id } = await client.createOrder({ ...orderBody, delivery_type: 'now', reference_id: 'CART-1' });
    assert.equal(await first.stop('SIGTERM'), 0);

    const second = await start(...flags);
    const found = await fetch(`${second.address}/v1/orders/${id}`, { headers });
    assert.equal(((await found.json()) as { reference_id: string }).reference_id, 'CART-1');
    const again = createShippingClient({ baseUrl: second.address, headers });
    await assert.rejects(again.createOrder({ ...orderBody, delivery_type: 'now', reference_id: 'CART-1' }), {
      serviceCode: 40002060,
    });
    const unsigned = await fetch(`${second.address}/v1/couriers`);
    assert.equal(unsigned.status, 401);
    assert.equal(await second.stop('SIGINT'), 0);
  });

  it('answers a body of 5 MB over a socket, and goes on', async () => {
    const { address, stop } = await start('--db', join(folder, 'big.db'));
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'a'.repeat(5_000_000) };
    assert.equal((await fetch(`${address}/v1/orders`, init)).status, 413);
    assert.equal((await fetch(`${address}/v1/nowhere`, init)).status, 404);
    assert.equal((await fetch(`${address}/v1/couriers`)).status, 200);
    await stop('SIGTERM');
  });

  it('stops its clock at the day that --now names', async () => {
    const { address, stop } = await start('--db', join(folder, 'then.db'), '--now', '2026-09-06');
    const listed = keys((await createShippingClient({ baseUrl: address }).listCouriers()).couriers);
    assert.ok(listed.includes('anteraja/next_day') && !listed.includes('jntcargo/ft'));
    await stop('SIGTERM');
  });

  it('says what is wrong with a flag in one sentence, and ends with 2', async () => {
    const child = run('--port', 'many');
    const [line] = await once(createInterface(child.stderr), 'line');
    assert.equal(line, '--port must be a number from 0 to 65535, not "many".');
    assert.equal(child.exitCode ?? (await once(child, 'exit'))[0], 2);
  });
});

describe('the flags', () => {
  it('have defaults', () => {
    assert.deepEqual(readFlags([]), { port: 4010, db: '.data/sandbox.db', key: undefined, now: undefined });
  });

  it('take --now for noon in Jakarta', () => {
    assert.equal(readFlags(['--now', '2026-09-06']).now?.toISOString(), '2026-09-06T05:00:00.000Z');
  });

  for (const [text, ...args] of [
    ['--port', '--port', '65536'],
    ['--port', '--port', '-1'],
    ['--db', '--db', ''],
    ['--key', '--key', ''],
    ['--key', '--key'],
    ['--now', '--now', '2026-02-31'],
    ['--now', '--now', 'today'],
    ['--colour', '--colour', 'blue'],
    ['extra', 'extra'],
  ] as const)
    it(`refuse ${args.join(' ')}`, () => {
      assert.throws(
        () => readFlags([...args]),
        ({ message }: Error) => message.includes(text) && /^[^\n]+\.$/.test(message),
      );
    });
});
