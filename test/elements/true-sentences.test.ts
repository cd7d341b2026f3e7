import { expect } from 'chai';
import { html } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Rate, RatesRequest } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { readersZone, type ShopCalendar, serviceKey, shopCalendar, zones } from '../../src/quote/index.ts';
import { clientOf, next, one, render, textOf } from '../support/elements.ts';
import { item, json, rate, shipment } from '../support/fixtures.ts';
import { type ReadRow, readArrival, readRows, untruths } from '../support/read-rows.ts';
import { TestClock } from '../support/test-clock.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** Numbers from 0 to 1 that follow from a seed. */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, one: <Value>(...values: readonly Value[]) => values[below(values.length)] as Value };
}

const couriers = ['jne', 'jnt', 'ninja', 'sap', 'sicepat', 'anteraja', 'tiki', 'gojek', 'jntcargo'];

/** A quote, a calendar, a moment, switches and a language. */
function draw(seed: number) {
  const { below, one } = dice(seed);
  const rows = Array.from({ length: 2 + below(10) }, (_nothing, index): Rate => {
    const inHours = one(true, false, false);
    const least = inHours ? one(1, 2, 6) : one(0, 1, 1, 2, 3);
    const courier_code = one(...couriers);
    return rate({
      ...{ courier_code, courier_name: courier_code.toUpperCase(), courier_service_code: `s${index}` },
      shipping_fee: (8 + below(20)) * 500,
      shipping_type: courier_code === 'jntcargo' ? 'freight' : 'parcel',
      duration: null,
      shipment_duration_range: one(true, true, true, true, true, false) ? `${least} - ${least + below(4)}` : null,
      shipment_duration_unit: inHours ? 'hours' : 'days',
      // The cargo courier always insures.
      available_for_insurance: courier_code === 'jntcargo' || one(true, true, false),
      available_for_cash_on_delivery: one(true, true, false),
    });
  });
  const zone = one('WIB', 'WITA', 'WIT') as ShopCalendar['zone'];
  const cutOff = one('12:00', '15:00', '09:00-17:00');
  const week = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', one('sat', 'fri')].map((name) => [name, cutOff]));
  return {
    ...{ rows, zone, lang: one('en', 'id'), declared: one(150_000, 1_500_000) },
    dates: one('calendar', 'calendar', 'ready-at', 'none'),
    calendar: { zone, days: week, prepareHours: one(0, 0, 24) },
    // Also in the weeks of Idul Fitri, which is on 10 March 2027.
    start: Date.parse('2026-11-20T00:00Z') + below(150 * 24 * 60) * minute,
    insurance: one(true, false),
    cashOnDelivery: one(true, false),
    later: one(minute, hour, 9 * hour, day, 3 * day),
    switched: one('insurance', 'cashOnDelivery') as 'insurance' | 'cashOnDelivery',
    chosen: one(true, true, false) ? serviceKey(one(...rows)) : null,
    goods: one(undefined, 175_000),
  };
}

/** The row as the service answers it: some couriers take more for an extra than others. */
function answered(row: Rate, { courier_insurance, destination_cash_on_delivery }: Partial<RatesRequest>): Rate {
  const dear = 1 + (row.courier_code.length % 4);
  const insurance_fee = courier_insurance && row.available_for_insurance ? 500 * dear ** 2 : 0;
  const cash_on_delivery_fee = destination_cash_on_delivery && row.available_for_cash_on_delivery ? 800 * dear ** 2 : 0;
  return {
    ...row,
    insurance_fee,
    cash_on_delivery_fee,
    price: Number(row.shipping_fee) + insurance_fee + cash_on_delivery_fee,
  };
}

