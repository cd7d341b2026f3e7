import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { createShippingClient } from '../../src/client/index.ts';
import { readFlags } from '../../src/sandbox/flags.ts';
import { openWorkshop } from './running-cli.ts';
import { keys, orderBody } from './shop.ts';

const { file, run, start } = openWorkshop('cli');

describe('npm run sandbox', () => {
  it('keeps its orders in a database file over a restart', async () => {
    const flags = ['--db', file('deep/orders.db'), '--key', 'k'];
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
    const { address, stop } = await start('--db', file('big.db'));
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'a'.repeat(5_000_000) };
    assert.equal((await fetch(`${address}/v1/orders`, init)).status, 413);
    assert.equal((await fetch(`${address}/v1/nowhere`, init)).status, 404);
    assert.equal((await fetch(`${address}/v1/couriers`)).status, 200);
    await stop('SIGTERM');
  });

  it('stops its clock at the day that --now names', async () => {
    const { address, stop } = await start('--db', file('then.db'), '--now', '2026-09-06');
    const listed = keys((await createShippingClient({ baseUrl: address }).listCouriers()).couriers);
    assert.ok(listed.includes('anteraja/next_day') && !listed.includes('jntcargo/ft'));
    await stop('SIGTERM');
  });

  it('breaks the line where a fault or --scenario has it', async () => {
    const { address, stop } = await start('--db', file('scenario.db'), '--scenario', 'offline');
    await assert.rejects(fetch(`${address}/v1/couriers`), TypeError);
    const headers = { 'sandbox-scenario': 'normal' };
    assert.equal((await fetch(`${address}/v1/couriers`, { headers })).status, 200);
    await assert.rejects(fetch(`${address}/v1/couriers`, { headers: { ...headers, 'sandbox-fault': 'drop' } }));
    assert.equal(await stop('SIGTERM'), 0);
  });

  it('keeps the service’s own limits with --rate-limit', async () => {
    const { address, stop } = await start('--db', file('limit.db'), '--rate-limit');
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${address}/v1/couriers`)));
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length < 40);
    for (const { headers } of refused) assert.equal(headers.get('retry-after'), '1');
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
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
    assert.deepEqual(readFlags([]), {
      port: 4010,
      db: '.data/sandbox.db',
      key: undefined,
      now: undefined,
      scenario: 'normal',
      rateLimit: false,
    });
  });

  it('take a scenario and the rate limit', () => {
    const { scenario, rateLimit } = readFlags(['--scenario', 'price-rises', '--rate-limit']);
    assert.deepEqual([scenario, rateLimit], ['price-rises', true]);
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
    ['--scenario', '--scenario', 'chaos'],
    ['--scenario', '--scenario', '__proto__'],
    ['--rate-limit', '--rate-limit=20'],
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
