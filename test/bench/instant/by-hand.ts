/**
 * The floor: the screen as a good engineer writes it by hand for this one page. A row is nine nodes; a switch writes the text of
 * its prices and nothing else, a choice the panel alone.
 */
import type { Rate } from '../../../src/contract/index.ts';
import {
  arrivalOf,
  askRates,
  bestOf,
  type Group,
  groupsOf,
  inGroups,
  leastOf,
  moreFrom,
  nothing,
  priceOf,
  rupiah,
} from './quoted.ts';

interface Row {
  rate: Rate;
  label: Element;
  radio: HTMLInputElement;
  name: Text;
  service: Text;
  arrival: Text;
  price: Text;
}

interface Section {
  group: Group;
  row: Row;
  more: Text;
  element: Element;
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
let sections: Section[] = [];
let chosen: Rate | undefined;

void askRates().then((answered) => {
  rates = answered;
  if (inGroups) sections = groupsOf(rates).map(makeSection);
  rows = inGroups ? sections.map(({ row }) => row) : rates.map(makeRow);
  showBadges();
  const shown = inGroups ? sections.map(({ element }) => element) : rows.map(({ label }) => label);
  find('[role=radiogroup]').replaceChildren(...shown);
});

find('form').addEventListener('change', ({ target }) => {
  const { name, value, checked } = target as HTMLInputElement;
  if (name === 'rate') chosen = rates[Number(value)];
  else {
    switched[name as keyof typeof switched] = checked;
    for (const section of sections) showLeast(section);
    for (const { rate, price } of rows) price.data = rupiah.format(priceOf(rate, switched));
    showBadges();
  }
  showPanel();
});

function makeRow(rate: Rate): Row {
  const label = prototype?.cloneNode(true) as Element;
  const [radio, name, service, arrival, price] = label.childNodes as unknown as [
    HTMLInputElement,
    Element,
    Text,
    Element,
    Element,
  ];
  const [nameText, arrivalText, text] = [name, arrival, price].map(({ firstChild }) => firstChild) as [
    Text,
    Text,
    Text,
  ];
  const row = { rate, label, radio, name: nameText, service, arrival: arrivalText, price: text };
  fill(row, rate);
  return row;
}

function fill(row: Row, rate: Rate): void {
  row.rate = rate;
  row.radio.value = `${rates.indexOf(rate)}`;
  row.radio.checked = rate === chosen;
  row.name.data = rate.courier_name ?? '';
  row.service.data = rate.courier_service_name ?? '';
  row.arrival.data = arrivalOf(rate);
  row.price.data = rupiah.format(priceOf(rate, switched));
}

function makeSection(group: Group): Section {
  const element = document.createElement('div');
  element.innerHTML = '<div class="heading"><h5> </h5><button type="button"> </button></div>';
  const [heading, button] = element.querySelectorAll('h5, button');
  const row = makeRow(leastOf(group, switched).rate);
  element.append(row.label);
  (heading?.firstChild as Text).data = group.speed;
  const section = { group, row, more: button?.firstChild as Text, element };
  showLeast(section);
  return section;
}

function showLeast({ group, row, more }: Section): void {
  const { rate, others } = leastOf(group, switched);
  if (rate !== row.rate) fill(row, rate);
  more.data = moreFrom(group.rates.length - 1, others);
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
    const praised = rows.find(({ rate }) => rate === best[name as keyof typeof best]);
    const arrival = praised?.label.querySelector('small');
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
