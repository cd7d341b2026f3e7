import { expect } from 'chai';
import { describeInPage } from '../support/page.ts';

const entry = new URL('../../src/client/index.ts', import.meta.url).href;

/** Runs in a worker, where there is no DOM. */
const script = `
  import { createShippingClient } from '${entry}';
  const answer = { success: true, couriers: [{ courier_code: 'jne', courier_service_code: 'reg' }] };
  const client = createShippingClient({ baseUrl: 'https://shop.test', fetch: async () => Response.json(answer) });
  const { couriers } = await client.listCouriers();
  postMessage({ couriers: couriers.length, document: typeof document });
`;

function inWorker(source: string): Promise<unknown> {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker did not load'));
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(url);
  });
}

/** The rooms of `src` and the packages that a file pulls in, through all files of ours. */
async function reach(file: string, seen = new Set<string>(), rooms = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return rooms;
  seen.add(file);
  const [, room = file] = /\/(src\/\w+|node_modules\/(?:@[\w-]+\/)?[\w-]+)\//.exec(file) ?? [];
  rooms.add(room);
  if (!room.startsWith('src/')) return rooms;
  const source = await (await fetch(file)).text();
  const specifiers = [...source.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(
    ([, specifier]) => specifier,
  );
  for (const specifier of specifiers) await reach(new URL(specifier ?? '', file).href, seen, rooms);
  return rooms;
}

describeInPage('src/client', () => {
  it('works in a worker, without a DOM', async () => {
    expect(await inWorker(script)).to.deep.equal({ couriers: 1, document: 'undefined' });
  });

  it('pulls in the contract and zod, and neither Lit nor anything else', async () => {
    expect([...(await reach(entry))]).to.have.members(['src/client', 'src/contract', 'node_modules/zod']);
  });
});
