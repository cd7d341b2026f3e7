import { type Rate, sameAmount } from '../contract/index.ts';
import { type Quoted, rateUnable, rateWith } from './combinations.ts';
import { extraRows, isSameSwitches, type Switches } from './extras.ts';
import { serviceKey } from './service-key.ts';

/** What the service has said of these couriers, asked with these switches. */
export interface Answer {
  readonly asked: Switches;
  /** The codes that were asked, of couriers that could have a rate at all. */
  readonly couriers: readonly string[];
  readonly rates: readonly Rate[];
}

/** One service in one answer; without a rate where it is not offered with these switches. */
interface Said {
  readonly asked: Switches;
  readonly courier: string;
  readonly rate: Rate | undefined;
}

/** All that was answered to one question, latest first. */
export interface Answers {
  readonly answers: readonly Answer[];
  /** By the key of the service. */
  readonly services: ReadonlyMap<string, readonly Said[]>;
}

/** The rows as the switches stand. */
export interface Prices {
  readonly rates: readonly Rate[];
  /** Couriers that have to be asked with these switches, because nothing that was said tells their prices. */
  readonly lacking: readonly string[];
}

export const noAnswers: Answers = { answers: [], services: new Map() };

/**
 * Takes an answer in. What is asked for itself counts before what was added up, and where it differs from that, whatever was
 * said of the service before is outdated.
 */
export function takeIn({ answers, services }: Answers, answer: Answer): Answers {
  const { asked, couriers, rates } = answer;
  const said = new Map(services);
  const rows = new Map(rates.map((rate) => [serviceKey(rate), rate]));
  const gone = [...services].filter(([key, [latest]]) => !rows.has(key) && latest && couriers.includes(latest.courier));
  for (const key of [...rows.keys(), ...gone.map(([key]) => key)]) {
    const rate = rows.get(key);
    const courier = rate?.courier_code ?? services.get(key)?.[0]?.courier ?? '';
    const before = services.get(key) ?? withoutIt(answers, courier);
    const known = priceOf(before, asked)?.rate;
    const moved = rate && known && !sameAmount(rate.price, known.price);
    const still = moved ? [] : before.filter((one) => !isSameSwitches(one.asked, asked));
    said.set(key, [{ asked, courier, rate }, ...still]);
  }
  return { answers: [answer, ...answers], services: said };
}

/** What was said, latest first, of a service that is new: it was not among the rates of its courier. */
function withoutIt(answers: readonly Answer[], courier: string): Said[] {
  return answers.flatMap(({ asked, couriers }) =>
    couriers.includes(courier) ? { asked, courier, rate: undefined } : [],
  );
}

export function pricesWith({ answers, services }: Answers, switched: Switches): Prices {
  const rates: Rate[] = [];
  const lacking = new Set<string>();
  for (const said of services.values()) {
    const price = priceOf(said, switched);
    const rate = price ? (price.rate ?? unableRow(said, switched)?.rate) : undefined;
    if (rate) rates.push(rate);
    else if (!price && said[0]) lacking.add(said[0].courier);
  }
  for (const courier of answers.flatMap((answer) => leftOut(answer, answers, switched))) lacking.add(courier);
  return { rates, lacking: [...lacking] };
}

/** Each service with what tells most of it: for saying what a switch adds. */
export function quotedWith({ services }: Answers, switched: Switches): Quoted[] {
  const quoted: Quoted[] = [];
  const told = (asked: Switches) => extraRows.filter(({ property }) => asked[property] && switched[property]).length;
  for (const said of services.values()) {
    // What every answer lists is offered: its prices need not be worked out.
    const price = said.every(({ rate }) => rate) ? undefined : priceOf(said, switched);
    let best = price && !price.rate ? unableRow(said, switched) : undefined;
    if (!best)
      for (const { asked, rate } of said) if (rate && (!best || told(asked) > told(best.asked))) best = { rate, asked };
    if (best) quoted.push(best);
  }
  return quoted;
}

/** Undefined where nobody has said it; without a rate where the service is not offered so. */
function priceOf(said: readonly Said[], switched: Switches): { rate: Rate | undefined } | undefined {
  for (const { asked, rate } of said) {
    if (isSameSwitches(asked, switched)) return { rate };
    const made = rate && rateWith({ rate, asked }, switched);
    if (made) return { rate: made };
  }
  return undefined;
}

/**
 * Of a service that is not offered so, and is without an extra that thins what is listed: its row without that, as one that cannot do
 * it. Undefined where it is gone.
 */
function unableRow(said: readonly Said[], switched: Switches): Quoted | undefined {
  for (const extra of extraRows) {
    const { property, unable } = extra;
    if (!unable || !switched[property]) continue;
    const without = said.filter(({ asked }) => !asked[property]);
    const others = { ...switched, [property]: false };
    const price = priceOf(without, others);
    // What the other switches add to it is asked once it can be chosen.
    const { asked, rate } = price ? { asked: others, ...price } : (without.find((one) => one.rate) ?? {});
    if (asked && rate) return { asked, rate: rateUnable(rate, extra) };
  }
  return undefined;
}

/**
 * Couriers that may be missing only because of what was asked. Rows that cannot do it stay listed (contract/README.md §3.2);
 * where an answer has no such row, and nothing of some courier, that courier is asked without it.
 */
function leftOut({ asked, couriers, rates }: Answer, answers: readonly Answer[], switched: Switches): string[] {
  return extraRows.flatMap(({ property, unable, availability }) => {
    if (!unable || !asked[property] || switched[property]) return [];
    if (rates.some((rate) => availability(rate) === 'unavailable')) return [];
    const without = answers.filter((answer) => !answer.asked[property]);
    return couriers.filter(
      (code) =>
        !rates.some(({ courier_code }) => courier_code === code) &&
        !without.some((answer) => answer.couriers.includes(code)),
    );
  });
}
