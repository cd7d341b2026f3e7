import { contenders } from './contenders.ts';
import type { ThreadClock } from './thread-clock.ts';
import type { Act, Visit } from './visit.ts';

/** The most work of each act, as a ratio to the page by hand, by the number of rates. */
const goals: Record<Act, (count: number) => number> = {
  'first switch': (count) => (count < 200 ? 1.2 : 0.6),
  'another switch': (count) => (count < 200 ? 1.2 : 0.6),
  'cash on delivery': (count) => (count < 200 ? 1.5 : 1),
  'choose a row': () => 1.2,
  answer: (count) => (count < 200 ? 1.5 : 1),
};

const mostNodes = 20;

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** Milliseconds, medians. */
interface Cost {
  /** The main thread's work until the paint, on its own clock. */
  work: number;
  /** The same, with the work that follows the paint. */
  allWork: number;
  /** The time until the paint, on a processor that is slowed down. */
  time: number;
}

function costOf(visits: readonly Visit[], clock: ThreadClock, act: Act): Cost {
  const done = (slow: boolean) =>
    visits.filter((visit) => visit.slow === slow).flatMap(({ acts }) => acts.filter((each) => each.act === act));
  return {
    work: median(done(false).map(({ id }) => clock.between(`${id} begun`, `${id} painted`))),
    allWork: median(done(false).map(({ id }) => clock.between(`${id} begun`, `${id} quiet`))),
    time: median(done(true).map(({ time }) => time)),
  };
}

const line = (name: string, cells: readonly string[]) =>
  `${name.padEnd(42)}${cells.map((cell) => cell.padStart(20)).join('')}\n`;

/**
 * For each act: the work until the paint, all work, and the time until the paint. The widget's lines are ratios to the pages by
 * hand, whose own lines are milliseconds. A star marks work that misses its goal.
 */
export function table(visits: readonly Visit[], clock: ThreadClock): string {
  const counts = [...new Set(visits.map(({ count }) => count))];
  const cost = (name: string, count: number, act: Act) =>
    costOf(
      visits.filter((visit) => visit.contender === name && visit.count === count),
      clock,
      act,
    );

  const ratios = (act: Act, name: string, floor: string) =>
    counts.map((count) => {
      const [mine, theirs] = [cost(name, count, act), cost(floor, count, act)];
      const work = mine.work / theirs.work;
      const star = work > goals[act](count) ? '*' : ' ';
      return `${work.toFixed(2)}${star} ${(mine.allWork / theirs.allWork).toFixed(2)} ${(mine.time / theirs.time).toFixed(2).padStart(5)}`;
    });
  const milliseconds = (act: Act, name: string) =>
    counts.map((count) => {
      const { work, allWork, time } = cost(name, count, act);
      return `${work.toFixed(1)}  ${allWork.toFixed(1)} ${time.toFixed(0).padStart(5)}`;
    });
  const block = (act: Act) =>
    [
      line(
        `\n${act} → painted`,
        counts.map((count) => `${count} rates`),
      ),
      line(
        '  goal for the work',
        counts.map((count) => `≤ ${goals[act](count)}`.padEnd(17)),
      ),
      ...contenders.flatMap(({ name, beside }) =>
        beside.map((floor) => line(`  ${name} / ${floor}`, ratios(act, name, floor))),
      ),
      ...contenders.flatMap(({ name, beside }) =>
        beside.length ? [] : line(`  ${name}, ms`, milliseconds(act, name)),
      ),
    ].join('');
  const blocks = Object.keys(goals).map((act) => block(act as Act));
  return `\nmain thread's work until the paint | all work, with what follows the paint | time until the paint, processor slowed down\n${blocks.join('')}${rowsAndRequests(visits)}`;
}

function rowsAndRequests(visits: readonly Visit[]): string {
  const lines = contenders.map(({ name }) => {
    const of = visits.filter(({ contender }) => contender === name);
    const nodes = median(of.map(({ nodesPerRow }) => nodesPerRow));
    const star = nodes > mostNodes ? '*' : ' ';
    return `${name.padEnd(42)}${nodes.toFixed(1).padStart(18)}${star} ${median(of.map(({ questions }) => questions))
      .toFixed(0)
      .padStart(18)}\n`;
  });
  return `\n${' '.repeat(42)}${`nodes a row, ≤ ${mostNodes}`.padStart(19)}${'requests of the switches'.padStart(28)}\n${lines.join('')}`;
}
