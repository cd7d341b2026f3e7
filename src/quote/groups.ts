import type { Rate } from '../contract/index.ts';
import { type ExtraName, extraRows, type Switches } from './extras.ts';
import { speedOf, speeds } from './speed.ts';

/** So many rates are taken in at a glance; more of them are grouped. */
export const glance = 8;

export interface RateGroup {
  /** A speed of ours, or the service's own word for one. */
  speed: string;
  /** In the order in which they were given. */
  rates: Rate[];
}

/** The rates by how fast they are, fastest first; what nobody says the speed of is as regular as any. */
export function groupBySpeed(rates: readonly Rate[]): RateGroup[] {
  const groups = new Map<string, Rate[]>(speeds.map((speed) => [speed, []]));
  for (const rate of rates) {
    const speed = speedOf(rate) ?? 'standard';
    const group = groups.get(speed) ?? [];
    group.push(rate);
    groups.set(speed, group);
  }
  return [...groups].flatMap(([speed, rates]) => (rates.length ? { speed, rates } : []));
}

/** What is switched on and not to be had with a rate; of several, what keeps it from being chosen. */
export function lacking(rate: Rate, switched: Partial<Switches>): ExtraName | undefined {
  const lacks = extraRows.filter(
    ({ property, availability }) => switched[property] && availability(rate) === 'unavailable',
  );
  return (lacks.find(({ obstacle }) => obstacle(rate)) ?? lacks[0])?.property;
}

export interface Wishes {
  /** The rates that have all that is switched on. */
  met: Rate[];
  /** The others, by what they are without; none where there is none. */
  without: { extra: ExtraName; rates: Rate[] }[];
  /** What a rate is without. */
  lacks: ReadonlyMap<Rate, ExtraName>;
}

/** The rates by what is switched on: those that have it, and those that do not. */
export function splitByWishes(rates: readonly Rate[], switched: Partial<Switches>): Wishes {
  const lacks = new Map<Rate, ExtraName>();
  for (const rate of rates) {
    const extra = lacking(rate, switched);
    if (extra) lacks.set(rate, extra);
  }
  const without = extraRows.map(({ property: extra }) => ({
    extra,
    rates: rates.filter((rate) => lacks.get(rate) === extra),
  }));
  return {
    met: rates.filter((rate) => !lacks.has(rate)),
    without: without.filter(({ rates }) => rates.length),
    lacks,
  };
}
