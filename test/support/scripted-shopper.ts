/** A script that makes a whole purchase in the page, the same in each browser. It sends a report to the shop. */
import type { OrderContacts } from '../../src/quote/index.ts';

export interface Report {
  /** The events of the purchase, in order. */
  trail: string[];
  /** The violations of the page's policy. */
  violations: string[];
  problems: string[];
  /** The violations when the script breaks the policy on purpose. They prove that the policy is in force. */
  provoked: string[];
}

const contacts: OrderContacts = {
  origin_contact_name: 'Toko Kopi Senja',
  origin_contact_phone: '+622155512345',
  origin_address: 'Jalan Fatmawati 10, Cilandak',
  destination_contact_name: 'Ratna Wulandari',
  destination_contact_phone: '081298765432',
  destination_address: 'Jalan Braga 99, Sumur Bandung',
};

const report: Report = { trail: [], violations: [], problems: [], provoked: [] };

let heard = report.violations;
document.addEventListener('securitypolicyviolation', (event) => {
  // WebKit requests it by itself.
  if (event.blockedURI.endsWith('/favicon.ico')) return;
  heard.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
addEventListener('error', (event) => report.problems.push(event.message));
addEventListener('unhandledrejection', (event) => report.problems.push(String(event.reason)));

const events = ['courier-change', 'rates', 'rate-change', 'extras-change', 'order-submit', 'order-placed'];
for (const name of [...events, 'order-unconfirmed', 'order-cancelled', 'error']) {
  document.addEventListener(`ship-${name}`, () => report.trail.push(name));
}

const frame = () => new Promise(requestAnimationFrame);

/** Waits until a condition holds, and checks it in each animation frame. */
async function until<T>(what: string, look: () => T | undefined | false): Promise<T> {
  for (const latest = performance.now() + 20_000; performance.now() < latest; await frame()) {
    const found = look();
    if (found) return found;
  }
  throw new Error(`waited in vain for ${what}`);
}

function find(root: ParentNode, selector: string): HTMLElement | undefined {
  const here = root.querySelector<HTMLElement>(selector);
  const nested = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return here ?? nested.map((inside) => find(inside, selector)).find(Boolean);
}

/** Clicks an element in a shadow root when it exists. */
async function press(part: string, selector: string): Promise<void> {
  const inside = () => find(document, part)?.shadowRoot?.querySelector<HTMLElement>(selector) ?? undefined;
  (await until(`${part} ${selector}`, inside)).click();
}

/** Waits until an event has happened this often and the rates are settled. */
async function happened(name: string, times = 1): Promise<void> {
  const checkout = document.querySelector('ship-checkout');
  await until(`${name} ${times}`, () => report.trail.filter((one) => one === name).length >= times);
  await until('rest', () => checkout && !['loading', 'stale'].includes(checkout.status));
}

async function purchase(): Promise<void> {
  const checkout = document.querySelector('ship-checkout');
  if (checkout) checkout.contacts = contacts;
  await happened('rates');
  await press('ship-rate-comparison', '[part=more]');
  await press('ship-courier-picker', '[part=choose]');
  await press('ship-courier-picker', '[value=jne]');
  await happened('courier-change');
  await press('ship-rate-comparison', '[value="jne/reg"]');
  await happened('rate-change');
  await press('ship-rate-comparison', '#insurance');
  await happened('rates', 2);
  await press('ship-order-button', '[part=button]');
  await happened('order-placed');
  await press('ship-order-button', 'summary');
  await press('ship-order-button', '[part=cancel]');
  await press('ship-order-button', '.confirm');
  await happened('order-cancelled');
}

/** Breaks the policy with an inline style and with innerHTML. */
async function provoke(): Promise<void> {
  heard = report.provoked;
  document.body.setAttribute('style', 'color: red');
  if (document.body.style.color !== 'red') await until('a style to be forbidden', () => heard.length > 0);
  if (!('trustedTypes' in window)) return;
  try {
    document.createElement('p').innerHTML = '<b>text</b>';
  } catch {
    await until('a sink to be forbidden', () => heard.length > 1);
  }
}

await purchase()
  .then(frame)
  .then(provoke)
  .catch((error) => report.problems.push(String(error)));
await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
