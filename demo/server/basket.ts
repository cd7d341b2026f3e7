import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Gateway, GatewayStore } from '../../src/gateway/index.ts';
import { createPurchases, isPurchaseError, PurchaseError, readParcels } from '../../src/purchases/index.ts';
import { type Cart, signCart, type TokenKeys } from '../../src/server.ts';
import { orderNumberOf, vendors } from '../places.ts';
import { products } from '../products.ts';

/** Each visit has a basket of its own. */
interface OfVisit {
  Variables: { visit: string };
}

/** The parcels of the basket, one a vendor, as the shop signs them for a visit. */
const parcelsOf = (session: string) =>
  vendors.map(({ name, sku, origin, sender }) => {
    const items = products.filter((product) => product.sku === sku);
    const subtotal = items.reduce((sum, { value, quantity }) => sum + value * quantity, 0);
    const cart: Cart = { items, origin, subtotal, session };
    return { name, cart, sender };
  });

/**
 * The checkout of a basket whose goods come from two places: what the page asks of the shop's own server. A real shop takes the money at its
 * payment provider; the demo believes that it was paid.
 */
export function createBasket(gateway: Gateway, keys: TokenKeys, store: GatewayStore): Hono<OfVisit> {
  const purchases = createPurchases({ gateway, keys, store, reference: () => orderNumberOf(8) });
  purchases.start();
  const app = new Hono<OfVisit>();

  app.use(async (context, next) => {
    // Another site's form comes without this shop's cookie, and may not replace it.
    if (context.req.method === 'POST' && context.req.header('sec-fetch-site') === 'cross-site')
      return context.body(null, 403);
    const visit = getCookie(context, 'visit') || crypto.randomUUID();
    setCookie(context, 'visit', visit, { httpOnly: true, sameSite: 'Lax', path: '/checkout', maxAge: 30 * 86_400 });
    context.set('visit', visit);
    // After Back, too, the page hears what is true by now.
    context.header('cache-control', 'no-store');
    return next();
  });

  app.get('/', async (context) => {
    const { reference, isDone } = await purchases.begin(context.get('visit'), { after: context.req.query('after') });
    if (isDone) return context.json({ order: reference });
    const parcels = parcelsOf(reference).map(async ({ name, cart }) => ({
      ...{ name, cart: await signCart(cart, keys) },
      shipment: { ...cart.origin, items: cart.items },
    }));
    return context.json({ reference, parcels: await Promise.all(parcels) });
  });

  app.post('/', async (context) => {
    const form = await context.req.parseBody();
    const { reference, name, phone, address } = form as Record<string, string>;
    const key = { visit: context.get('visit'), reference: reference ?? '' };
    const receiver = { destination_contact_name: name, destination_contact_phone: phone, destination_address: address };
    try {
      const choices = new Map(readParcels(form).map((choice) => [choice.parcel, choice]));
      const accepted = parcelsOf(key.reference).map(({ name, cart, sender }) => {
        const choice = choices.get(name);
        if (!choice) throw new PurchaseError('choice', `Choose a delivery for ${name}.`);
        return { cart, contacts: { ...sender, ...receiver } as never, choice };
      });
      await purchases.accept(key, accepted);
      await purchases.take(key.reference, async (number) => number);
      await purchases.ship(key.reference);
      return context.json({ reference });
    } catch (problem) {
      if (!isPurchaseError(problem)) throw problem;
      return context.json({ code: problem.code, field: problem.field }, 409);
    }
  });

  app.get('/:reference', async (context) => {
    const { reference } = context.req.param();
    const purchase = await purchases.find({ visit: context.get('visit'), reference });
    return purchase && purchase.state !== 'open' ? context.json(purchase) : context.notFound();
  });

  /** Cancels all of it. */
  app.post('/:reference', async (context) => {
    const { reference } = context.req.param();
    const visit = context.get('visit');
    if (!(await purchases.find({ visit, reference }))) return context.notFound();
    return context.json(await purchases.cancel(reference, { visit }));
  });

  return app;
}
