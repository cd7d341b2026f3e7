import { type MedusaClient, type Order, withArea } from './medusa.ts';
import { type Day, endingOffer, type Pricing, type Shop } from './shop.ts';

/** What a shop needs for `merchantsDay` beside what the example shop has. */
interface Extras {
  /** The variant of goods for 99,999 rupiah. */
  sticker: string;
  /** Goods that cost as much as the first product of the shop, and weigh more. */
  other: { title: string; variant: string };
  /** The shipping option of parcels that staff send by hand. */
  byHand: string;
}

async function prepare({ call, channel }: MedusaClient): Promise<Extras> {
  const { shipping_options } = await call<{ shipping_options: { [key: string]: string }[] }>('/admin/shipping-options');
  const [{ shipping_profile_id = '', service_zone_id = '' } = {}] = shipping_options;
  const create = async (title: string, amount: number, weight: number) => {
    const variant = { title, sku: title, weight, manage_inventory: false, options: { Size: 'One' } };
    const { product } = await call<{ product: { variants: [{ id: string }] } }>('/admin/products', {
      ...{ title, status: 'published', shipping_profile_id, sales_channels: [{ id: channel }] },
      options: [{ title: 'Size', values: ['One'] }],
      variants: [{ ...variant, prices: [{ amount, currency_code: 'idr' }] }],
    });
    return product.variants[0].id;
  };
  const title = 'Batik scarf with beads';
  const { stock_locations } = await call<{ stock_locations: [{ id: string }] }>('/admin/stock-locations');
  await call(`/admin/stock-locations/${stock_locations[0].id}/fulfillment-providers`, { add: ['manual_manual'] });
  const { shipping_option } = await call<{ shipping_option: { id: string } }>('/admin/shipping-options', {
    ...{ name: 'Pick up in store', price_type: 'flat', provider_id: 'manual_manual' },
    ...{ shipping_profile_id, service_zone_id, data: { id: 'manual-fulfillment' } },
    type: { label: 'Pick up', description: 'In the store', code: 'pick-up' },
    prices: [{ amount: 0, currency_code: 'idr' }],
  });
  await call('/admin/promotions', promotion('FREE', 100, 'shipping_methods'));
  for (const percent of [7, 100]) await call('/admin/promotions', promotion(`OFF${percent}`, percent, 'items'));
  const variant = await create(title, 185_000, 900);
  return {
    sticker: await create('Sticker', 99_999, 50),
    other: { title, variant },
    byHand: shipping_option.id,
  };
}

const promotion = (code: string, value: number, target_type: string) => ({
  ...{ code, type: 'standard', status: 'active' },
  application_method: {
    type: 'percentage',
    target_type,
    allocation: 'each',
    max_quantity: 99,
    value,
    currency_code: 'idr',
  },
});

/** Sets the tax of Indonesia in percent. */
async function setTax({ call, remove }: MedusaClient, rate: number): Promise<void> {
  const { tax_regions } = await call<{ tax_regions: { id: string }[] }>('/admin/tax-regions');
  for (const { id } of tax_regions) await remove(`/admin/tax-regions/${id}`);
  const default_tax_rate = { rate, code: 'PPN', name: 'PPN' };
  if (rate) await call('/admin/tax-regions', { country_code: 'id', provider_id: 'tp_system', default_tax_rate });
}

