import { createShippingGateway } from 'ship-elements/gateway';

/**
 * The gateways of a platform's shops, over one store. Each is made for its first request, and let go of again.
 * @param optionsOf reads the gateway's options of a shop from your database. Undefined if there is no such shop
 * @param report what `settle` and `deliverNews` could not do for a shop
 * @param most gateways that are kept
 * @param seconds that a gateway is kept. Changed options of a shop apply after this time
 * @param turn milliseconds after which a shop that is not done yet no longer keeps the next one waiting
 */
export function createShops({ store, optionsOf, report, most = 1000, seconds = 60, turn = 1000 }) {
  // The one that was asked last is the last one.
  const kept = new Map();
  const settling = new Set();
  const delivering = new Set();

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

    /**
     * Finishes orders of all shops. Call it again a few seconds after it has ended, in each process.
     * @param accounts the shops with something to do. Call it once a day with all your accounts: then it erases their old orders, too
     */
    async settle(accounts) {
      await forShops(accounts ?? (await store.dueAccounts()), settling, (gateway) => gateway.settle());
      await store.prune(Date.now());
    },

    /** Sends the news of all shops. As `settle`, by a timer of its own: orders do not wait for a slow receiver of news. */
    deliverNews: async () => forShops(await store.dueAccounts(), delivering, (gateway) => gateway.deliverNews()),
  };

  /**
   * Works for ten shops at a time. A shop whose service does not answer gives its turn to the next one, and goes on. It is not begun again
   * before it has ended.
   * @param busy the shops that have not ended
   */
  async function forShops(accounts, busy, work) {
    const waiting = accounts.filter((account) => !busy.has(account));
    const one = async (account) => {
      try {
        const gateway = await gatewayOf(account);
        if (gateway) await work(gateway);
      } catch (problem) {
        report(account, problem);
      } finally {
        busy.delete(account);
      }
    };
    const next = async () => {
      for (let account = waiting.shift(); account; account = waiting.shift()) {
        busy.add(account);
        let timer;
        const late = new Promise((resolve) => {
          timer = setTimeout(resolve, turn);
        });
        await Promise.race([one(account), late]);
        clearTimeout(timer);
      }
    };
    await Promise.all(Array.from({ length: 10 }, next));
  }
}
