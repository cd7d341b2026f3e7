import { expect } from 'chai';
import type { Rate } from '../../../src/contract/index.ts';
import type { RateChangeReason } from '../../../src/elements/shared/events.ts';
import { all, one, textOf } from '../../support/inside.ts';
import type { Field } from './field.ts';
import { shipmentOf } from './service.ts';

const states = ['incomplete', 'loading', 'stale', 'empty', 'error', 'offline'];

const keyOf = (rate: Rate) => `${rate.courier_code}/${rate.courier_service_code}`;
const inWords = (rate: Rate | undefined) => rate && `${keyOf(rate)} at ${rate.price}`;
const sorted = (rates: readonly Rate[]) => rates.map(inWords).sort();
const told = (field: Field) => field.rows.map(({ key, price }) => `${key} at ${price}`).sort();
const amountOf = (element: Element) => Number(textOf(element).replace(/\D/g, ''));

/** What lacks what is switched on is behind a button, until it is opened. */
const behind = (field: Field, rate: Rate) =>
  cannot(field, rate) || (field.insured && rate.available_for_insurance === false && rate.courier_code !== 'jntcargo');

const cannot = (field: Field, rate: Rate) => field.paid && rate.available_for_cash_on_delivery !== true;

/** Listens as a page does; what an event says has to be true when it says it. */
export function hear(field: Field): void {
  const { element } = field;
  const when = (name: string, check: () => void) => {
    try {
      check();
    } catch (error) {
      field.broken.push(`at ${name}: ${(error as Error).message}`);
    }
  };
  element.addEventListener('ship-quote', (event) => {
    if (event.target !== element) return;
    field.quoted = event.rates;
    if (event.duration) field.takeAnswers(field.service.asked);
    when('ship-quote', () => {
      if (event.duration) expect(field.present, 'told although it is gone').to.equal(true);
      expect(sorted(event.rates), 'what the answers come to').to.deep.equal(told(field));
    });
  });
  element.addEventListener('ship-extras-change', ({ insured, cashOnDelivery }) => {
    // Switched by the shopper, or put back where nobody says what it costs.
    field.insured = insured;
    field.paid = cashOnDelivery;
  });
  element.addEventListener('ship-rate-change', (event) => {
    if (event.target !== element) return;
    const { rate, previous, reason } = event;
    when(`ship-rate-change (${reason})`, () => {
      if (!field.silent) expect(inWords(previous), 'previous').to.equal(inWords(field.known));
      expect(element.rate, 'its rate').to.equal(rate);
      if (rate) expect(element.value, 'its value').to.equal(keyOf(rate));
      expectForm(field);
      expectReason(field, rate, previous, reason);
    });
    field.known = rate;
    field.silent = false;
    if (reason === 'service-unavailable') field.value = null;
    // A default that is not to be had is none; one that nobody has been asked about yet is.
    if (reason === 'reset' && !rate && element.status === 'ready') field.value = null;
  });
}

function expectReason(
  field: Field,
  rate: Rate | undefined,
  previous: Rate | undefined,
  reason: RateChangeReason,
): void {
  // Only the answer to the latest question takes a choice away.
  if (reason === 'service-unavailable') expect(field.element.status).to.be.oneOf(['ready', 'empty']);
  const listed = field.rows.find(({ key }) => key === field.value);
  switch (reason) {
    case 'service-unavailable':
      expect([rate, listed]).to.deep.equal([undefined, undefined]);
      return;
    case 'not-eligible':
      expect([rate, listed && field.paid && !listed.collects]).to.deep.equal([undefined, true]);
      return;
    case 'couriers-changed':
      expect([rate, listed, field.picks.length > 0]).to.deep.equal([undefined, undefined, true]);
      return;
    case 'reset':
      if (rate) expect(keyOf(rate)).to.equal(field.preset);
      return;
    case 'price-changed':
      expect(rate?.price).not.to.equal(previous?.price);
  }
  expect(rate, 'a rate').not.to.equal(undefined);
  if (rate && previous && reason !== 'user') expect(keyOf(rate), 'never replaced').to.equal(keyOf(previous));
}

function isSubmittable(field: Field): boolean {
  const { rate, value, status } = field.element;
  const chosen = rate && keyOf(rate) === value && field.to !== null && field.isQuoted(status);
  return Boolean(chosen && !cannot(field, rate));
}

