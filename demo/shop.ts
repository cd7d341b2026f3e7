import '../src/define.ts';
import { isShippingFailure, type OrderMode } from '../src/index.ts';
import { createAddress } from './address.ts';
import { createCart } from './cart.ts';
import { logEvents } from './event-log.ts';
import { createServerService, offerScenarios } from './service.ts';
import { shopServer } from './shop-server.ts';
import { renderSummary } from './summary.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;

const form = find<HTMLFormElement>('#checkout');
const shipping = find<HTMLElementTagNameMap['ship-checkout']>('#shipping');
const address = createAddress(form);
const cart = createCart(find('#cart'), signCart);
/** The parcels of a day are handed over at nine in the morning: those ordered later, on the next day. */
function nextHandover(): Date {
  const handover = new Date();
  if (handover.getHours() >= 9) handover.setDate(handover.getDate() + 1);
  handover.setHours(9, 0, 0, 0);
  return handover;
}

const [language, mode] = [find<HTMLSelectElement>('#language'), find<HTMLSelectElement>('#mode')];

/** Who signs for the gateway; the static page has neither. */
const server = import.meta.env.MODE === 'static' ? undefined : shopServer;

/** What is in the cart, as the shop's server has signed it: the token belongs to these items. */
let signed = { quantities: [] as number[], items: [] as typeof cart.items, token: '' };

/** The page tells the widget what is shipped where; the widget tells the page what was chosen. */
function update(): void {
  shipping.shipment = { ...address.locators, items: signed.items };
  shipping.cart = signed.token;
  shipping.order = address.contacts;
  shipping.readyAt = nextHandover();
  shipping.lang = language.value;
  shipping.orderMode = mode.value as OrderMode;
  summarise();
}

async function signCart(): Promise<void> {
  summarise();
  const { quantities, items } = cart;
  const token = items.length ? await server?.signCart(quantities) : '';
  // While it was on its way, the cart may have changed once more.
  if (String(quantities) !== String(cart.quantities)) return;
  signed = { quantities, items, token: token ?? '' };
  update();
}

function summarise(): void {
  const { rate, breakdown } = shipping;
  // Not the switch alone: what the widget sends with the form is what is in force, within the service's limit.
  const cashOnDelivery = new FormData(form).has('shipping-cash-on-delivery');
  renderSummary(find('#summary'), { items: cart.items, shipping: rate?.price, breakdown, cashOnDelivery });
}

form.addEventListener('input', update);
form.addEventListener('submit', (event) => event.preventDefault());
shipping.addEventListener('ship-rate-change', summarise);
shipping.addEventListener('ship-extras-change', summarise);
shipping.addEventListener('ship-order-submit', (event) => {
  if (!form.reportValidity()) event.preventDefault();
  else {
    const { destination, recipient } = address;
    const kind = mode.value === 'draft' ? 'draft_order' : 'order';
    event.grant = server?.grant(event, { quantities: signed.quantities, destination, recipient, kind });
  }
});
shipping.addEventListener('ship-error', ({ error }) => {
  const isExpired = isShippingFailure(error) && error.code === 'refused' && error.reason === 'token-expired';
  if (isExpired) void signCart();
});
logEvents(shipping, find('#log'), find('#clear-log'));

find('#example').addEventListener('click', () => address.fillExample());
language.addEventListener('change', update);
mode.addEventListener('change', update);
// Back and reload bring the fields' contents back without a word, and later than this script runs.
addEventListener('pageshow', update);

void signCart();
update();
if (server) {
  shipping.baseUrl = '/shipping';
  offerScenarios(find('#scenario'), find('#scenario-hint'), await createServerService(), shipping);
} else {
  const { createStaticService } = await import('./static-service.ts');
  offerScenarios(find('#scenario'), find('#scenario-hint'), createStaticService(), shipping);
}
