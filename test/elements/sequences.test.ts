import { expect } from 'chai';
import * as fc from 'fast-check';
import '../../src/define.ts';
import { Field, pass, settling } from './sequences/field.ts';
import { type Sequence, sequences, story } from './sequences/inputs.ts';
import { expectPromises, hear } from './sequences/promises.ts';

/** The same sequences in every run. */
const seed = 20_261_121;
/**
 * All of them over the sources in Chromium. In the other engines as many as show that they are no different; the script-tag file is
 * compared with the sources by sequences of its own, in test/built.
 */
const shipped = document.querySelector('script[src="/dist/ship-elements.js"]');
const count = navigator.userAgent.includes('Chrome/') && !shipped ? 1_000 : 50;
/** So many widgets of one page at a time: while one waits for a shipment to settle, the others go on. */
const together = 50;
/** Milliseconds for finding the shortest sequence that fails. */
const patience = 30_000;

const strays: unknown[] = [];
const keep = (event: PromiseRejectionEvent | ErrorEvent) =>
  strays.push('reason' in event ? event.reason : (event.error ?? event.message));

async function play({ steps, quoted, ...page }: Sequence): Promise<void> {
  const field = new Field(page);
  hear(field);
  document.body.append(field.form);
  try {
    await field.shown();
    if (quoted) for (let request = 0; request < 2; request += 1) await answer(field);
    for (const { next, ...input } of steps) {
      const taken = field.take(input);
      if (taken) await taken;
      if (next === 'a microtask later') await Promise.resolve();
      if (next !== 'settled') continue;
      await field.shown();
      expectPromises(field);
    }
    await answerAll(field);
    expectPromises(field);
    expect([field.service.held.size, field.service.waiting.size], 'requests left, waiters left').to.deep.equal([0, 0]);
    expect(field.element.status, 'in the end').to.be.oneOf(field.to === null ? ['incomplete'] : ['ready', 'empty']);
    expect(strays, 'errors that nobody has handled').to.deep.equal([]);
  } finally {
    field.form.remove();
  }
}

/** The list of couriers comes before the rates, where all are compared. */
async function answer(field: Field): Promise<void> {
  for (const call of field.service.held) call.reply('rates');
  await field.shown();
}

async function answerAll(field: Field): Promise<void> {
  const { held } = field.service;
  if (!field.present) await field.take({ act: 'return' });
  for (let turns = 0; turns < 6; turns += 1) {
    await field.shown();
    await answer(field);
    const { status } = field.element;
    if (status === 'error') await field.take({ act: 'refresh' });
    else if (!held.size && status !== 'stale' && status !== 'loading') return;
    else await pass(settling + 10);
  }
}

/** The place of the first sequence that fails, many of them side by side. */
async function firstFailure(all: readonly Sequence[]): Promise<{ index: number; error: unknown } | undefined> {
  let failure: { index: number; error: unknown } | undefined;
  let next = 0;
  const playOn = async () => {
    for (let index = next++; index < all.length && !failure; index = next++) {
      await play(all[index] as Sequence).catch((error) => {
        failure ??= { index, error };
      });
    }
  };
  await Promise.all(Array.from({ length: together }, playOn));
  return failure;
}

describe('the latest input wins', () => {
  before(() => {
    addEventListener('error', keep);
    addEventListener('unhandledrejection', keep);
  });

  after(() => {
    removeEventListener('error', keep);
    removeEventListener('unhandledrejection', keep);
  });

  it(`in ${count} sequences of inputs, whatever order answers arrive in`, async function () {
    this.timeout(240_000);
    const all = fc.sample(sequences, { seed, numRuns: count });
    const failure = await firstFailure(all);
    if (!failure) return;
    strays.length = 0;
    // Alone, and ever shorter: fast-check names the shortest that still fails.
    const shortest = await fc.check(fc.asyncProperty(sequences, play), {
      ...{ seed, path: String(failure.index), numRuns: 1, interruptAfterTimeLimit: patience },
    });
    const { counterexample, counterexamplePath, errorInstance } = shortest;
    const sequence = counterexample?.[0] ?? all[failure.index];
    const error = (counterexample ? errorInstance : failure.error) as Error;
    error.message = `${error.message}\n\nseed ${seed}, path ${counterexamplePath ?? failure.index}\n${story(sequence as Sequence)}`;
    throw error;
  });
});
