/** Repeatable random numbers: one seed gives one sequence (mulberry32). */
export interface Dice {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True in so many percent of the calls. */
  chance(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    whole,
    chance: (percent) => fraction() * 100 < percent,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('There is nothing to pick from.');
      return from[whole(0, from.length - 1)] as T;
    },
  };
}
