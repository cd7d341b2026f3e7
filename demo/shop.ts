import '../src/define.ts';
import { createAddress } from './address.ts';
import { createCart } from './cart.ts';
import { logEvents } from './event-log.ts';
import { renderSummary } from './summary.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;

const form = find<HTMLFormElement>('#checkout');
const shipping = find<HTMLElementTagNameMap['ship-checkout']>('#shipping');
const address = createAddress(form);
const cart = createCart(find('#cart'), update);

/** The page tells the widget what is shipped where; the widget tells the page what was chosen. */
function update(): void {
  shipping.shipment = { ...address.locators, items: cart.items };
  shipping.order = address.contacts;
  summarise();
}

function summarise(): void {
  const { rate, breakdown, cashOnDelivery } = shipping;
  renderSummary(find('#summary'), { items: cart.items, shipping: rate?.price, breakdown, cashOnDelivery });
}

form.addEventListener('input', update);
form.addEventListener('submit', (event) => event.preventDefault());
shipping.addEventListener('ship-rate-change', summarise);
shipping.addEventListener('ship-extras-change', summarise);
shipping.addEventListener('ship-order-submit', (event) => {
  if (!form.reportValidity()) event.preventDefault();
});
logEvents(shipping, find('#log'));

find('#example').addEventListener('click', () => address.fillExample());
find('#language').addEventListener('change', (event) => {
  shipping.lang = (event.target as HTMLSelectElement).value;
});
find('#mode').addEventListener('change', (event) => {
  shipping.orderMode = (event.target as HTMLSelectElement).value as 'order' | 'draft';
});

if (import.meta.env.MODE === 'static') {
  const { createStaticClient } = await import('./static-service.ts');
  shipping.client = createStaticClient();
  find('nav').remove();
} else {
  shipping.baseUrl = '/shipping';
}
update();
