import type { Dice } from '../sandbox/dice.ts';

const names = ['__proto__', 'constructor', 'toString', 'grant', 'cart', 'items', 'couriers', 'key', ''];
const texts = [
  '',
  ' ',
  '\0',
  '\ud800',
  '../../v1/orders',
  '{{7*7}}',
  "' OR 1=1 --",
  '👩‍👧',
  'سلام',
  '\u202e',
  '40111',
  '-1',
  '1e309',
  '💡'.repeat(20),
  'x'.repeat(20_000),
  'eyJhbGciOiJub25lIn0.e30.',
];
const numbers = [0, -0, -1, 0.5, 1e21, 1e308, 2 ** 53, Number.MAX_SAFE_INTEGER, 12_440, 40_111];

function anyValue(dice: Dice, depth = 0): unknown {
  const some = <T>(part: () => T) => Array.from({ length: dice.whole(0, 4) }, part);
  const kind = dice.whole(0, depth > 3 ? 4 : 6);
  if (kind === 0) return dice.pick(texts);
  if (kind === 1) return dice.pick(numbers);
  if (kind === 2) return dice.chance(50);
  if (kind === 3) return null;
  if (kind === 4) return dice.fraction().toString(36);
  if (kind === 5) return some(() => anyValue(dice, depth + 1));
  return Object.fromEntries(some(() => [dice.pick(names), anyValue(dice, depth + 1)]));
}

/** A copy of a body with one part changed, removed or added, at any depth. */
export function bent(dice: Dice, value: unknown): unknown {
  if (dice.chance(25) || value === null || typeof value !== 'object') return anyValue(dice);
  const entries = Object.entries(value);
  const [name] = dice.pick(entries.length ? entries : [['a', 1]]);
  if (dice.chance(20)) return Object.fromEntries(entries.filter(([key]) => key !== name));
  const changed = entries.map(([key, part]) => [key, key === name ? bent(dice, part) : part]);
  if (dice.chance(20)) changed.push([dice.pick(names), anyValue(dice)]);
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed);
}