/** Draws a widget, and reads it at once, after a switch, and after some time. */
async function untrueSentences(seed: number): Promise<string[]> {
  const drawn = draw(seed);
  const { rows, zone, lang, start } = drawn;
  const clock = new TestClock(start);
  const client = clientOf(async (request) => {
    const asked: RatesRequest = await request.json();
    return json({ success: true, pricing: rows.map((row) => answered(row, asked)) });
  });
  const widget = html`
    <ship-rate-comparison .clock=${clock} lang=${lang} couriers=${couriers.join()} .client=${client}
      .insurance=${drawn.insurance} .cashOnDelivery=${drawn.cashOnDelivery}
      .calendar=${drawn.dates === 'calendar' ? shopCalendar(drawn.calendar) : undefined}
      .readyAt=${drawn.dates === 'ready-at' ? new Date(start + 20 * hour) : undefined}
    ></ship-rate-comparison>
  `;
  const comparison = await render<RateComparisonElement>(html`${keyed(seed, widget)}`);
  const quoted = next(comparison, 'ship-rates');
  comparison.shipment = { ...shipment, items: [{ ...item, value: drawn.declared, quantity: 1 }] };
  await quoted;
  Object.assign(comparison, { value: drawn.chosen, cashOnDeliveryAmount: drawn.goods });
  await comparison.updateComplete;
  while (comparison.status !== 'ready') await new Promise(requestAnimationFrame);
  const keysWith = (flag: 'available_for_insurance' | 'available_for_cash_on_delivery') =>
    new Set(rows.filter((row) => row[flag]).map(serviceKey));
  const insurable = keysWith('available_for_insurance');
  const able = { insurance: insurable, 'cash-on-delivery': keysWith('available_for_cash_on_delivery') };
  const found: string[] = [];
  const read = async (when: string) => {
    await comparison.updateComplete;
    const told = drawn.dates === 'ready-at' ? readersZone() : zone;
    const wall = clock.now() + zones[told] * hour;
    const short = readRows(comparison.renderRoot, wall);
    const more = comparison.renderRoot.querySelector<HTMLElement>('[part=more]');
    more?.click();
    await comparison.updateComplete;
    const fold = comparison.renderRoot.querySelector<HTMLElement>('.fold');
    fold?.click();
    await comparison.updateComplete;
    const whole = readRows(comparison.renderRoot, wall);
    const all = more ? whole : short;
    found.push(
      ...[...untruths(short, all, wall, insurable), ...untruths(whole, all, wall, insurable)].map(
        (said) => `${when}: ${said}`,
      ),
    );
    const beside = [
      ...cutOffUntruths(comparison, wall),
      ...unsorted(whole, more !== null),
      ...switchUntruths(comparison, all, able),
      ...sumUntruths(comparison, all, drawn, wall),
    ];
    found.push(...beside.map((said) => `${when}: ${said}`));
    if (more) one<HTMLElement>(comparison, '[part=more]').click();
    await comparison.updateComplete;
  };
  await read('at first');
  comparison[drawn.switched] = !comparison[drawn.switched];
  await comparison.updateComplete;
  while (comparison.status !== 'ready') await new Promise(requestAnimationFrame);
  await read('after a switch');
  clock.pass(drawn.later);
  await read('later');
  clock.sleep(drawn.later);
  await read('after sleep');
  return found.map((said) => `seed ${seed}, ${new Date(start).toISOString()} ${drawn.dates} ${zone}, ${said}`);
}

/** "Order before 15:00 WIB (2 hours left)" stands in the chosen row alone, and is in the future. */
function cutOffUntruths({ renderRoot }: RateComparisonElement, wall: number): string[] {
  const lines = [...renderRoot.querySelectorAll<HTMLElement>('.until:not(.invisible)')];
  return lines.flatMap((line) => {
    const text = textOf(line).replaceAll('\u00a0', ' ');
    const [, until = '', left] = /^(?:Order before|Pesan sebelum) (.*?)(?: \((.*?) (?:left|lagi)\))?$/.exec(text) ?? [];
    const [, hours = '', minutes = '', zone] = /(\d\d)[:.](\d\d) (WIB|WITA|WIT)$/.exec(until) ?? [];
    const time = (Number(hours) * 60 + Number(minutes)) * minute;
    const now = wall % day;
    const isLeft =
      !left || (time > now && left.startsWith(String(Math.floor((time - now) / (time - now >= hour ? hour : minute)))));
    return zone && isLeft && line.closest('label')?.matches(':has(:checked)') ? [] : [text];
  });
}

