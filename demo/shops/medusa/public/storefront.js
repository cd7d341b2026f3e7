import { rupiah } from './rupiah.js';

const [address, checkout, buy, result] = ['#address', 'ship-checkout', '#buy', '#result'].map((selector) =>
  document.querySelector(selector),
);

const storeKey = await (await fetch('/publishable-key')).json();

async function store(path, body) {
  const headers = { 'content-type': 'application/json', 'x-publishable-api-key': storeKey };
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(`/store/${path}`, request);
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.message);
  return json;
}

/** Runs one step after the other, and shows the sentence of an error. */
let last = Promise.resolve();
function step(work) {
  last = last.then(work).catch(({ message }) => {
    result.textContent = message;
  });
}

const { regions } = await store('regions');
const { products } = await store('products');
/** What the tab keeps. A browser may keep nothing for a page. */
const inTab = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
};
/** After a reload, and after Back, the shopper goes on with the cart of the session. */
const kept = inTab((tab) => tab.getItem('cart'));
let cart = kept && (await store(`carts/${kept}`).catch(() => ({}))).cart;
if (!cart || cart.completed_at)
  ({ cart } = await store('carts', {
    ...{ region_id: regions[0].id, email: 'siti@example.com' },
    items: products.map(({ variants }) => ({ variant_id: variants[0].id, quantity: 1 })),
  }));
inTab((tab) => tab.setItem('cart', cart.id));
// The browser may keep a page whose cart is paid.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
document.querySelector('#goods').textContent =
  `${cart.items.map(({ title }) => title).join(', ')}: ${rupiah(cart.item_total)}`;

address.addEventListener('submit', (event) => {
  event.preventDefault();
  const {
    area: shipping_area,
    'area-postal-code': postal_code,
    'area-name': _,
    ...rest
  } = Object.fromEntries(new FormData(address));
  const shipping_address = { ...rest, postal_code, country_code: 'id', metadata: { shipping_area } };
  step(async () => {
    await store(`carts/${cart.id}`, { shipping_address });
    await showDelivery();
  });
});

address.querySelector('button').disabled = false;

/** The cart is signed for a day. */
async function showDelivery() {
  const shipping = await store(`carts/${cart.id}/shipping`);
  checkout.setAttribute('switches', shipping.switches);
  Object.assign(checkout, { cart: shipping.cart, shipment: shipping.shipment, hidden: false });
}
checkout.addEventListener('ship-error', ({ error }) => {
  if (error.reason === 'token-expired') step(showDelivery);
});

// The choice becomes the cart's shipping method. All services share one shipping option.
for (const type of ['ship-rate-change', 'ship-extras-change']) checkout.addEventListener(type, () => step(choose));

async function choose() {
  const { rate, insurance, cashOnDelivery } = checkout;
  buy.disabled = true;
  buy.textContent = 'Choose a delivery';
  if (!rate?.offer) return;
  const { shipping_options } = await store(`shipping-options?cart_id=${cart.id}`);
  const service = `${rate.courier_code}/${rate.courier_service_code}`;
  const data = { service, offer: rate.offer, insurance, cash_on_delivery: cashOnDelivery };
  ({ cart } = await store(`carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0].id, data }));
  buy.textContent = `${cashOnDelivery ? 'Buy, and pay at the door' : 'Pay'} ${rupiah(cart.total)}`;
  buy.disabled = false;
  result.textContent = '';
}

buy.addEventListener('click', () => {
  // One press pays once.
  buy.disabled = true;
  step(() =>
    pay().catch(async (problem) => {
      await showDelivery();
      buy.disabled = false;
      throw problem;
    }),
  );
});

async function pay() {
  // The goods may have changed since, for example by a coupon: the payment begins with the choice for the cart as it is now.
  await choose();
  if (buy.disabled) return;
  buy.disabled = true;
  const provider_id = checkout.cashOnDelivery ? 'pp_system_default' : 'pp_card_demo';
  const { payment_collection } = await store('payment-collections', { cart_id: cart.id });
  await store(`payment-collections/${payment_collection.id}/payment-sessions`, { provider_id });
  const { order, error } = await store(`carts/${cart.id}/complete`, {});
  if (!order) throw new Error(error.message);
  result.textContent = `Thank you. Your order is number ${order.display_id}.`;
}
