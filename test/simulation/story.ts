import { play } from './purchase.ts';
import type { Script } from './world.ts';

/** How a run has ended. */
export interface Outcome {
  seed: number;
  /** The first promise that was broken. Undefined if all were kept. */
  broken: string | undefined;
  story: readonly string[];
  faults: readonly string[];
  /** Orders that were made at the service. */
  orders: number;
}

/** Errors that nobody has caught. A page's console would show them. */
const uncaught: string[] = [];
process.on('uncaughtException', (problem) => uncaught.push(`Nobody has caught: ${problem.stack}`));
process.on('unhandledRejection', (problem) =>
  uncaught.push(`Nobody has caught: ${(problem as Error)?.stack ?? problem}`),
);

export async function run(script: Script): Promise<Outcome> {
  uncaught.length = 0;
  const { world, service } = await play(script);
  for (const sentence of uncaught.splice(0)) world.break(sentence);
  const { broken, story, faults } = world;
  return { seed: script.seed, broken: broken[0], story, faults, orders: (await service.list('order')).length };
}

/** A sentence without its numbers, so that a shorter story may have another sum. */
const kindOf = (sentence = '') => sentence.replace(/\d+/g, '0').split(' of ')[0];

const mostSteps = 60;

/** Leaves out faults and steps for as long as the same promise is broken. */
export async function shortened(whole: Outcome): Promise<Outcome> {
  const names = [...whole.faults, ...Array.from({ length: mostSteps }, (_, at) => `step ${at + 1}`)];
  let without = new Set<string>();
  let shortest = whole;
  for (let size = Math.ceil(names.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < names.length; from += size) {
      const part = names.slice(from, from + size).filter((name) => !without.has(name));
      if (!part.length) continue;
      const fewer = new Set([...without, ...part]);
      const outcome = await run({ seed: whole.seed, without: fewer });
      if (kindOf(outcome.broken) !== kindOf(whole.broken) || outcome.faults.length > shortest.faults.length) continue;
      without = fewer;
      shortest = outcome;
    }
  return shortest;
}

/** The numbered list. */
export const told = ({ seed, story }: Outcome): string =>
  [`Seed ${seed}:`, ...story.map((sentence, at) => `${String(at + 1).padStart(3)}. ${sentence}`)].join('\n');
