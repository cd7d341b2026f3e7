/**
 * The floor: the widget's screen as a good engineer writes it by hand for this one page. A switch writes prices, badges, bill and sum.
 * A choice writes bill and sum alone. No row moves.
 */
import type { Rate } from '../../../src/contract/index.ts';
import {
  arrivalOf,
  askRates,
  badgesOf,
  billOf,
  type Extras,
  priceOf,
  rupiah,
  shortList,
  spoken,
  sumOf,
  wholeList,
} from './screen.ts';

interface Row {
  radio: HTMLInputElement;
  price: Text;
  badge: Text;
}

const { body } = document;
const line = (name: keyof Extras, label: string, hint: string) =>
  `<label class="line"><input type="checkbox" role="switch" name="${name}" aria-label="${label}"><span>${label}</span><span class="fee"> </span><small>${hint}</small></label>`;
/** The answer in a page whose server has written the rows, too. */
const pricing = document.getElementById('pricing')?.textContent;
if (!pricing)
  body.innerHTML = `
  <form>
    <div class="title"><h3>Delivery to 40111</h3></div>
    <div role="radiogroup" aria-label="Delivery"><p>Loading delivery options…</p></div>
    <button type="button" class="more" hidden></button>
    <fieldset aria-label="Extras" hidden>
      <div part="breakdown" class="line base"><span>Shipping</span><span class="fee"> </span></div>
      ${line('insurance', 'Insurance', 'Covers Rp 185,000')}
      ${line('cashOnDelivery', 'Cash on delivery', 'Cash at the door')}
    </fieldset>
    <div class="bar" hidden>
      <p class="sum"><span> </span> <strong> </strong></p>
      ${body.hasAttribute('data-button') ? '<button type="button" class="primary">Book delivery</button>' : ''}
    </div>
  </form>`;

const template = document.createElement('template');
template.innerHTML =
  '<label class="row" part="row"><input type="radio" part="radio" name="rate"><b> </b><span part="price"> </span><span class="by"><span class="chip"> </span> <small> </small></span><i part="badge"> </i></label>';
const [prototype] = template.content.children;

const find = (selector: string) => body.querySelector(selector) as HTMLElement;
/** A server writes no empty text. */
const textIn = (cell: Element): Text => (cell.firstChild ?? cell.appendChild(new Text())) as Text;
const textOf = (selector: string) => textIn(find(selector));
const form = find('form');
const list = find('[role=radiogroup]');
const more = find('.more');
const [bill, bar] = [find('fieldset'), find('.bar')];
const [label, amount] = [textOf('.sum span'), textOf('.sum strong')];
const fees = [...bill.querySelectorAll('.fee')].map(textIn);
/** By service code: the same row shows the prices with and without COD. */
const rows = new Map<string, Row>();
/** One answer with COD, one without. */
const answers = new Map<boolean, Promise<Rate[]>>();
const extras: Extras = { insurance: false, cashOnDelivery: false };
let rates: Rate[] = [];
let short: string[] = [];
let isWhole = body.hasAttribute('data-all');
let chosen = '';

if (pricing) takeOver(JSON.parse(pricing));
else void showAnswer();
// The first price takes a formatter tens of milliseconds. It is built while the service is thinking, as the widget does.
rupiah.format(0);

more.addEventListener('click', () => {
  isWhole = !isWhole;
  showList();
});

form.addEventListener('change', ({ target }) => {
  const { name, value, checked } = target as HTMLInputElement;
  if (name === 'rate') {
    chosen = value;
    return showChoice();
  }
  extras[name as keyof Extras] = checked;
  if (name === 'cashOnDelivery') return void showAnswer();
  showPrices();
});

/** COD is a question of its own: until its answer is there, the old prices stay and look provisional. */
async function showAnswer(): Promise<void> {
  const { cashOnDelivery } = extras;
  form.classList.add('stale');
  const asked = answers.get(cashOnDelivery) ?? askRates(cashOnDelivery);
  answers.set(cashOnDelivery, asked);
  rates = await asked;
  form.classList.remove('stale');
  if (bill.hidden) {
    short = shortList(rates);
    showList();
    bill.hidden = bar.hidden = false;
  } else showPrices();
}

/** Takes over the rows in the page. */
function takeOver(answer: Rate[]): void {
  rates = answer;
  answers.set(false, Promise.resolve(answer));
  short = shortList(rates);
  for (const label of list.children) {
    const [radio, , price, , badge] = label.children as unknown as [
      HTMLInputElement,
      Element,
      Element,
      Element,
      Element,
    ];
    rows.set(radio.value, { radio, price: textIn(price), badge: textIn(badge) });
    if (radio.checked) chosen = radio.value;
  }
  showPrices();
}

function showList(): void {
  rows.clear();
  const shown = isWhole ? wholeList(rates).map(makeRow) : short.map((code) => makeRow(rateOf(code) as Rate));
  list.replaceChildren(...shown);
  more.hidden = body.hasAttribute('data-all');
  more.textContent = isWhole ? 'Show fewer' : `${rates.length - short.length} more`;
  showPrices();
}

function makeRow(rate: Rate): Element {
  const label = prototype?.cloneNode(true) as Element;
  const [radio, arrival, price, by, badge] = label.children;
  const [chip, name] = by?.children ?? [];
  const code = rate.courier_service_code;
  const input = radio as HTMLInputElement;
  input.value = code;
  input.checked = code === chosen;
  const write = (cell: Element | undefined, text: string | null | undefined) => {
    const node = cell?.firstChild as Text;
    node.data = text ?? '';
    return node;
  };
  write(arrival, arrivalOf(rate));
  write(chip, rate.courier_name);
  write(name, rate.courier_service_name);
  rows.set(code, { radio: input, price: write(price, ''), badge: write(badge, '') });
  return label;
}

function rateOf(code: string): Rate | undefined {
  return rates.find(({ courier_service_code }) => courier_service_code === code);
}

function showPrices(): void {
  const badges = badgesOf(rates, short, extras);
  for (const rate of rates) {
    const row = rows.get(rate.courier_service_code);
    if (!row) continue;
    const price = rupiah.format(priceOf(rate, extras));
    row.price.data = price;
    row.radio.ariaLabel = spoken(rate, price);
    row.badge.data = badges.get(rate.courier_service_code) ?? '';
  }
  showChoice();
}

function showChoice(): void {
  const rate = rateOf(chosen);
  const { shipping, insurance, cashOnDelivery } = billOf(rate);
  [shipping, insurance, cashOnDelivery].forEach((text, index) => {
    const fee = fees[index];
    if (fee) fee.data = text;
  });
  const sum = sumOf(rate, extras);
  label.data = sum.label;
  amount.data = sum.amount;
}
