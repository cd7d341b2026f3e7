import { expect } from 'chai';
import { TrackingResponse } from '../../src/contract/index.ts';
import { createSandbox, type SandboxOptions, type ScenarioName } from '../../src/sandbox/index.ts';
import { openShop, orderBody, refusalIn } from './shop.ts';

const seconds = 1_000;

/** A sandbox whose parcels enter a state every minute, with the webhooks that it has sent. */
async function openMoving(scenario: ScenarioName = 'normal', more: SandboxOptions = {}) {
  let time = Date.parse('2026-10-01T03:00:00Z');
  const webhooks: { url: string; secret: string | null; body: Record<string, unknown> }[] = [];
  const shop = openShop({
    scenario,
    now: () => new Date(time),
    moves: 60,
    webhooks: {
      url: 'https://shop.test/shipping/v1/webhooks',
      secret: 'what-the-dashboard-has',
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const secret = request.headers.get('authorization');
        webhooks.push({ url: request.url, secret, body: await request.json() });
        return new Response(null, { status: 200 });
      },
    },
    ...more,
  });
  const order = await shop.order({ ...orderBody, destination_note: 'Blue gate' });
  return {
    ...shop,
    order,
    webhooks,
    states: () => webhooks.map(({ body }) => body.status),
    pass: async (count: number) => {
      time += count * seconds;
      return shop.sandbox.move();
    },
    track: async () =>
      TrackingResponse.parse((await shop.send('GET', `/v1/trackings/${order.courier?.tracking_id}`)).body),
  };
}

describe('a parcel of the sandbox', () => {
  it('is read by its tracking id, whose case counts, with the personal data that the service answers', async () => {
    const { track, order, send } = await openMoving();
    expect(await track()).to.deep.nested.include({
      object: 'tracking',
      order_id: order.id,
      waybill_id: order.courier?.waybill_id,
      link: order.courier?.link,
      status: 'confirmed',
      'destination.contact_name': 'Dewi',
      'courier.company': 'jne',
      'courier.driver_name': null,
    });
    for (const id of [order.id, 'A'.repeat(24)])
      expect(refusalIn(await send('GET', `/v1/trackings/${id}`)), id).to.include({ status: 400, code: 40003003 });
    expect(refusalIn(await send('GET', '/v1/trackings/nothing'))).to.include({ status: 404 });
  });

  it('moves by the clock until it has arrived', async () => {
    const { track, pass } = await openMoving();
    expect(await pass(59)).to.equal(0);
    expect(await pass(1)).to.equal(1);
    expect(await track()).to.nested.include({ status: 'allocated', 'courier.driver_name': 'Budi Santoso' });
    expect(await pass(180)).to.equal(3);
    expect(await pass(3_600)).to.equal(2);
    const { status, history } = await track();
    expect(status).to.equal('delivered');
    expect(history.map((row) => row.status)).to.deep.equal([
      ...['confirmed', 'allocated', 'picking_up', 'picked', 'in_transit', 'dropping_off', 'delivered'],
    ]);
    // Each at its own minute, however late the move was.
    expect(history.map(({ updated_at }) => updated_at?.slice(11, 16))).to.deep.equal([
      ...['10:00', '10:01', '10:02', '10:03', '10:04', '10:05', '10:06'],
    ]);
  });

  it('does not move unless the option says so, nor after it was cancelled', async () => {
    const still = await openMoving('normal', { moves: undefined as never });
    expect(await still.pass(3_600)).to.equal(0);
    const { pass, post, order, track } = await openMoving();
    await pass(60);
    await post(`/v1/orders/${order.id}/cancel`, {});
    expect(await pass(3_600)).to.equal(0);
    expect((await track()).status).to.equal('cancelled');
  });

  for (const [scenario, states] of [
    ['parcel-held', ['in_transit', 'on_hold', 'dropping_off', 'delivered']],
    ['parcel-without-transit', ['picked', 'dropping_off', 'delivered']],
    ['parcel-returned', ['dropping_off', 'return_in_transit', 'returned']],
    ['parcel-rejected', ['dropping_off', 'rejected']],
    ['no-driver', ['confirmed', 'courier_not_found']],
  ] as const)
    it(`ends as the scenario ${scenario} says`, async () => {
      const { pass, track } = await openMoving(scenario);
      await pass(3_600);
      expect((await track()).history.map(({ status }) => status).slice(-states.length)).to.deep.equal(states);
    });
});

describe('the webhooks of the sandbox', () => {
  it('go to the address with the secret, for each change', async () => {
    const { pass, webhooks, states, post, order } = await openMoving();
    await pass(60);
    await post(`/sandbox/orders/${order.id}/status`, { status: 'picking_up' });
    await post(`/v1/orders/${order.id}/cancel`, {});
    await pass(0);
    expect(states()).to.deep.equal(['allocated', 'picking_up', 'cancelled']);
    expect(webhooks[0]).to.deep.nested.include({
      url: 'https://shop.test/shipping/v1/webhooks',
      secret: 'what-the-dashboard-has',
      'body.event': 'order.status',
      'body.order_id': order.id,
      'body.courier_tracking_id': order.courier?.tracking_id,
      'body.courier_driver_name': 'Budi Santoso',
    });
    expect(webhooks[0]?.body).to.not.have.property('updated_at');
  });

  it('come twice and out of order in the scenario webhooks-disordered', async () => {
    const { pass, states } = await openMoving('webhooks-disordered');
    await pass(120);
    expect(states()).to.deep.equal(['allocated', 'allocated', 'picking_up', 'allocated', 'picking_up']);
  });

  it('do not stop parcels if their receiver is down', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const { pass, track } = await openMoving('normal', { webhooks: { url: 'https://down.test', secret: 's', fetch } });
    expect(await pass(3_600)).to.equal(6);
    expect((await track()).status).to.equal('delivered');
  });

  it('are not sent where nobody asks for them', async () => {
    const sandbox = createSandbox();
    expect(await sandbox.move()).to.equal(0);
  });
});
