import { createShippingGateway, type Gateway } from '../../../src/gateway/index.ts';
import { createD1Store, type D1Binding, type KvBinding } from '../../../src/gateway/store/d1.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';

interface Environment {
  DB: D1Binding;
  KV: KvBinding;
}

const sandbox = createSandbox({ key: 'merchant-key' });
const gateways = new Map<string, Gateway>();
let store: ReturnType<typeof createD1Store> | undefined;

/** As the README has it, over a sandbox in the same Worker. Each host is a shop. */
function gatewayFor(env: Environment, account = 'toko'): Gateway {
  store ??= createD1Store(env.DB, { kv: env.KV });
  const known = gateways.get(account);
  if (known) return known;
  const gateway = createShippingGateway({
    account,
    upstream: 'https://service.test',
    key: 'merchant-key',
    store,
    secrets: { current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' } },
    origins: ['https://shop.test'],
    orders: 'order',
    cancels: true,
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
  gateways.set(account, gateway);
  return gateway;
}

export default {
  fetch: (request: Request, env: Environment) =>
    gatewayFor(env, new URL(request.url).hostname.split('.')[0]).fetch(request, {
      address: request.headers.get('cf-connecting-ip') ?? undefined,
    }),
  scheduled(_event: unknown, env: Environment, context: { waitUntil(work: Promise<unknown>): void }) {
    const ours = gatewayFor(env);
    context.waitUntil(Promise.all([ours.settle(), ours.deliverNews()]));
  },
};