/** The form holds what may be sent, and that is what is chosen. */
function expectForm(field: Field): void {
  const { element, form, insured, paid, present } = field;
  const { rate, value } = element;
  const possible = isSubmittable(field) && rate;
  expect(Object.fromEntries(new FormData(form)), 'the form').to.deep.equal({
    ...(possible &&
      present && {
        shipping: value,
        ...(insured && rate.available_for_insurance !== false && { 'shipping-insured': 'on' }),
        ...(paid && { 'shipping-cash-on-delivery': 'on' }),
      }),
  });
  expect(element.validity.valid, 'validity').to.equal(Boolean(possible));
}

/** What is on screen, in the form, in the properties and on its way says the same. */
export function expectPromises(field: Field): void {
  const { element, comparison, service, question } = field;
  expect(field.broken, 'what happened on the way').to.deep.equal([]);
  const live = [...service.held].filter((call) => call.question && !call.signal.aborted);
  if (!field.present) {
    expect(live, 'requests of an element that is gone').to.deep.equal([]);
    return;
  }
  const { status } = element;
  const busy = status === 'stale' || status === 'loading';
  const last = service.asked.findLast(({ outcome }) => outcome !== 'given up');
  expect(live.length, 'questions under way').to.be.at.most(busy ? 1 : 0);
  for (const call of live) expect(shipmentOf(call.question ?? ''), 'under way').to.equal(shipmentOf(question));
  expect(service.asked.map((asked) => asked.question).join(), 'what was asked').not.to.include('to undefined');
  expect(status === 'incomplete', `${status} is incomplete`).to.equal(field.to === null);
  if (status === 'incomplete') expect(textOf(one(comparison, '.rows'))).to.include('your postal code');
  if (status === 'ready' || status === 'empty') {
    expect(field.quotedFor, 'the question of what is shown').to.equal(question);
    expect(field.requests, 'requests since the refresh').to.be.at.least(field.owed);
    expect(sorted(element.rates)).to.deep.equal(told(field));
  }
  if (status === 'error' && service.list.outcome !== 'failed') {
    expect(shipmentOf(last?.question ?? ''), 'the error that is shown').to.equal(shipmentOf(question));
    expect(last?.outcome, 'the error that is shown').to.be.oneOf(['failed', 'refused']);
  }
  expect(states.filter((state) => element.matches(`:state(${state})`))).to.deep.equal(
    states.filter((s) => s === status),
  );
  expect(one(comparison, '[role=radiogroup]').ariaBusy, 'aria-busy').to.equal(String(busy));
  expectScreen(field);
  expectForm(field);
}

function expectScreen(field: Field): void {
  const { element, comparison } = field;
  const { value, insured, cashOnDelivery, couriers, rate, status } = element;
  const rests = field.rests(field.value) && (value === null || status === 'ready');
  const kept = rests ? null : field.value;
  const held = { value: kept, insured: field.insured, cashOnDelivery: field.paid, couriers: field.couriers };
  expect({ value, insured, cashOnDelivery, couriers }, 'what it holds').to.deep.equal(held);
  const painted = all(comparison, '[part=row]').map((row) => {
    const radio = one<HTMLInputElement>(row, '[type=radio]');
    const { value: key, checked } = radio;
    return { key, price: amountOf(one(row, '[part=price]')), checked, blocked: radio.ariaDisabled === 'true' };
  });
  const listed = element.rates.map((row) => ({
    key: keyOf(row),
    price: row.price,
    checked: keyOf(row) === value && (status !== 'error' || isSubmittable(field)),
    blocked: cannot(field, row),
  }));
  const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key);
  const inSight = new Set([
    ...painted.map(({ key }) => key),
    ...element.rates.filter((row) => !behind(field, row)).map(keyOf),
    ...listed.flatMap(({ key, checked }) => (checked ? key : [])),
  ]);
  expect(painted.sort(byKey), 'the rows').to.deep.equal(listed.filter(({ key }) => inSight.has(key)).sort(byKey));
  if (rate) {
    expect(element.rates, 'the rates').to.include(rate);
    expect(keyOf(rate), 'its key').to.equal(value);
    expect(amountOf(one(comparison, '.total dd')), 'the total').to.equal(rate.price);
  } else expect(all(comparison, '.total')).to.deep.equal([]);
  expect(inWords(rate), 'the choice that the page was told').to.equal(inWords(field.known));
  if (status !== 'ready') return;
  expect(rate && keyOf(rate), 'a value that is quoted').to.equal(value ?? undefined);
  expect(rate && cannot(field, rate), 'a choice that cannot be had').not.to.equal(true);
}
