/**
 * The floor: the widget's screen as a good engineer writes it by hand for this one page. A switch writes the prices, and moves a
 * row only if its place has changed. A choice writes the panel alone.
 */
import type { Rate } from '../../../src/contract/index.ts';

interface Row {
  label: Element;
  price: Text;
  badge: Text;
}

const { body } = document;
body.innerHTML = `
  <form>
    <div role="radiogroup" aria-label="Delivery"><p>Loading delivery options…</p></div>
    <button type="button" hidden></button>
    <fieldset aria-label="Extras" hidden>
      <label class="switch"><input type="checkbox" role="switch" name="insured" />Insurance</label>
      <label class="switch"><input type="checkbox" role="switch" name="cashOnDelivery" />Cash on delivery</label>
    </fieldset>
    <dl part="breakdown" hidden>
      <div><dt>Shipping</dt><dd> </dd></div>
      <div><dt>Insurance</dt><dd> </dd></div>
      <div><dt>Cash on delivery</dt><dd> </dd></div>
      <div><dt>Total</dt><dd> </dd></div>
    </dl>
  </form>`;

const template = document.createElement('template');
template.innerHTML =
  '<label class="row" part="row"><input type="radio" part="radio" name="rate"><b> </b><span part="price"> </span><small> </small><i part="badge"> </i></label>';
const [prototype] = template.content.children;

const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});

const find = (selector: string) => body.querySelector(selector) as HTMLElement;
const form = find('form');
const list = find('[role=radiogroup]');
const more = find('button');
const extras = find('fieldset');
const panel = find('dl');
const amounts = [...panel.querySelectorAll('dd')].map((cell) => cell.firstChild as Text);
/** By service code: the same row shows the prices with and without COD. */
const rows = new Map<string, Row>();
/** One answer with COD, one without. */
const answers = new Map<boolean, Promise<Rate[]>>();
let rates: Rate[] = [];
let isWhole = body.hasAttribute('data-all');
let isInsured = false;
let chosen = '';

void showAnswer(false);
// The first price takes a formatter tens of milliseconds. It is built while the service is thinking, as the widget does.
rupiah.format(0);

more.addEventListener('click', () => {
  isWhole = !isWhole;
  showRates();
});

form.addEventListener('change', ({ target }) => {
  const { name, value, checked } = target as HTMLInputElement;
  if (name === 'cashOnDelivery') return void showAnswer(checked);
  if (name === 'rate') chosen = value;
  else {
    isInsured = checked;
    showRates();
  }
  showPanel();
});

/** COD is a question of its own: until its answer is there, the old prices stay and look provisional. */
async function showAnswer(cashOnDelivery: boolean): Promise<void> {
  form.classList.add('stale');
  const asked = answers.get(cashOnDelivery) ?? askRates(cashOnDelivery);
  answers.set(cashOnDelivery, asked);
  rates = await asked;
  form.classList.remove('stale');
  extras.hidden = false;
  showRates();
  showPanel();
}

async function askRates(cashOnDelivery: boolean): Promise<Rate[]> {
  const answer = await fetch('/shipping/v1/rates/couriers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      origin_postal_code: 12440,
      destination_postal_code: 40111,
      couriers: 'anteraja,jne,sicepat',
      items: [{ name: 'Batik scarf', value: 185_000, quantity: 1, weight: 250 }],
      courier_insurance: 185_000,
      ...(cashOnDelivery && { destination_cash_on_delivery: 185_000, destination_cash_on_delivery_type: '7_days' }),
    }),
  });
  return ((await answer.json()) as { pricing: Rate[] }).pricing;
}

/** Rates are asked with insurance. A row without it is the same row minus its fee. */
const priceOf = ({ price, insurance_fee }: Rate): number => price - (isInsured ? 0 : (insurance_fee ?? 0));

/** Hours until it arrives at the latest. */
const hours = ({ shipment_duration_range, shipment_duration_unit }: Rate): number =>
  Number((shipment_duration_range ?? '').split(' - ').at(-1)) * (shipment_duration_unit === 'hours' ? 1 : 24);

function showRates(): void {
  const sorted = [...rates].sort((one, other) => priceOf(one) - priceOf(other));
  const short = shortListOf(sorted);
  const best = new Map([
    [short[1], 'Fastest'],
    [sorted[0], 'Cheapest'],
    [short[0], 'Recommended'],
  ]);
  let place = list.firstChild;
  for (const rate of isWhole ? sorted : short) {
    const row = rows.get(rate.courier_service_code) ?? makeRow(rate);
    row.price.data = rupiah.format(priceOf(rate));
    row.badge.data = best.get(rate) ?? '';
    if (place === row.label) place = place.nextSibling;
    else list.insertBefore(row.label, place);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
  more.hidden = body.hasAttribute('data-all');
  more.textContent = isWhole ? 'Show fewer' : `Show all ${rates.length}`;
}

/** The rates that no other beats in both price and arrival, at most five: the cheapest within three days, then by arrival. */
function shortListOf(sorted: readonly Rate[]): Rate[] {
  const unbeaten: Rate[] = [];
  for (const rate of sorted) {
    const [faster] = unbeaten;
    if (!faster || hours(rate) < hours(faster)) unbeaten.unshift(rate);
  }
  const recommended = sorted.find((rate) => hours(rate) <= 72);
  return [...(recommended ? [recommended] : []), ...unbeaten.filter((rate) => rate !== recommended)].slice(0, 5);
}

function makeRow({
  courier_service_code,
  courier_name,
  courier_service_name,
  shipment_duration_range,
  shipment_duration_unit,
}: Rate): Row {
  const label = prototype?.cloneNode(true) as Element;
  const [radio, ...cells] = label.children;
  (radio as HTMLInputElement).value = courier_service_code;
  const [arrival, price, name, badge] = cells.map(({ firstChild }) => firstChild) as [Text, Text, Text, Text];
  arrival.data = `${(shipment_duration_range ?? '').replace(' - ', '–')} ${shipment_duration_unit}`;
  name.data = `${courier_name} ${courier_service_name}`;
  const row = { label, price, badge };
  rows.set(courier_service_code, row);
  return row;
}

function showPanel(): void {
  const rate = rates.find(({ courier_service_code }) => courier_service_code === chosen);
  if (!rate) return;
  const { shipping_fee, insurance_fee, cash_on_delivery_fee } = rate;
  const parts = [shipping_fee, isInsured ? insurance_fee : 0, cash_on_delivery_fee, priceOf(rate)];
  amounts.forEach((text, index) => {
    text.data = rupiah.format(parts[index] ?? 0);
  });
  panel.hidden = false;
}
