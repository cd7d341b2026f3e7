import { type Contender, type Maker, type Screen, screens } from './contenders.ts';
import type { ThreadClock } from './thread-clock.ts';
import type { Act, Visit } from './visit.ts';

export interface Measured {
  visits: readonly Visit[];
  clock: ThreadClock;
  /** Bytes of each page and its script. */
  bytes: ReadonlyMap<Contender, number>;
  /** Milliseconds on slow 4G. */
  loads: readonly { contender: Contender; shown: number }[];
  /** Bytes of an empty page's heap. */
  emptyHeap: number;
}

const acts: readonly Act[] = ['load', 'answer', 'first switch', 'another switch', 'cash on delivery', 'choose a row'];

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/**
 * Markdown: for each screen, ship-elements as a ratio to the page by hand, and React 19 in brackets. A star marks a ratio above
 * React's. The acts are the main thread's work until the paint; with "all" they have the work that follows the paint, too.
 */
export function tables(measured: Measured, shown: readonly Screen[] = screens): string {
  const counts = [...new Set(measured.visits.map(({ count }) => count))];
  return shown.map((screen) => tableOf(screen, counts, measured)).join('\n\n');
}

function tableOf(screen: Screen, counts: readonly number[], measured: Measured): string {
  const { visits, clock, bytes, loads, emptyHeap } = measured;
  const of = (maker: Maker, count: number) =>
    visits.filter(
      ({ contender, count: shown }) => contender.maker === maker && contender.screen === screen && shown === count,
    );
  const work = (act: Act, mark: string) => (maker: Maker, count: number) =>
    median(
      of(maker, count).flatMap((visit) =>
        visit.acts.filter((one) => one.act === act).map(({ id }) => clock(`${id} begun`, `${id} ${mark}`)),
      ),
    );
  const ratios = (name: string, value: (maker: Maker, count: number) => number) =>
    row([
      name,
      ...counts.map((count) => {
        const floor = value('by hand', count);
        const [ours, react] = [value('ship-elements', count) / floor, value('React 19', count) / floor];
        return `${ours.toFixed(2)}${ours > react ? ' *' : ''} (${react.toFixed(2)})`;
      }),
    ]);
  const found = <Value>(list: Iterable<[Contender, Value]>, maker: Maker) =>
    [...list]
      .filter(([contender]) => contender.maker === maker && contender.screen === screen)
      .map(([, value]) => value);
  const milliseconds = row([
    'by hand, answer in ms',
    ...counts.map((count) => work('answer', 'painted')('by hand', count).toFixed(1)),
  ]);
  const longTasks = row([
    'long tasks in ms: by hand, React, ours',
    ...counts.map((count) =>
      (['by hand', 'React 19', 'ship-elements'] as const)
        .map((maker) => median(of(maker, count).map(({ state }) => state.longTasks)).toFixed(0))
        .join(', '),
    ),
  ]);
  const makers = ['by hand', 'React 19', 'ship-elements'] as const;
  const sizes = makers.map((maker) => `${maker} ${found(bytes, maker)[0]}`).join(', ');
  const byLoad = (maker: Maker) =>
    median(
      found(
        loads.map(({ contender, shown }) => [contender, shown] as const),
        maker,
      ),
    );
  const floor = byLoad('by hand');
  const slow = `${(byLoad('ship-elements') / floor).toFixed(2)} (${(byLoad('React 19') / floor).toFixed(2)})`;
  return [
    `### ${screen[0]?.toUpperCase()}${screen.slice(1)}`,
    '',
    row(['ratio to the page by hand', ...counts.map((count) => `${count.toLocaleString('en')} rates`)]),
    row(['---', ...counts.map(() => '---')]),
    ...acts.flatMap((act) => [ratios(act, work(act, 'painted')), ratios(`${act}, all`, work(act, 'quiet'))]),
    ratios('heap', (maker, count) => median(of(maker, count).map(({ heap }) => heap)) - emptyHeap),
    milliseconds,
    longTasks,
    '',
    `Bytes after gzip: ${sizes}. Rates on screen on slow 4G: ${slow}, ${floor.toFixed(0)} ms by hand.`,
  ].join('\n');
}
