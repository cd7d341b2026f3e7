import type { Socket } from 'node:net';
import { expect } from 'chai';
import { failure } from '../client/service.ts';
import { orderRequest } from '../support/fixtures.ts';
import type { Meeting } from './fault.ts';
import { closed, page } from './meetings.ts';
import { openService, type Service } from './service.ts';

// A server may close a kept-alive connection after the work of one more request. Its sender gets no answer: Node's fetch fails,
// and a browser repeats the request by itself, a POST too.

const place = 'checkout';

/** The first write on a kept connection has its effect and ends with a fault. All others are answered. */
function onceKept(end: Meeting) {
  const used = new WeakSet<Socket>();
  const seen = { kept: 0, ended: 0 };
  const meeting: Meeting = async (outgoing, work) => {
    const socket = outgoing.socket as Socket;
    const answer = await work();
    seen.kept += Number(used.has(socket));
    if (used.has(socket) && outgoing.req.method === 'POST' && !seen.ended) {
      seen.ended += 1;
      return end(outgoing, work);
    }
    used.add(socket);
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  };
  return { seen, meeting };
}

const ends: Record<string, Meeting> = { 'closed without a byte': closed, 'closed with a 408': page(408) };

/** Repeats a request as a browser does. */
const twice: typeof globalThis.fetch = async (input, init) => {
  try {
    const answer = await fetch(input, init);
    return answer.status === 408 ? await fetch(input, init) : answer;
  } catch {
    return fetch(input, init);
  }
};

/** A service with kept connections, and its client. */
async function opened(end: Meeting, fetch: typeof globalThis.fetch) {
  const { seen, meeting } = onceKept(end);
  const met = { by: meeting };
  const network = { code: 'network' as const };
  const options = { fetch, cache: 0 };
  const service = await openService(
    { name: 'kept', met, done: true, end: network, reads: 1, writes: 'unknown' },
    options,
  );
  // Node opens another connection if the last answer was just read. Then there are two, and one is free.
  while (!seen.kept) await service.client.listCouriers();
  return service;
}

interface Sent {
  name: string;
  send(service: Service): Promise<{ id?: string | undefined; status?: unknown; recovered?: unknown }>;
  /** How often it took place. */
  times(service: Service): Promise<number>;
}

const others = ({ store }: Service) => store.list('order').then((orders) => orders.length - 1);
const drafts = ({ store }: Service) => store.list('draft_order').then((orders) => orders.length);

const random: Sent[] = [
  { name: 'an order', send: ({ client }) => client.createOrder(orderRequest, { place }), times: others },
  {
    name: 'an order of a reference that is said to be random',
    send: ({ client }) => client.createOrder({ ...orderRequest, reference_id: '5f0c' }, { place, random: true }),
    times: others,
  },
  { name: 'a draft', send: ({ client }) => client.createDraftOrder(orderRequest, { place }), times: drafts },
  {
    name: 'a cancellation',
    send: ({ client, earlier }) => client.cancelOrder({ id: earlier }, { place }),
    times: async ({ store, earlier }) => Number((await store.find('order', earlier))?.status === 'cancelled'),
  },
];

const shopsOwn = (service: Service) =>
  service.client.createOrder({ ...orderRequest, reference_id: 'cart-17' }, { place });

for (const [how, end] of Object.entries(ends)) {
  describe(`a kept connection, ${how} after the work, and a sender that repeats it by itself`, () => {
    for (const { name, send, times } of random)
      it(`succeeds: ${name}`, async () => {
        const service = await opened(end, twice);
        const before = service.seen.arrived;
        const answer = await send(service);
        expect(answer.recovered === true || answer.status === 'cancelled').to.equal(true);
        expect(service.seen.arrived - before, 'requests of one call').to.equal(2);
        expect(await times(service)).to.equal(1);
        expect(service.client.unanswered(place)).to.deep.equal([]);
        await service.close();
      });

    it('is no success with the shop’s own reference, and places nothing twice', async () => {
      const service = await opened(end, twice);
      for (let send = 1; send <= 2; send += 1)
        expect(await failure(shopsOwn(service))).to.include({ reason: 'reference-used', outcome: 'unknown' });
      expect(await others(service)).to.equal(1);
      expect(service.client.unanswered(place)).to.have.lengthOf(1);
      await service.close();
    });
  });

  describe(`a kept connection, ${how} after the work, and a sender that does not repeat it`, () => {
    it('leaves the outcome unknown until the next send, with the shop’s own reference too', async () => {
      const service = await opened(end, fetch);
      expect(await failure(shopsOwn(service))).to.include({ outcome: 'unknown' });
      expect(await shopsOwn(service)).to.include({ recovered: true });
      expect(await others(service)).to.equal(1);
      await service.close();
    });
  });
}
