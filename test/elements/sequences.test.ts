import { expect } from 'chai';
import '../../src/define.ts';
import { Field, pass } from './sequences/field.ts';
import { type Sequence, sequences, story } from './sequences/inputs.ts';
import { settling } from './sequences/model.ts';
import { expectPromises, hear } from './sequences/promises.ts';
import { playSideBySide } from './sequences/side-by-side.ts';

/**
 * All of them over the sources in Chromium. In the other engines as many as show that they are no different; the script-tag file is
 * compared with the sources by sequences of its own, in test/built.
 */
const shipped = document.querySelector('script[src="/dist/ship-elements.js"]');
const count = navigator.userAgent.includes('Chrome/') && !shipped ? 1_000 : 50;

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
    expect(strays.splice(0), 'errors that nobody has handled').to.deep.equal([]);
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

describe('the latest input wins', () => {
  before(() => {
    addEventListener('error', keep);
    addEventListener('unhandledrejection', keep);
  });

  after(() => {
    removeEventListener('error', keep);
    removeEventListener('unhandledrejection', keep);
  });

  it(`in ${count} sequences of inputs, whatever order answers arrive in`, () =>
    playSideBySide({ sequences, play, story, seed: 20_261_121, count, together: 50 })).timeout(240_000);
});
