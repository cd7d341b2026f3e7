/** How much slower than ever before the machine may be during a visit. */
const tolerance = 1.25;

/** Times that a visit is repeated at most. */
const repeats = 3;

let best = Number.POSITIVE_INFINITY;

/** Milliseconds of a fixed piece of work. */
function timeWork(): number {
  const begun = performance.now();
  let sum = 0;
  for (let index = 0; index < 20_000_000; index += 1) sum = (sum + index * 7) % 1_000_003;
  const took = performance.now() - begun;
  // The sum is used, so that no engine leaves the work out.
  return sum < 0 ? 0 : took;
}

/** The median of three tells a busy machine from one interruption. */
function measure(): number {
  const [, middle = 0] = [timeWork(), timeWork(), timeWork()].sort((one, other) => one - other);
  best = Math.min(best, middle);
  return middle;
}

/**
 * Repeats a visit while other programs disturb it.
 * @returns the visit, and whether the last one was disturbed too
 */
export async function undisturbed<Visited>(visit: () => Promise<Visited>): Promise<{ made: Visited; calm: boolean }> {
  for (let times = 1; ; times += 1) {
    const before = measure();
    const made = await visit();
    const calm = Math.max(before, measure()) <= best * tolerance;
    if (calm || times > repeats) return { made, calm };
  }
}
