import * as fc from 'fast-check';
import { acts, inWords, type Step, take } from './acts.ts';
import { Oracle } from './oracle.ts';
import { type Broken, Page } from './page.ts';
import { type Settings, settings, settingsInWords } from './settings.ts';

export interface Sequence extends Settings {
  steps: readonly Step[];
}

/** First steps, so that many orders are in progress when something happens to them. */
const chosen: Step[] = [
  ['rates', 'rates'],
  ['choose', 'jne/reg'],
];
const ordered: Step[] = [...chosen, ['order', 1], ['rates', 'rates']];
const placed: Step[] = [...ordered, ['orders', 'done']];
const collected: Step[] = [...chosen, ['switch', 'cash-on-delivery'], ['rates', 'rates']];
const beginnings: Step[][] = [
  ...[[], [['rates', 'rates'] as const], chosen, collected, [...collected, ['order', 1] as const]],
  ...[ordered, placed, [...ordered, ['orders', 'lost'] as const]],
];

const step = fc.oneof(
  ...Object.entries(acts).map(([name, { often, ways }]) => ({
    weight: often,
    arbitrary: fc
      .tuple(fc.constantFrom<readonly unknown[]>(...ways.map((way: unknown) => [way])), fc.nat(4))
      .map(([[way], nth]) => (nth ? [name, way] : [name, way, 'at once']) as unknown as Step),
  })),
);

const sequences: fc.Arbitrary<Sequence> = fc
  .tuple(settings, fc.constantFrom(...beginnings), fc.array(step, { minLength: 20, maxLength: 30, size: 'max' }))
  .map(([given, begun, steps]) => ({ ...given, steps: [...begun, ...steps] }));

/** The sequence of a seed. */
export const sequenceOf = (seed: number): Sequence => fc.sample(sequences, { seed, numRuns: 1 })[0] as Sequence;

/** Plays a sequence to its end, or to the first promise that it breaks. */
export async function play({ steps, ...given }: Sequence): Promise<Page> {
  const page = new Page(given);
  const oracle = new Oracle(page);
  await page.open();
  try {
    oracle.check();
    for (const step of steps) {
      if (page.broken) break;
      await take(page, step);
      if (step[2]) continue;
      await page.settle();
      if (!page.broken) oracle.check();
    }
    if (!page.broken) await page.finish();
    if (!page.broken) oracle.check();
  } catch (thrown) {
    page.fail('plays', `${(thrown as Error).stack}`);
  } finally {
    page.close();
  }
  return page;
}

/** Leaves out steps, as long as the same promise is broken without them. */
export async function shrunk(sequence: Sequence, { promise }: Broken): Promise<Sequence> {
  let shortest = sequence;
  for (let size = 16; size >= 1; ) {
    const { steps } = shortest;
    const shorter = [...Array(Math.ceil(steps.length / size)).keys()].map((nth) => ({
      ...shortest,
      steps: steps.filter((_step, index) => Math.floor(index / size) !== nth),
    }));
    const pages = await Promise.all(shorter.map(play));
    const found = shorter.find((_sequence, index) => pages[index]?.broken?.promise === promise);
    if (found) shortest = found;
    else size /= 2;
  }
  return shortest;
}

/** A sequence as a numbered list in plain words. */
export const story = ({ steps, ...given }: Sequence): string =>
  [`Given ${settingsInWords(given)}:`, ...steps.map((step, index) => `${index + 1}. ${inWords(step)}`)].join('\n');
