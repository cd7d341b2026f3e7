import type { Clock } from '../../src/client/index.ts';
import type { CustomRate, Rate } from '../../src/contract/index.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import {
  type AcceptedParcel,
  createPurchases,
  isPurchaseError,
  type PurchaseError,
  type PurchasesOptions,
  type PurchaseView,
  testProvider,
} from '../../src/purchases/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { cart, destination, key, openSandboxShop } from '../gateway/shop.ts';
import { contacts } from '../support/fixtures.ts';

export const provider = testProvider({ secret: 'a-secret-of-the-test-provider' });

/** With which the service tells states. */
const secret = 'what-the-dashboard-has';

/** A Thursday morning in Jakarta. */
const morning = Date.parse('2026-11-26T09:00:00+07:00');

/** A shop over a gateway and the sandbox, whose clock stands still. */
export function openPurchases(options: Partial<PurchasesOptions> = {}, settings: Partial<GatewaySettings> = {}) {
  const clock = { now: morning };
  const today = () => new Date(clock.now);
  /** The fault of each request to the service, or of those of one path `after` so many, until it is changed. */
  const service = { fault: '' as string, at: '/', after: 0, rates: [] as CustomRate[] };
  const shop = openSandboxShop(
    { orders: 'order', timeouts: { pause: 0, wait: 0 }, now: today, webhooks: { secret }, ...settings },
    {
      now: today,
      customRates: service.rates,
      faults: ({ url }) =>
        (new URL(url).pathname.startsWith(service.at) && service.fault && service.after-- <= 0 && service.fault) ||
        undefined,
    },
  );
  const told: PurchaseView[] = [];
  const lines: string[] = [];
  const open = (more: Partial<PurchasesOptions> = {}, timers?: Clock) =>
    createPurchases(
      {
        ...{ gateway: shop.gateway, keys: shop.keys, store: shop.settings.store, now: today },
        onChange: (purchase) => void told.push(purchase),
        log: (line) => void lines.push(line),
        ...{ ...options, ...more },
      },
      timers,
    );
  const purchases = open();

  /** What the form of JNE Reguler submits. */
  async function choice(cashOnDelivery = false, service = 'jne/reg', place: object = destination, goods = cart) {
    const asked = { ...place, courier_insurance: 1, destination_cash_on_delivery: 1, couriers: 'jne,sicepat' };
    const { body } = await shop.quote(asked, goods);
    const row = body.pricing.find((rate: Rate) => serviceKey(rate) === service);
    return { service, offer: row.offer as string, insurance: false, cashOnDelivery, destination };
  }
  const parcel = async (more: Partial<AcceptedParcel> = {}, cashOnDelivery = false): Promise<AcceptedParcel> => ({
    ...{ cart, contacts, choice: await choice(cashOnDelivery) },
    ...more,
  });
  /** Begins the purchase of a visit, and accepts. */
  async function accept(visit = 'visit-1', given?: AcceptedParcel) {
    const { reference } = await purchases.begin(visit);
    return purchases.accept({ visit, reference }, given ?? (await parcel()));
  }
  /** The provider calls, as it would over the internet. */
  const call = ({ pay }: Pick<PurchaseView, 'pay'>, status?: 'paid' | 'declined' | 'taken-back') =>
    purchases.callback(provider, provider.callback(pay?.id ?? '', pay?.rupiah ?? 0, status));
  const find = async (reference: string, visit = 'visit-1') =>
    (await purchases.find({ visit, reference })) as PurchaseView;
  /** Accepts, pays and ships. */
  async function buy(visit = 'visit-1') {
    const accepted = await accept(visit);
    await call(accepted);
    return { accepted, shipped: await purchases.ship(accepted.reference) };
  }
  const sent = () => shop.writes().map(({ path }) => path);
  /** The service tells the state of a parcel. */
  async function tell(of: string, status: string): Promise<void> {
    const entry = (await shop.entries()).find((one) => one.reference === of);
    const body = JSON.stringify({ event: 'order.status', order_id: entry?.order, status });
    await shop.ask('POST', '/v1/webhooks', { body, headers: { authorization: secret } });
  }
  /** A parcel goes on, and the service tells nobody. */
  async function move(of: string, status: string): Promise<void> {
    const entry = (await shop.entries()).find((one) => one.reference === of);
    const headers = { authorization: key, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ status }) };
    await shop.sandbox.fetch(new Request(`http://sandbox.test/sandbox/orders/${entry?.order}/status`, init));
  }
  const own = { shop, purchases, open, clock, service, told, lines };
  return { ...own, choice, parcel, accept, call, find, buy, sent, tell, move };
}

/** Why the purchase does not go on. */
export const problem = async (work: Promise<unknown>): Promise<PurchaseError> => {
  const caught = await work.then(
    () => undefined,
    (error) => error,
  );
  if (!isPurchaseError(caught)) throw caught ?? new Error('Nothing was refused.');
  return caught;
};
