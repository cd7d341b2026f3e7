import '../src/define.ts';
import '../src/elements/area-search/define.ts';
import { isShippingFailure, type OrderMode } from '../src/index.ts';
import { createAddress } from './address.ts';
import { createCart } from './cart.ts';
import { offerDrawer } from './drawer.ts';
import { logEvents } from './event-log.ts';
import { createServerService, offerScenarios } from './service.ts';
import { shopServer } from './shop-server.ts';
import { renderSummary } from './summary.ts';
import { type Language, speak } from './words.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;

const form = find<HTMLFormElement>('#checkout');
const shipping = find<HTMLElementTagNameMap['ship-checkout']>('#shipping');
const search = find<HTMLElementTagNameMap['ship-area-search']>('#area');
const address = createAddress(form);
const cart = createCart(find('#cart'), signCart);
/** Parcels are handed over at nine in the morning. Later orders wait for the next day. */
function nextHandover(): Date {
  const handover = new Date();
  if (handover.getHours() >= 9) handover.setDate(handover.getDate() + 1);
  handover.setHours(9, 0, 0, 0);
  return handover;
}

const [language, mode] = [find<HTMLSelectElement>('#language'), find<HTMLSelectElement>('#mode')];

/** The server that signs tokens for the gateway. The static page has neither. */
const server = import.meta.env.MODE === 'static' ? undefined : shopServer;

/** The cart that the shop's server has signed. The token is valid for these items only. */
let signed = { quantities: [] as number[], items: [] as typeof cart.items, token: '' };

/** Hands the shipment to the widget, and shows what the shopper has chosen in it. */
function update(): void {
  shipping.shipment = { ...address.locators, items: signed.items };
  shipping.cart = signed.token;
  shipping.contacts = address.contacts;
  shipping.readyAt = nextHandover();
  find('#address-line').textContent = address.line;
  shipping.orderMode = mode.value as OrderMode;
  summarise();
}

async function signCart(): Promise<void> {
  summarise();
  const { quantities, items } = cart;
  const token = items.length ? await server?.signCart(quantities) : '';
  // The cart may have changed again before the answer.
  if (String(quantities) !== String(cart.quantities)) return;
  signed = { quantities, items, token: token ?? '' };
  update();
}

function summarise(): void {
  const { rate, breakdown } = shipping;
  const payAtDoor = breakdown?.payAtDoor ?? 0;
  renderSummary(find('#summary'), { items: cart.items, shipping: rate?.price, breakdown, payAtDoor });
}

form.addEventListener('input', update);
search.addEventListener('ship-area-change', update);
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

offerDrawer(find('#drawer'), find('#open-drawer'), find('#close-drawer'));

/** The page, the cart and the widget speak one language. */
function useLanguage(): void {
  speak(language.value as Language);
  // The static page has no gateway, so its orders have no token.
  shipping.trackingPage = `tracking.html?lang=${language.value}`;
  cart.draw();
  update();
}

language.addEventListener('change', useLanguage);
mode.addEventListener('change', update);
// Back and reload restore the fields without an event, after this script has run.
addEventListener('pageshow', useLanguage);

void signCart();
useLanguage();
if (server) {
  shipping.baseUrl = '/shipping';
  search.baseUrl = '/shipping';
  offerScenarios(find('#scenario'), find('#scenario-hint'), await createServerService(), shipping);
} else {
  const { createStaticService } = await import('./static-service.ts');
  const { createSandboxAreaClient } = await import('./site/sandbox-client.ts');
  search.client = createSandboxAreaClient();
  offerScenarios(find('#scenario'), find('#scenario-hint'), createStaticService(), shipping);
}
