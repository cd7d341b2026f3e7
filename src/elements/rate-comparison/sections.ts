import type { Rate } from '../../contract/index.ts';
import {
  type Badge,
  badges,
  cheapestOf,
  type ExtraName,
  groupBySpeed,
  recommendedOf,
  type Switches,
  serviceKey,
  splitByWishes,
} from '../../quote/index.ts';

/** What a list is made of: all rates, or those of one speed, and behind them those that lack what is switched on. */
export type Section = {
  /** Tells it from the others, and says whether it is open. */
  id: string;
  rates: readonly Rate[];
  /** Keys of the rates that are in sight while it is closed, beside those that the shopper has chosen. */
  first: ReadonlySet<string>;
} & ({ kind: 'all' } | { kind: 'speed'; speed: string } | { kind: 'without'; extra: ExtraName });

export interface Sections {
  sections: readonly Section[];
  best: ReadonlyMap<string, readonly Badge[]>;
  /** The key of the rate that is recommended. */
  recommended: string | undefined;
  /** What a rate is without, of what is switched on. */
  lacks: ReadonlyMap<Rate, ExtraName>;
  /** How many rates have all that is switched on. */
  count: number;
}

interface Divided {
  rates: readonly Rate[];
  switches: Switches;
  /** Whether they are divided by speed. */
  grouped: boolean;
  /** How many are in sight where they are not. */
  rows: number;
  /** What the shop recommends. */
  recommended: string | null | undefined;
}

export function divide({ rates, switches, grouped, rows, recommended: said }: Divided): Sections {
  const { met, without, lacks } = splitByWishes(rates, switches);
  const recommended = recommendedOf(met, said);
  const keys = (some: readonly (Rate | undefined)[]) => {
    const own = some.flatMap((rate) => (rate ? serviceKey(rate) : []));
    return new Set(recommended ? [...own, recommended] : own);
  };
  const sections: Section[] = grouped
    ? groupBySpeed(met).map(({ speed, rates }) => ({
        kind: 'speed',
        id: speed,
        speed,
        rates,
        first: keys([cheapestOf(rates)]),
      }))
    : [{ kind: 'all', id: 'all', rates: met, first: keys(met.slice(0, rows)) }];
  for (const { extra, rates } of without) {
    sections.push({ kind: 'without', id: `without-${extra}`, extra, rates, first: new Set() });
  }
  return { sections, best: badges(met), recommended, lacks, count: met.length };
}

/** The rates of a section that are in sight, and those that are behind its button. */
export function inSight({ rates, first }: Section, kept: ReadonlySet<string>): { shown: Rate[]; hidden: Rate[] } {
  const shown: Rate[] = [];
  const hidden: Rate[] = [];
  for (const rate of rates) {
    const key = serviceKey(rate);
    (first.has(key) || kept.has(key) ? shown : hidden).push(rate);
  }
  return { shown, hidden };
}
