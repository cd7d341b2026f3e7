import { type OperationName, operations } from '../../src/contract/index.ts';
import type { Dice } from './dice.ts';
import { cancelRequest, draftRequest, orderRequest, ratesRequest, statusRequest } from './generated-bodies.ts';
import { oddities } from './generated-values.ts';

type Body = Record<string, unknown>;

/** The five operations, and what is outside the document. */
export type Target = OperationName | 'listOrders' | 'getOrder' | 'setStatus' | 'nowhere';

export interface Generated {
  target: Target;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

interface Row {
  target: Target;
  method: string;
  path: string;
  /** How often, against the others. */
  weight: number;
  body?: (dice: Dice) => Body;
}

const documented = (target: OperationName, weight: number, body?: Row['body']): Row => {
  const { method, path } = operations[target];
  return { target, method, path, weight, ...(body && { body }) };
};

const rows: readonly Row[] = [
  documented('listCouriers', 6),
  documented('quoteRates', 30, ratesRequest),
  documented('createOrder', 28, orderRequest),
  documented('createDraftOrder', 12, draftRequest),
  documented('cancelOrder', 10, cancelRequest),
  { target: 'setStatus', method: 'POST', path: '/sandbox/orders/:id/status', weight: 6, body: statusRequest },
  { target: 'getOrder', method: 'GET', path: '/v1/orders/:id', weight: 4 },
  { target: 'listOrders', method: 'GET', path: '/v1/orders', weight: 1 },
  { target: 'nowhere', method: 'POST', path: '/v1/orders/:id/confirm', weight: 3, body: orderRequest },
];

const lottery = rows.flatMap((row) => Array<Row>(row.weight).fill(row));

const hostileIds = [
  ...[
    '%2e%2e%2fcouriers',
    '..%2f..',
    '%00',
    '%zz',
    '%ff%fe',
    'a%2Fb',
    "'--",
    '__proto__',
    'constructor',
    '%F0%9F%91%A9',
    '*',
    ':id',
  ],
  ...['x'.repeat(4_000), '5dd5a396248481164a225af4', '%20', '{}', '%3Cscript%3E', 'x;y=1', 'x?y', '%d8%b3'],
];

const deep = `{"metadata":${'['.repeat(50_000)}${']'.repeat(50_000)},"items":[]}`;
const noObjects = [
  '',
  '{',
  '[]',
  'null',
  '7',
  '"text"',
  '{"items":[',
  '\u0000',
  '{"a":1}{}',
  'NaN',
  "{'a':1}",
  '\ufeff{}',
  deep,
];

/** @param ids of orders that there are */
export function generateRequest(dice: Dice, ids: readonly string[]): Generated {
  const { target, method, path, body } = dice.pick(lottery);
  const id = ids.length > 0 && dice.chance(80) ? dice.pick(ids) : dice.pick(hostileIds);
  const request = { target, method, path: path.replace(':id', id), headers: headersOf(dice), body: undefined };
  return body ? { ...request, body: written(dice, body(dice)) } : request;
}

function headersOf(dice: Dice): Record<string, string> {
  if (dice.chance(96)) return { 'content-type': 'application/json' };
  return dice.pick<Record<string, string>>([
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-8' },
  ]);
}

/** As it should be, nearly, or to do harm. */
function written(dice: Dice, body: Body): string {
  if (dice.chance(3)) return dice.pick(noObjects);
  if (dice.chance(60)) return JSON.stringify(body);
  // A copy: what bodies are made of is shared.
  const spoilt = structuredClone(body);
  for (let times = dice.whole(1, 2); times > 0; times--) spoil(dice, spoilt);
  const text = JSON.stringify(spoilt);
  // What JSON.stringify would not write.
  if (dice.chance(10))
    return text.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},');
  if (dice.chance(5)) return text.replace(/:\d+/, ':1e400');
  return text;
}

/** Changes one place somewhere in a body: takes it away, or puts something odd there. */
function spoil(dice: Dice, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const keys = Object.keys(body);
  const key = keys.length > 0 && dice.chance(95) ? dice.pick(keys) : 'unknown';
  const there: unknown = Reflect.get(body, key);
  if (typeof there === 'object' && there !== null && dice.chance(70)) spoil(dice, there);
  else if (dice.chance(40) && !Array.isArray(body)) Reflect.deleteProperty(body, key);
  else Reflect.set(body, key, structuredClone(dice.pick(oddities)));
}
