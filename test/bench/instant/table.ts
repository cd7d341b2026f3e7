import type { ThreadClock } from './thread-clock.ts';
import type { Act, Visit } from './visit.ts';

/** At most so many times the hand-written screen, by how many rates there are. */
const goals: Record<Act, (count: number) => number> = {
  'first switch': (count) => (count < 200 ? 1.2 : 0.6),
  'another switch': (count) => (count < 200 ? 1.2 : 0.6),
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
  /** The same with what it has put off until then. */
  allWork: number;
  /** The time on the wall until the paint, on a processor that is slowed down. */
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
  `${name.padEnd(28)}${cells.map((cell) => cell.padStart(20)).join('')}\n`;

/**
 * Of each act the work until the paint, the work in all and the time until the paint, as ratios to the first contender, whose own
 * line has milliseconds. A star is at a goal that the work until the paint has missed.
 */
export function table(visits: readonly Visit[], clock: ThreadClock): string {
  const counts = [...new Set(visits.map(({ count }) => count))];
  const names = [...new Set(visits.map(({ contender }) => contender))];
  const [floor = '', ...others] = names;
  const of = (name: string, count: number) =>
    visits.filter((visit) => visit.contender === name && visit.count === count);

  const block = (act: Act) => {
    const cost = (name: string, count: number) => costOf(of(name, count), clock, act);
    const ratios = (name: string) =>
      counts.map((count) => {
        const [mine, theirs] = [cost(name, count), cost(floor, count)];
        const work = mine.work / theirs.work;
        const star = work > goals[act](count) ? '*' : ' ';
        return `${work.toFixed(2)}${star} ${(mine.allWork / theirs.allWork).toFixed(2)} ${(mine.time / theirs.time).toFixed(2).padStart(5)}`;
      });
    const milliseconds = counts.map((count) => {
      const { work, allWork, time } = cost(floor, count);
      return `${work.toFixed(1)}  ${allWork.toFixed(1)} ${time.toFixed(0).padStart(5)}`;
    });
    return [
      line(
        `\n${act} → painted`,
        counts.map((count) => `${count} rates`),
      ),
      line(
        '  goal, of the work',
        counts.map((count) => `≤ ${goals[act](count)}`.padEnd(17)),
      ),
      ...others.map((name) => line(`  ${name}`, ratios(name))),
      line(`  ${floor}, ms`, milliseconds),
    ].join('');
  };
  const blocks = Object.keys(goals).map((act) => block(act as Act));
  return `\nmain thread's work until the paint | all of it, what is put off too | time until the paint, processor slowed down\n${blocks.join('')}${rowsAndRequests(visits, names)}`;
}

function rowsAndRequests(visits: readonly Visit[], names: readonly string[]): string {
  const lines = names.map((name) => {
    const of = visits.filter(({ contender }) => contender === name);
    const nodes = median(of.map(({ nodesPerRow }) => nodesPerRow));
    const star = nodes > mostNodes ? '*' : ' ';
    return `${name.padEnd(28)}${nodes.toFixed(1).padStart(18)}${star} ${median(of.map(({ questions }) => questions))
      .toFixed(0)
      .padStart(18)}\n`;
  });
  return `\n${' '.repeat(28)}${`nodes a row, ≤ ${mostNodes}`.padStart(19)}${'requests of three switches'.padStart(28)}\n${lines.join('')}`;
}
