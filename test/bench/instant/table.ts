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

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

const line = (name: string, cells: readonly string[]) =>
  `${name.padEnd(42)}${cells.map((cell) => cell.padStart(16)).join('')}\n`;

/**
 * For each act: the main thread's work until the paint, and with the work that follows the paint. The widget's lines are ratios
 * to the pages by hand, whose own lines are milliseconds. A star marks work that misses its goal.
 */
export function table(visits: readonly Visit[], clock: ThreadClock): string {
  const counts = [...new Set(visits.map(({ count }) => count))];
  /** Milliseconds, medians. */
  const cost = (name: string, count: number, act: Act) => {
    const visited = visits.filter((visit) => visit.contender === name && visit.count === count);
    const ids = visited.flatMap(({ acts }) => acts.filter((one) => one.act === act).map(({ id }) => id));
    const until = (mark: string) => median(ids.map((id) => clock(`${id} begun`, `${id} ${mark}`)));
    return { work: until('painted'), allWork: until('quiet') };
  };

  const ratios = (act: Act, name: string, floor: string) =>
    counts.map((count) => {
      const [mine, theirs] = [cost(name, count, act), cost(floor, count, act)];
      const work = mine.work / theirs.work;
      const star = work > goals[act](count) ? '*' : ' ';
      return `${work.toFixed(2)}${star} ${(mine.allWork / theirs.allWork).toFixed(2)}`;
    });
  const milliseconds = (act: Act, name: string) =>
    counts.map((count) => {
      const { work, allWork } = cost(name, count, act);
      return `${work.toFixed(1)}  ${allWork.toFixed(1)}`;
    });
  const block = (act: Act) => [
    line(
      `\n${act} → painted`,
      counts.map((count) => `${count} rates`),
    ),
    line(
      '  goal for the work',
      counts.map((count) => `≤ ${goals[act](count)}`),
    ),
    ...contenders.flatMap(({ name, beside }) =>
      beside.length
        ? beside.map((floor) => line(`  ${name} / ${floor}`, ratios(act, name, floor)))
        : line(`  ${name}, ms`, milliseconds(act, name)),
    ),
  ];
  const blocks = Object.keys(goals).flatMap((act) => block(act as Act));
  return `\nmain thread's work until the paint | all work, with what follows the paint\n${blocks.join('')}`;
}
