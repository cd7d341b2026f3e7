/** The playground: one checkout, created again for each setting. */
import type { Shipment } from '../../src/index.ts';
import { isScenario, scenarioNames, scenarios } from '../../src/sandbox/index.ts';
import { shipment } from '../elements/parcel.ts';
import { logEvents } from '../event-log.ts';
import { indonesian } from '../indonesian.ts';
import { offerLanguages } from '../language.ts';
import { calendar, contacts } from './delivery.ts';
import { presets, ruleOf } from './presets.ts';
import { createSandboxClient } from './sandbox-client.ts';
import { showCode } from './shown-code.ts';
import { offerMasthead } from './site.ts';
import { snippetsOf } from './snippets.ts';

offerMasthead();

/** What the form offers: the values of an attribute, of which an empty one leaves it out. One value is a switch. */
const attributes: Record<string, readonly string[]> = {
  lang: ['', 'en', 'id'],
  'order-mode': ['order', 'draft', ''],
  preselect: ['', 'recommended', 'cheapest'],
  'all-rates': ['all-rates'],
  'picker-open': ['picker-open'],
  rows: ['', '3', '8'],
  couriers: ['', 'jne,sicepat,jnt', 'gojek,grab'],
  switches: ['', 'insurance', 'cash-on-delivery'],
  insurance: ['insurance'],
  'cash-on-delivery': ['cash-on-delivery'],
  'cash-on-delivery-collects': ['', 'goods'],
  required: ['required'],
  disabled: ['disabled'],
};

/** What a select shows for a value that is left out. */
const defaults: Record<string, string> = {
  lang: 'of the page',
  rows: '4',
  couriers: 'all',
  switches: 'both',
  'cash-on-delivery-collects': 'the total',
};

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector) as T;

const settings = find<HTMLFormElement>('#settings');
const stage = find<HTMLFormElement>('#stage');
const field = (name: string) => settings.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

find('#attributes').append(...Object.entries(attributes).map(renderAttribute));
field('scenario').replaceChildren(...scenarioNames.map((name) => new Option(name.replaceAll('-', ' '), name)));
field('preset').replaceChildren(...Object.keys(presets).map((name) => new Option(name, name)));
logEvents(stage, find('#log'), find('#clear-log'));
const show = showCode(find('#code'), snippetsOf(document.createElement('ship-checkout'), ''));

function renderAttribute([name, values]: [string, readonly string[]]): HTMLElement {
  const label = document.createElement('label');
  const text = document.createElement('code');
  text.textContent = name;
  if (values.length === 1) {
    label.className = 'switch';
    label.append(Object.assign(document.createElement('input'), { type: 'checkbox', name }), text);
  } else {
    const select = Object.assign(document.createElement('select'), { name });
    select.append(
      ...values.map((value) => {
        const option = new Option(value || defaults[name] || 'none', value);
        // A value is code.
        option.translate = !value;
        return option;
      }),
    );
    label.append(text, select);
  }
  return label;
}

/** The value of an attribute in the form. Undefined if the attribute is left out. */
function chosen(name: string): string | undefined {
  const control = field(name);
  if (control.type === 'checkbox') return (control as HTMLInputElement).checked ? '' : undefined;
  return control.value || undefined;
}

function makeCheckout(): void {
  const checkout = document.createElement('ship-checkout');
  checkout.setAttribute('base-url', '/shipping');
  for (const name of Object.keys(attributes)) {
    const value = chosen(name);
    if (value !== undefined) checkout.setAttribute(name, value);
  }
  const postal = Number(field('destination').value);
  const parcel: Partial<Shipment> = { ...shipment };
  if (postal >= 10_000) parcel.destination_postal_code = postal;
  else delete parcel.destination_postal_code;
  checkout.setAttribute('shipment', JSON.stringify(parcel));
  const scenario = field('scenario').value;
  const named = isScenario(scenario) ? scenario : 'normal';
  find('#scenario-hint').textContent = scenarios[named].shows;
  show(snippetsOf(checkout, ruleOf(field('preset').value)));
  checkout.client = createSandboxClient({ scenario: named });
  Object.assign(checkout, { calendar, contacts });
  stage.replaceChildren(checkout);
}

/** Theme and width change the checkout that is there. */
function look(): void {
  sheet.replaceSync(ruleOf(field('preset').value));
  find('#width-now').textContent = `${field('width').value} px`;
  stage.style.inlineSize = `${field('width').value}px`;
}

settings.addEventListener('submit', (event) => event.preventDefault());
stage.addEventListener('submit', (event) => event.preventDefault());
settings.addEventListener('input', ({ target }) => {
  look();
  const { name } = target as HTMLInputElement;
  const checkout = stage.querySelector('ship-checkout');
  if (name === 'preset' && checkout) show(snippetsOf(checkout, ruleOf(field('preset').value)));
  else if (name !== 'width') makeCheckout();
});
settings.addEventListener('reset', () =>
  // The fields have their first values only after this event.
  queueMicrotask(() => {
    look();
    makeCheckout();
  }),
);

offerLanguages(indonesian);
await import('../../src/define.ts');
look();
makeCheckout();
