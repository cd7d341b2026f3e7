import fc from 'fast-check';
import { answers } from './answers.ts';
import { asks } from './asks.ts';

export interface Call {
  do: 'call';
  /** By its name. */
  ask: string;
  caller: 'stays' | 'may leave' | 'is gone';
  fresh: boolean;
  /** Of a write. */
  place: string | undefined;
}

export interface Abort {
  do: 'abort';
  /** Of those who may leave, the one who came so many before the last. */
  back: number;
}

export interface Reply {
  do: 'answer';
  /** Which of those held. */
  request: number;
  /** By its name. */
  with: string;
}

export type Step = Call | Abort | Reply;

/** Two spots of a page that order. */
export const places = ['cart', 'gift'] as const;

/** Asked more often than others, so that several callers share it. */
const crowded = ['rates', 'rates', 'rates, said otherwise', 'rates, said otherwise', 'order', 'order', 'draft'];

const call: fc.Arbitrary<Call> = fc.record({
  do: fc.constant('call'),
  ask: fc.constantFrom(...Object.keys(asks), ...crowded),
  caller: fc.constantFrom('may leave', 'may leave', 'may leave', 'may leave', 'stays', 'is gone'),
  fresh: fc.constantFrom(false, false, false, false, false, true),
  place: fc.constantFrom(undefined, ...places),
});

const abort: fc.Arbitrary<Abort> = fc.record({ do: fc.constant('abort'), back: fc.nat(5) });

/** Success ends all doubt about a write; what comes next starts afresh. */
const frequent = ['success', 'success', 'success', 'that it has this already', 'that it has this already'];

const reply: fc.Arbitrary<Reply> = fc.record({
  do: fc.constant('answer'),
  request: fc.nat(99),
  with: fc.constantFrom(...Object.keys(answers), ...frequent),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: call },
  { weight: 3, arbitrary: abort },
  { weight: 4, arbitrary: reply },
);

export interface Settings {
  cache: number;
  retries: number;
  /** Whether writes without an answer are kept outside the client. */
  stored: boolean;
}

const settings = { cache: fc.constantFrom(60_000, 0), retries: fc.constantFrom(2, 0), stored: fc.boolean() };

const many = { maxLength: 800, size: 'max' } as const;

/** A page's whole life with one client: what happens in each moment. */
export const lives = fc.record({
  ...settings,
  moments: fc.noBias(fc.array(fc.array(step, { minLength: 1, maxLength: 6, size: 'max' }), many)),
});

/** The same in a rush: after each step so many turns of the engine's own queue, and no rest. */
export const rushes = fc.record({
  ...settings,
  steps: fc.noBias(fc.array(fc.record({ step, turns: fc.nat(12) }), { ...many, maxLength: 3000 })),
});

/** What is still held when everything has been said is answered too, in one way after the other. */
export function last(round: number): Reply {
  const ways = Object.keys(answers);
  return { do: 'answer', request: 0, with: ways[round % ways.length] as string };
}