/** @param other the shop in its second process */
export async function medusaDay(client: MedusaClient, other: Pick<Shop, 'send' | 'cancel' | 'settle'>): Promise<Day> {
  const { call, remove, orderOf, keys } = client;
  const extras = await prepare(client);
  await setTax(client, 0);

  /** Edits the items of an order, as staff do in the admin. */
  async function edit(
    id: string,
    change: (path: string, item: Order['items'][number]) => Promise<unknown>,
    isPaid = true,
  ) {
    const { items, payment_collections } = await orderOf(id);
    const [item] = items;
    if (!item) throw new Error('The order has no items.');
    const { order_change } = await call<{ order_change: { order_id: string } }>('/admin/order-edits', { order_id: id });
    const path = `/admin/order-edits/${order_change.order_id}`;
    await change(path, item);
    await call(`${path}/confirm`, {});
    // What nobody has paid before, the courier collects.
    if (isPaid && payment_collections.some(({ captured_amount }) => captured_amount)) await client.payRest(id);
  }
  const add = (path: string, quantity: number) =>
    call(`${path}/items`, { items: [{ variant_id: extras.other.variant, quantity }] });
  let length = 30;
  const deliveries = (id: string) => `/admin/orders/${id}/deliveries`;

  return {
    other,
    visit: (postalCode, area) => client.visit({ postalCode, area }),
    async visitAt({ discount, freeDelivery, tax = 0 }: Pricing) {
      await setTax(client, tax);
      const codes = [...(discount ? [`OFF${discount}`] : []), ...(freeDelivery ? ['FREE'] : [])];
      const visit = await client.visit({ variant: extras.sticker, codes });
      return {
        ...visit,
        async checkOut(payment) {
          const id = await visit.checkOut(payment);
          await setTax(client, 0);
          return id;
        },
      };
    },
    endingOffer: (offer) => endingOffer(offer, keys),
    async total(id) {
      return (await call<{ order: { total: number } }>(`/admin/orders/${id}?fields=total`)).order.total;
    },
    async correct(id, { phone, postalCode, area }) {
      const changes = { ...(phone && { phone }), ...(postalCode && { postal_code: String(postalCode) }) };
      await call(`/admin/orders/${id}`, { shipping_address: { ...changes, ...withArea(area) } });
    },
    setQuantity: (id, quantity, isPaid) =>
      edit(id, (path, item) => call(`${path}/items/item/${item.id}`, { quantity }), isPaid),
    async swap(id) {
      await edit(id, async (path, item) => {
        await add(path, item.quantity);
        await call(`${path}/items/item/${item.id}`, { quantity: 0 });
      });
      return extras.other.title;
    },
    async add(id) {
      await edit(id, (path) => add(path, 3));
      return extras.other.title;
    },
    async correctGoods() {
      type Products = { products: [{ id: string; variants: [{ id: string }] }] };
      const { products } = await call<Products>('/admin/products?order=created_at');
      const [{ id, variants }] = products;
      length += 1;
      await call(`/admin/products/${id}/variants/${variants[0].id}`, { length });
    },
    async payBack(id, amount) {
      type Paid = { order: { payment_collections: { payments: { id: string; amount: number }[] }[] } };
      const { order } = await call<Paid>(`/admin/orders/${id}?fields=payment_collections.payments.*`);
      const payment = order.payment_collections[0]?.payments[0];
      await call(`/admin/payments/${payment?.id}/refund`, { amount: amount ?? payment?.amount });
    },
    reduce: (id, amount) =>
      edit(id, (path, item) => {
        const { quantity, unit_price } = item;
        return call(`${path}/items/item/${item.id}`, { quantity, unit_price: unit_price - amount });
      }),
    async settleCash(id) {
      type Paid = { order: { payment_collections: { payments: { id: string }[] }[] } };
      const { order } = await call<Paid>(`/admin/orders/${id}?fields=payment_collections.payments.*`);
      await call(`/admin/payments/${order.payment_collections[0]?.payments[0]?.id}/capture`, {});
    },
    async promised(id) {
      type Bought = { order: Pick<Order, 'shipping_methods'> };
      const { order } = await call<Bought>(`/store/orders/${id}?fields=*shipping_methods`);
      const { courier, service, arrival } = order.shipping_methods[0]?.data.accepted ?? {};
      return { service: `${courier}/${service}`, first: arrival?.first ?? '', last: arrival?.last ?? '' };
    },
    async sendByHand(id) {
      const items = (await orderOf(id)).items.map((item) => ({ id: item.id, quantity: item.quantity }));
      await call(`/admin/orders/${id}/fulfillments`, { items, shipping_option_id: extras.byHand });
    },
    cancelOrder: (id) => call(`/admin/orders/${id}/cancel`, {}),
    async erase(id) {
      const { order } = await call<{ order: { customer_id: string } }>(`/admin/orders/${id}?fields=customer_id`);
      await remove(`/admin/customers/${order.customer_id}`);
    },
    tryAgain: (id, accept_higher_price = false) => call(deliveries(id), { accept_higher_price }),
    async keep(id) {
      const { delivery } = await call<{ delivery: { fulfillment: string } }>(deliveries(id));
      await call(deliveries(id), { keep: delivery.fulfillment });
    },
    async view(id) {
      const { delivery } = await call<{ delivery: { [key: string]: string | null } }>(deliveries(id));
      return {
        words: delivery.words ?? '',
        waybill: delivery.waybill ?? undefined,
        trackingLink: delivery.tracking_url ?? undefined,
        attention: delivery.attention ?? undefined,
        note: delivery.note ?? undefined,
      };
    },
  };
}
