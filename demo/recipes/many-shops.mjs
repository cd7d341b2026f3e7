import { createShippingGateway } from 'ship-elements/gateway';

/**
 * The gateways of a platform's shops, over one store. Each is made for its first request, and let go of again.
 * @param optionsOf reads the gateway's options of a shop from your database. Undefined if there is no such shop
 * @param report what `settle` and `deliverNews` could not do for a shop
 * @param most gateways that are kept
 * @param seconds that a gateway is kept. Changed options of a shop apply after this time
 */
export function createShops({ store, optionsOf, report, most = 1000, seconds = 60 }) {
  // The one that was asked last is the last one.
  const kept = new Map();

  async function open(account) {
    const options = await optionsOf(account);
    return options && createShippingGateway({ ...options, account, store });
  }

  function gatewayOf(account) {
    let shop = kept.get(account);
    kept.delete(account);
    if (!(shop?.until > Date.now())) shop = { gateway: open(account), until: Date.now() + seconds * 1000 };
    kept.set(account, shop);
    const forget = () => kept.get(account) === shop && kept.delete(account);
    shop.gateway.then((gateway) => gateway ?? forget(), forget);
    if (kept.size > most) kept.delete(kept.keys().next().value);
    return shop.gateway;
  }

  return {
    async fetch(account, request, connection) {
      const gateway = await gatewayOf(account);
      return gateway ? gateway.fetch(request, connection) : new Response(null, { status: 404 });
    },

    /** Lets go of a shop's gateway: its next request reads the options again. Requests under way are answered. */
    close: (account) => void kept.delete(account),

    /** Finishes orders of all shops. Call it again a few seconds after it has ended, in each process. */
    async settle() {
      await forDueShops((gateway) => gateway.settle());
      await store.prune(Date.now());
    },

    /** Sends the news of all shops. As `settle`, by a timer of its own: orders do not wait for a slow receiver of news. */
    deliverNews: () => forDueShops((gateway) => gateway.deliverNews()),
  };

  /** Works for ten shops at a time. */
  async function forDueShops(work) {
    const accounts = await store.dueAccounts();
    const next = async () => {
      for (let account = accounts.pop(); account; account = accounts.pop()) {
        try {
          const gateway = await gatewayOf(account);
          if (gateway) await work(gateway);
        } catch (problem) {
          report(account, problem);
        }
      }
    };
    await Promise.all(Array.from({ length: 10 }, next));
  }
}
