import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Rate } from '../../src/contract/index.ts';
import { termsOf } from '../../src/elements/store/questions.ts';
import type { Question } from '../../src/elements/store/state.ts';
import * as views from '../../src/elements/store/views.ts';
import { isBlocked, type Switches, serviceKey } from '../../src/quote/index.ts';
import { rate, shipment } from '../support/fixtures.ts';
import { widget } from './widget.ts';

/** A service of the hostile fake. */
interface Service {
  key: string;
  shipping: number;
  /** Below 0 it makes the row dearer. */
  discount: number;
  insurance: number;
  collection: number;
  insures: boolean | null;
  collects: boolean | null;
  /** Whether a question with COD still lists it. */
  listedWithCod: boolean;
  /** What its rows say of the parts of the price. */
  parts: 'complete' | 'none' | 'wrong' | 'without fees';
}

const keys = ['jne/reg', 'jne/oke', 'sicepat/best', 'tiki/eko', 'jntcargo/ft'];

const service = (key: string): fc.Arbitrary<Service> =>
  fc.record({
    key: fc.constant(key),
    shipping: fc.integer({ min: 5, max: 40 }).map((thousands) => thousands * 1_000),
    discount: fc.constantFrom(0, 0, 0, 2_000, -1_500),
    insurance: fc.constantFrom(0, 500, 750.5),
    collection: fc.constantFrom(0, 3_000, 4_999),
    insures: fc.constantFrom(true, true, true, false, null),
    collects: fc.constantFrom(true, true, true, false, null),
    listedWithCod: fc.constantFrom(true, true, true, false),
    parts: fc.constantFrom('complete', 'complete', 'complete', 'complete', 'none', 'wrong', 'without fees'),
  });