/** The open list has the cheapest first, as the rows say it. */
function unsorted(rows: readonly ReadRow[], isOpen: boolean): string[] {
  const amounts = rows.filter(({ isLacking }) => !isLacking).map(({ price }) => price);
  return isOpen && amounts.some((price, index) => price < (amounts[index - 1] ?? 0)) ? [`not sorted: ${amounts}`] : [];
}

const chosenIn = ({ renderRoot }: RateComparisonElement, rows: readonly ReadRow[]) =>
  rows.find(({ key }) => key === renderRoot.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value);

const rupiahIn = (text: string): number => Number(text.replace(/\D/g, ''));

/** "No insurance. Use JNE, +Rp 2,800": the cheapest that has the extra, and what it costs more. "No insurance" stands above no cover. */
function switchUntruths(
  comparison: RateComparisonElement,
  rows: readonly ReadRow[],
  able: Readonly<Record<string, ReadonlySet<string>>>,
): string[] {
  const chosen = chosenIn(comparison, rows);
  return [...comparison.renderRoot.querySelectorAll<HTMLElement>('.line:has(input)')].flatMap((line) => {
    const text = textOf(line);
    const contradicts = /No insurance|Tanpa asuransi/.test(text) && /Covers|Ganti rugi/.test(text);
    const way = line.querySelector<HTMLElement>('.instead');
    if (!way || !chosen) return contradicts ? [text] : [];
    const can = able[line.querySelector('input')?.id ?? ''];
    const others = rows.filter(({ key, isLacking }) => can?.has(key) && !isLacking);
    const chipOf = (row: ReadRow) =>
      comparison.renderRoot.querySelector(`input[value="${row.key}"]`)?.closest('label')?.querySelector('.chip')
        ?.textContent;
    const least = Math.min(...others.map(({ price }) => price));
    const names = others.filter(({ price }) => price === least).map(chipOf);
    const reason = line.querySelector('input')?.getAttribute('aria-description') ?? '';
    const [, name = '', more = ''] = /^(?:Use|Pakai) (.*), (.*)$/.exec(textOf(way)) ?? [];
    const isNamed = reason.startsWith(`${chipOf(chosen)} `) && names.some((chip) => `${name} `.startsWith(`${chip} `));
    const costsMore = least - chosen.price;
    const isTrue = rupiahIn(more) === Math.abs(costsMore) && more.startsWith('+') === costsMore >= 0;
    return isNamed && isTrue && !contradicts ? [] : [text];
  });
}

/** The sum is that of the chosen row, with the goods if the page says what they cost, and is there by the row's last day. */
function sumUntruths(
  comparison: RateComparisonElement,
  rows: readonly ReadRow[],
  { goods, declared }: { goods: number | undefined; declared: number },
  wall: number,
): string[] {
  const line = comparison.renderRoot.querySelector<HTMLElement>('.sum');
  const chosen = chosenIn(comparison, rows);
  if (!line || !chosen) return [];
  const [text, amount] = [textOf(line), line.querySelector('strong')?.textContent ?? ''];
  const isWhole = /^(Total with|Total dengan|Pay at the door|Bayar saat tiba)/.test(text);
  const isSum = rupiahIn(amount) === chosen.price + (isWhole ? (goods ?? declared) : 0);
  const [, date] = /\b(?:By|Paling lambat) (.*)$/.exec(text) ?? [];
  const latest = date && readArrival(date, wall)?.latest;
  const isLatest = !latest || Math.ceil((chosen.arrival?.latest ?? 0) / day) * day === latest;
  return isSum && isLatest && !(date && chosen.arrival?.later) ? [] : [`${text} for ${chosen.lead} ${chosen.price}`];
}

describe('what a comparison says of dates and prices', () => {
  for (let first = 0; first < 500; first += 25)
    it(`is true of the rows that can be chosen: quotes ${first} to ${first + 24}`, async () => {
      const found: string[] = [];
      for (let seed = first; seed < first + 25; seed += 1) found.push(...(await untrueSentences(seed)));
      expect(found.join('\n')).to.equal('');
    });
});
