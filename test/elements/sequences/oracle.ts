import type { Rate } from '../../../src/contract/index.ts';
import { type Asked, fees, type Pair } from './service.ts';

/** A row as it has to be on screen. */
export interface Told {
  key: string;
  price: number;
  /** Whether it can be paid at the door. */
  collects: boolean;
  insures: boolean;
}

interface Said extends Pair {
  row: Rate | undefined;
}

const keyOf = (row: Rate) => `${row.courier_code}/${row.courier_service_code}`;

/** The latest answers that belong together: one about everything, and what was asked beside it since; and their question. */
export function together(asked: readonly Asked[], isWhole: (question: string) => boolean) {
  const answered = asked.filter(({ outcome }) => outcome === 'answered' || outcome === 'no-courier');
  const questionOf = (record: Asked) => {
    if (isWhole(record.question)) return record.question;
    const before = asked[asked.indexOf(record) - 1];
    // Refused for what is asked beside the carriage, everything is asked once more without it.
    const instead = before?.outcome === 'refused' && before.couriers.length === record.couriers.length;
    return instead && isWhole(before.question) ? before.question : undefined;
  };
  const first = answered.findLastIndex((record) => questionOf(record) !== undefined);
  const begun = answered[first];
  return { question: (begun && questionOf(begun)) ?? '', answers: begun ? answered.slice(first) : [] };
}

/** What these answers come to as the switches stand, by the prices that the service makes; and whom they say nothing of. */
export function oracle(answers: readonly Asked[], { insured, paid }: Pair): { rows: Told[]; lacking: string[] } {
  const said = new Map<string, Said[]>();
  for (const [index, { couriers, rates, ...asked }] of answers.entries()) {
    const keys = new Set([
      ...rates.map(keyOf),
      ...[...said.keys()].filter((key) => couriers.includes(key.split('/')[0] ?? '')),
    ]);
    for (const key of keys) {
      const row = rates.find((rate) => keyOf(rate) === key);
      const before = said.get(key) ?? withoutIt(answers.slice(0, index), key);
      const known = priceOf(before, asked);
      const moved = row && known?.row && known.price !== row.price;
      said.set(key, [...(moved ? [] : before), { insured: asked.insured, paid: asked.paid, row }]);
    }
  }
  const rows: Told[] = [];
  const lacking = new Set<string>();
  for (const [key, latest] of said) {
    const found = priceOf(latest, { insured, paid });
    if (!found) {
      lacking.add(key.split('/')[0] ?? '');
      continue;
    }
    const { row, price } = found.row || !paid ? found : withoutCash(latest, insured);
    if (!row) continue;
    const { available_for_cash_on_delivery: collects, available_for_insurance: insures } = row;
    rows.push({ key, price, collects: found.row !== undefined && collects === true, insures: insures === true });
  }
  for (const answer of answers) {
    if (paid || !answer.paid || answer.rates.some((row) => !row.available_for_cash_on_delivery)) continue;
    const heard = (code: string) =>
      answer.rates.some((row) => row.courier_code === code) ||
      answers.some((other) => !other.paid && other.couriers.includes(code));
    for (const code of answer.couriers) if (!heard(code)) lacking.add(code);
  }
  return { rows, lacking: [...lacking] };
}

/** A service that is not offered with cash on delivery stays listed where it is without that: it cannot be had, and is not gone. */
function withoutCash(said: readonly Said[], insured: boolean) {
  const others = said.filter(({ paid }) => !paid);
  const row = others.findLast((one) => one.row)?.row;
  return priceOf(others, { insured, paid: false }) ?? { row, price: row?.price ?? 0 };
}

/** A service that is new was in none of the answers that its courier was asked for before. */
const withoutIt = (answers: readonly Asked[], key: string): Said[] =>
  answers
    .filter(({ couriers }) => couriers.includes(key.split('/')[0] ?? ''))
    .map(({ insured, paid }) => ({ insured, paid, row: undefined }));

function priceOf(said: readonly Said[], { insured, paid }: Pair) {
  for (const { row, ...asked } of [...said].reverse()) {
    if (asked.insured === insured && asked.paid === paid) return { row, price: row?.price ?? 0 };
    if (!row) continue;
    const [wantsInsurance, wantsCash] = [
      insured && row.available_for_insurance,
      paid && row.available_for_cash_on_delivery,
    ];
    const [hadInsurance, hadCash] = [
      asked.insured && row.available_for_insurance,
      asked.paid && row.available_for_cash_on_delivery,
    ];
    if ((wantsInsurance && !hadInsurance) || (wantsCash && !hadCash)) continue;
    const same = wantsInsurance === hadInsurance && wantsCash === hadCash;
    if (!same && row.shipping_fee === undefined) continue;
    const price =
      Number((row as { carriage?: number }).carriage) +
      (wantsInsurance ? fees.insured : 0) +
      (wantsCash ? fees.paid : 0);
    return { row, price };
  }
  return undefined;
}