const step = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ act: 'answer' } as const) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('insure' as const), on: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('collect' as const), on: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('choose' as const), key: fc.constantFrom(...keys) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('set value' as const), key: fc.constantFrom(...keys, 'gone/too', null) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('ship to' as const), code: fc.constantFrom(40_111, 60_111, null) }),
  },
  { weight: 1, arbitrary: fc.constant({ act: 'fail' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'refresh' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'renew' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'sign' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'reset' } as const) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const sequences = fc.record({
  services: fc.tuple(...keys.map((key) => fc.option(service(key)))).map((list) => list.flatMap((one) => one ?? [])),
  steps: fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
});

/** What a service costs for a place and for exactly these switches. */
function truth(of: Service, place: number, { insured, cashOnDelivery }: Switches): number {
  const isCargo = of.key.startsWith('jntcargo/');
  const insurance = isCargo || (insured && of.insures !== false) ? of.insurance : 0;
  const collection = cashOnDelivery && of.collects === true ? of.collection : 0;
  return of.shipping + (place % 100) - of.discount + insurance + collection;
}

/** The answer of the hostile service. */
function answerOf(services: readonly Service[], { shipment: { destination_postal_code }, extras }: Question): Rate[] {
  const place = Number(destination_postal_code);
  return services.flatMap((of) => {
    if (extras.cashOnDelivery && !of.listedWithCod) return [];
    const [courier_code = '', courier_service_code = ''] = of.key.split('/');
    const price = truth(of, place, extras);
    const collection = extras.cashOnDelivery && of.collects === true ? of.collection : 0;
    const fees = {
      insurance_fee:
        price - truth(of, place, { ...extras, insured: false }) || (courier_code === 'jntcargo' ? of.insurance : 0),
      cash_on_delivery_fee: collection,
    };
    const shipping = { shipping_fee: of.shipping + (place % 100), shipping_fee_discount: of.discount };
    const parts = {
      complete: { ...shipping, ...fees },
      none: { shipping_fee: null, insurance_fee: null, cash_on_delivery_fee: null },
      wrong: { ...shipping, ...fees, shipping_fee: shipping.shipping_fee + 7 },
      'without fees': { ...shipping, insurance_fee: null, cash_on_delivery_fee: null },
    }[of.parts];
    return rate({
      ...{ courier_code, courier_service_code, price, ...parts },
      ...{ available_for_insurance: of.insures, available_for_cash_on_delivery: of.collects },
    });
  });
}

type Page = ReturnType<typeof widget>;

function take(page: Page, services: readonly Service[], step: Step, index: number): void {
  const { question } = page;
  switch (step.act) {
    case 'answer':
      if (question) {
        const rates = answerOf(services, question);
        const { couriers, refresh } = question;
        page.dispatch({ type: 'answered', question, couriers, rates, duration: 1, refresh });
      }
      break;
    case 'insure':
      page.turn('insured', step.on);
      break;
    case 'collect':
      page.turn('cashOnDelivery', step.on);
      break;
    case 'choose':
      page.choose(step.key);
      break;
    case 'set value':
      page.setValue(step.key);
      break;
    case 'ship to':
      page.set({ shipment: { ...shipment, destination_postal_code: step.code as number } });
      break;
    case 'fail':
      if (question) page.fail();
      break;
    case 'refresh':
    case 'renew':
      page.dispatch({ type: step.act });
      break;
    case 'sign':
      page.set({ cart: `signed ${index}` });
      break;
    case 'reset':
      page.dispatch({ type: 'reset', switches: { insured: false, cashOnDelivery: false } });
  }
}

/** What is shown and chosen is listed and priced for exactly these switches. */
function expectPrices(page: Page, services: readonly Service[]): void {
  const { state } = page;
  const { standing } = termsOf(state.input);
  const place = Number(state.input.shipment?.destination_postal_code);
  const chosen = views.rate(state);
  if (page.submittable && (page.status !== 'ready' || !chosen || isBlocked(chosen, standing)))
    expect.fail(`${page.status}: a rate without a price, or without COD, is submitted`);
  if (page.status !== 'ready' && page.status !== 'empty') return;
  const listed = services.filter(({ listedWithCod }) => !standing.cashOnDelivery || listedWithCod);
  const collects = standing.cashOnDelivery && listed.length > 0;
  const expected = (listed.length ? listed : services).map(
    (of) => `${of.key} ${truth(of, place, { ...standing, cashOnDelivery: collects })}`,
  );
  const rows = views.rates(state);
  expect(page.rows.sort(), JSON.stringify(standing)).to.deep.equal(expected.sort());
  if (chosen && !rows.includes(chosen)) expect.fail('the chosen rate is not on screen');
  if (standing.cashOnDelivery && !collects && rows.some((row) => !isBlocked(row, standing)))
    expect.fail('a rate that no service lists with COD can be chosen');
}

/** The page is told of each change that it has not made itself. */
function expectEvent(before: Rate | undefined, page: Page, isOfPage: boolean): void {
  const name = (row: Rate | undefined) => row && `${serviceKey(row)} ${row.price}`;
  const after = name(views.rate(page.state));
  const told = page.events.splice(0).findLast(({ type }) => type === 'ship-rate-change') as { rate?: Rate } | undefined;
  if (told && name(told.rate) !== after) expect.fail(`the event says ${name(told.rate)}, the state ${after}`);
  if (!told && !isOfPage && name(before) !== after) expect.fail(`no event says that ${name(before)} is ${after} now`);
}

describe('prices of a hostile service', () => {
  it('are right on every row and for every choice, in 300 sequences', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(sequences, ({ services, steps }) => {
        const page = widget();
        page.events.length = 0;
        for (const [index, step] of steps.entries()) {
          const before = views.rate(page.state);
          take(page, services, step, index);
          expectPrices(page, services);
          expectEvent(before, page, step.act === 'set value');
          if (page.submittable) seen.add('submittable');
          if (views.suspended(page.state)) seen.add('suspended');
          if (views.nobodyCollects(page.state)) seen.add('nobody collects');
          if (page.question?.extras.insured === false) seen.add('exact combination');
          seen.add(page.status);
        }
      }),
      { seed: 20_261_122, numRuns: 300 },
    );
    expect([...seen]).to.include.members([
      ...['submittable', 'suspended', 'nobody collects', 'exact combination'],
      ...['ready', 'stale', 'loading', 'error', 'incomplete'],
    ]);
  });
});
