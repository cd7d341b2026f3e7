import '../src/define.ts';
import type { OrderMode } from '../src/index.ts';
import { createAddress } from './address.ts';
import { createCart } from './cart.ts';
import { logEvents } from './event-log.ts';
import { createServerService, offerScenarios } from './service.ts';
import { renderSummary } from './summary.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;

const form = find<HTMLFormElement>('#checkout');
const shipping = find<HTMLElementTagNameMap['ship-checkout']>('#shipping');
const address = createAddress(form);
const cart = createCart(find('#cart'), update);
/** The parcels of a day are handed over at four in the afternoon: those ordered later, on the next day. */
function nextHandover(): Date {
  const handover = new Date();
  if (handover.getHours() >= 16) handover.setDate(handover.getDate() + 1);
  handover.setHours(16, 0, 0, 0);
  return handover;
}

const [language, mode] = [find<HTMLSelectElement>('#language'), find<HTMLSelectElement>('#mode')];

/** The page tells the widget what is shipped where; the widget tells the page what was chosen. */
function update(): void {
  shipping.shipment = { ...address.locators, items: cart.items };
  shipping.order = address.contacts;
  shipping.readyAt = nextHandover();
  shipping.lang = language.value;
  shipping.orderMode = mode.value as OrderMode;
  summarise();
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
});
logEvents(shipping, find('#log'), find('#clear-log'));

find('#example').addEventListener('click', () => address.fillExample());
language.addEventListener('change', update);
mode.addEventListener('change', update);
// Back and reload bring the fields' contents back without a word, and later than this script runs.
addEventListener('pageshow', update);

update();
if (import.meta.env.MODE === 'static') {
  const { createStaticService } = await import('./static-service.ts');
  offerScenarios(find('#scenario'), find('#scenario-hint'), createStaticService(), shipping);
} else {
  shipping.baseUrl = '/shipping';
  const service = await createServerService(() => cart.quantities);
  offerScenarios(find('#scenario'), find('#scenario-hint'), service, shipping);
}
