/**
 * The floor: the screen as a good engineer writes it by hand for this one page. A row is nine nodes; a switch writes the text of
 * its prices and nothing else, a choice the panel alone.
 */
import type { Rate } from '../../../src/contract/index.ts';
import { arrivalOf, askRates, bestOf, nothing, priceOf, rupiah } from './quoted.ts';

interface Row {
  rate: Rate;
  label: Element;
  price: Text;
}

const { body } = document;
body.innerHTML = `
  <form>
    <fieldset aria-label="Extras">
      <label class="switch"><input type="checkbox" role="switch" part="switch" name="insurance" />Insurance</label>
      <label class="switch"><input type="checkbox" role="switch" part="switch" name="cashOnDelivery" />Cash on delivery</label>
    </fieldset>
    <div role="radiogroup" aria-label="Delivery"><p>Comparing couriers…</p></div>
    <dl part="breakdown" hidden>
      <div><dt>Shipping</dt><dd> </dd></div>
      <div><dt>Insurance</dt><dd> </dd></div>
      <div><dt>Cash on delivery</dt><dd> </dd></div>
      <div><dt>Total</dt><dd> </dd></div>
    </dl>
  </form>`;

const template = document.createElement('template');
template.innerHTML =
  '<label class="row" part="row"><input type="radio" part="radio" name="rate"><b> </b> <small> </small><span part="price"> </span></label>';
const [prototype] = template.content.children;

const find = <Found extends Element>(selector: string) => body.querySelector(selector) as Found;
const panel = find<HTMLElement>('dl');
const amounts = [...panel.querySelectorAll('dd')].map((cell) => cell.firstChild as Text);
const switched = { ...nothing };
const badges = { cheapest: makeBadge('Cheapest'), fastest: makeBadge('Fastest') };
let rates: Rate[] = [];
let rows: Row[] = [];
let chosen: Rate | undefined;

void askRates().then((answered) => {
  rates = answered;
  rows = rates.map(makeRow);
  showBadges();
  find('[role=radiogroup]').replaceChildren(...rows.map(({ label }) => label));
});

find('form').addEventListener('change', ({ target }) => {
  const { name, value, checked } = target as HTMLInputElement;
  if (name === 'rate') chosen = rates[Number(value)];
  else {
    switched[name as keyof typeof switched] = checked;
    for (const { rate, price } of rows) price.data = rupiah.format(priceOf(rate, switched));
    showBadges();
  }
  showPanel();
});

function makeRow(rate: Rate, index: number): Row {
  const label = prototype?.cloneNode(true) as Element;
  const [radio, name, service, arrival, price] = label.childNodes as unknown as [
    HTMLInputElement,
    Element,
    Text,
    Element,
    Element,
  ];
  const text = price.firstChild as Text;
  radio.value = `${index}`;
  (name.firstChild as Text).data = rate.courier_name ?? '';
  service.data = rate.courier_service_name ?? '';
  (arrival.firstChild as Text).data = arrivalOf(rate);
  text.data = rupiah.format(priceOf(rate, switched));
  return { rate, label, price: text };
}

function makeBadge(text: string): Element {
  const badge = document.createElement('i');
  badge.setAttribute('part', 'badge');
  badge.textContent = text;
  return badge;
}

function showBadges(): void {
  const best = bestOf(rates, switched);
  for (const [name, badge] of Object.entries(badges)) {
    const arrival = rows[rates.indexOf(best[name as keyof typeof best] as Rate)]?.label.querySelector('small');
    if (arrival && badge.parentNode !== arrival) arrival.append(badge);
  }
}

function showPanel(): void {
  if (!chosen) return;
  const { shipping_fee, insurance_fee, cash_on_delivery_fee } = chosen;
  const parts = [
    shipping_fee,
    switched.insurance ? insurance_fee : 0,
    switched.cashOnDelivery ? cash_on_delivery_fee : 0,
    priceOf(chosen, switched),
  ];
  amounts.forEach((text, index) => {
    text.data = rupiah.format(parts[index] ?? 0);
  });
  panel.hidden = false;
}
