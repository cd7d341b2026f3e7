import {
  allOperations,
  calledVehicles,
  isEndState,
  type OperationName,
  type Rate,
  rules,
} from '../../contract/index.ts';
import { requireSecret, webhookFields } from '../news/service-webhooks.ts';
import { type FactName, facts, type Report } from './activate-report.ts';
import {
  type Answer,
  askerOf,
  codeOf,
  fieldFor,
  isKnownState,
  type ServiceDeps,
  seenOf,
  sentenceOf,
  stateFor,
} from './activate-service.ts';
import { CommandError, configFile, type Settings } from './settings.ts';
import { type Made, reason, TestOrders } from './test-orders.ts';

/** What the command needs of the world. */
export interface ActivateDeps extends ServiceDeps {
  say(text: string): void;
  /** Milliseconds. */
  now(): number;
  /** Receives the service's webhooks. Resolves with a function that ends it. */
  listen(answer: (request: Request) => Promise<Response>): Promise<() => Promise<void>>;
  /** Aborted if the merchant waits no longer for the delivery. */
  signal?: AbortSignal;
}

/** Milliseconds between two looks at the order that is on its way. */
const look = 5_000;
/** Milliseconds for somebody to move an order in the dashboard. */
const patience = 30 * 60_000;
const goods = [{ name: 'Test parcel', value: 100_000, quantity: 1, weight: 500 }];
const places = { origin_postal_code: 12440, destination_postal_code: 40111 };
/** Invented. A test order goes to no courier. */
const people = {
  origin_contact_name: 'Test sender',
  origin_contact_phone: '081200000001',
  origin_address: 'Jalan Uji Coba 1, Jakarta',
  destination_contact_name: 'Test recipient',
  destination_contact_phone: '081200000002',
  destination_address: 'Jalan Uji Coba 2, Bandung',
};

/**
 * Places the two test orders that the service wants before it activates a live key, and notes on the way what its answers say of our
 * contract. Costs three questions for rates and one for areas.
 * @throws {CommandError} the key is a live one, or no order could be placed
 */
export async function activate(settings: Settings, deps: ActivateDeps): Promise<Report> {
  const { upstream = '', key = '', webhooks } = settings;
  if (/^\s*(bearer +)?biteship_live/i.test(key))
    throw new CommandError(
      'key is a live key: its orders would send couriers. Use the test key of the same dashboard.',
    );
  if (!URL.canParse(upstream) || !key.trim()) throw new CommandError(`upstream and key are needed: see ${configFile}.`);
  const { say, now, wait, signal } = deps;
  const ask = askerOf(settings, deps);
  const orders = new TestOrders(ask);
  const began = now();
  const verdicts = Object.fromEntries(
    Object.keys(facts).map((name) => [name, { verdict: 'not shown', seen: '' }]),
  ) as Report['verdicts'];
  const unknownFields = new Set<string>();

  /** A fact that was contradicted once stays so. */
  const note = (name: FactName, holds: boolean, seen = '') => {
    if (verdicts[name].verdict !== 'contradicted')
      verdicts[name] = { verdict: holds ? 'confirmed' : 'contradicted', seen: holds ? '' : seen };
  };

  /** What cannot contradict the contract: the service may show it elsewhere. */
  const lookFor = (name: FactName, holds: boolean, seen: string) => {
    if (holds) note(name, true);
    else if (verdicts[name].verdict === 'not shown') verdicts[name] = { verdict: 'not shown', seen };
  };

  /** Reads an answer as the gateway does, and notes fields that the contract does not name. */
  function dataOf(name: OperationName, { json }: Answer, list?: string): Record<string, unknown> | undefined {
    const { response } = allOperations[name];
    const shape = Object.keys((response as unknown as { shape?: object }).shape ?? {});
    for (const field of Object.keys(json)) if (!shape.includes(field)) unknownFields.add(`${name}: ${fieldFor(field)}`);
    const data = response.safeParse(json).data as Record<string, unknown> | undefined;
    return data && (!list || Array.isArray(json[list])) ? data : undefined;
  }

  async function seeKeys(): Promise<void> {
    const without = await ask('listCouriers', undefined, { as: '' });
    const { status, json } = without;
    note('noKey', status === 401 && codeOf(without) === 40101001 && json.success === true, seenOf(without));
    const wrong = await ask('listCouriers', undefined, { as: 'biteship_test.wrong' });
    note('wrongKey', wrong.status === 400 && codeOf(wrong) === 40000001, seenOf(wrong));
    const bearer = await ask('listCouriers', undefined, { as: `Bearer ${key.trim().replace(/^bearer +/i, '')}` });
    note('bearer', bearer.status === 200 && Array.isArray(bearer.json.couriers), seenOf(bearer));
  }

  /** @returns the rate to order, and its price without extras in rupiah */
  async function seeRates(): Promise<{ rate: Rate; price: number }> {
    const listed = await ask('listCouriers');
    const couriers = dataOf('listCouriers', listed, 'couriers');
    const rows = (couriers?.couriers ?? []) as { courier_code: string }[];
    note('couriers', rows.length > 0 && !lengthOf(couriers?.dropped), seenOf(listed));
    if (!rows.length)
      throw new CommandError(`The service lists no couriers (${seenOf(listed)}): are upstream and key right?`);
    const extras = {
      courier_insurance: 100_000,
      destination_cash_on_delivery: 100_000,
      destination_cash_on_delivery_type: '7_days',
    };
    const codes = [...new Set(rows.map(({ courier_code }) => courier_code))].join(',');
    const answer = await ask('quoteRates', { ...places, ...extras, couriers: codes, items: goods });
    const quote = dataOf('quoteRates', answer, 'pricing');
    const rates = (quote?.pricing ?? []) as Rate[];
    note('rates', rates.length > 0 && !lengthOf(quote?.dropped), seenOf(answer));
    if (!rates.length)
      throw new CommandError(`The service quotes no rates (${seenOf(answer)}): has the account a balance?`);
    note(
      'rupiah',
      rates.every(({ price }) => Number.isInteger(price)),
      'a price with a fraction',
    );
    note(
      'parts',
      rates.every((rate) => sum(rate) === rate.price),
      `${rates.filter((rate) => sum(rate) !== rate.price).length} of ${rates.length} rows do not`,
    );
    const without = (fee: 'insurance_fee' | 'cash_on_delivery_fee', has: keyof Rate, name: FactName) => {
      const lacking = rates.filter((rate) => rate[has] === false);
      if (lacking.length)
        note(
          name,
          lacking.every((rate) => !rate[fee]),
          'a fee above 0',
        );
    };
    without('insurance_fee', 'available_for_insurance', 'uninsured');
    without('cash_on_delivery_fee', 'available_for_cash_on_delivery', 'uncollected');
    const insurable = rates.filter((rate) => rate.available_for_insurance && !isCargo(rate));
    if (insurable.length)
      note(
        'insured',
        insurable.every(({ insurance_fee }) => insurance_fee === 500),
        `${insurable.filter(({ insurance_fee }) => insurance_fee !== 500).length} of ${insurable.length} rows do not`,
      );
    const fields = new Set([...rows, ...rates].flatMap((row) => Object.keys(row)));
    const cutOffs = [...fields].filter((field) => /cut.?off/i.test(field));
    lookFor('cutOff', cutOffs.length > 0, 'no field of that name');
    if (cutOffs.length) verdicts.cutOff.seen = cutOffs.map(fieldFor).join(', ');
    await seeMoreRates(codes.split(','));
    // The order is an ordinary one: a parcel that is picked up.
    const usual = rates.filter(
      ({ courier_code, available_collection_method: ways }) =>
        !calledVehicles.includes(courier_code) && !isCargo({ courier_code }) && (ways?.includes('pickup') ?? true),
    );
    const [rate] = (usual.length ? usual : rates).toSorted((one, other) => one.price - other.price);
    if (!rate) throw new CommandError('The service quotes no rates.');
    return { rate, price: rate.price - (rate.insurance_fee ?? 0) - (rate.cash_on_delivery_fee ?? 0) };
  }

  /** What other questions for rates and areas show. */
  async function seeMoreRates(codes: string[]): Promise<void> {
    const three = ['sicepat', 'anteraja', 'jne'];
    const limited = three.filter((code) => codes.includes(code));
    const amount = { destination_cash_on_delivery: 6_000_000, destination_cash_on_delivery_type: '7_days' };
    if (limited.length) {
      const dear = [{ name: 'Test parcel', value: 6_000_000, quantity: 1, weight: 500 }];
      const answer = await ask('quoteRates', { ...places, ...amount, couriers: limited.join(), items: dear });
      const rows = (dataOf('quoteRates', answer, 'pricing')?.pricing ?? []) as Rate[];
      const collecting = rows.filter((rate) => rate.available_for_cash_on_delivery);
      const names = [...new Set(collecting.map((rate) => fieldFor(rate.courier_code)))].join(', ');
      const hasAll = three.every((code) => rows.some((rate) => rate.courier_code === code));
      if (hasAll || names) note('limits', !names, `${names} say that they collect it`);
    }
    const all = await ask('quoteRates', { ...places, couriers: 'biteship', items: goods });
    note('allCouriers', all.status === 200 && lengthOf(all.json.pricing) > 0, seenOf(all));
    const query = `?${new URLSearchParams({ countries: 'ID', input: 'Cibad', type: 'single' })}`;
    const areas = await ask('readAreas', undefined, { query });
    const isFound = lengthOf(areas.json.areas) > 0;
    const isList = areas.status === 200 && Array.isArray(areas.json.areas);
    if (isList) note('wholeWords', !isFound, seenOf(areas));
    if (!isFound) note('noAreas', isList, seenOf(areas));
  }

  /** Two drafts: one is confirmed, and its order cancelled. The other is deleted. */
  async function seeDrafts(body: object, reference: string): Promise<void> {
    const { answer: drafted, made: draft } = await orders.make('draft', body);
    const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(draft?.id ?? '');
    const isReady = dataOf('createDraftOrder', drafted)?.status === 'ready';
    note('draft', [200, 201].includes(drafted.status) && isReady && isUuid, seenOf(drafted));
    note('draft201', drafted.status === 201, seenOf(drafted));
    if (!draft?.id) return;
    const { answer: draftedAgain } = await orders.make('draft', body, draft.reference);
    note('draftAgain', codeOf(draftedAgain) === 42211015, seenOf(draftedAgain));
    await seeConfirmed(draft);
    const loose = { origin_note: null, destination_note: null, metadata: null, origin_postal_code: '12440' };
    const items = goods.map((item) => ({ ...item, weight: '500' }));
    const { answer: taken, made: second } = await orders.make('draft', { ...body, ...loose, items }, reference);
    if (second?.id === '') return;
    for (const name of ['absent', 'texts', 'references'] as const) note(name, second !== undefined, seenOf(taken));
    if (!second) return;
    const deleted = await ask('deleteDraftOrder', undefined, { id: second.id });
    const gone = await ask('readDraftOrder', undefined, { id: second.id });
    const state = await orders.state(second);
    if (state) note('draftDelete', deleted.status === 200 && state === 'deleted', seenOf(deleted));
    note('draftGone', gone.status === 404 && codeOf(gone) === 40411007, seenOf(gone));
  }

  async function seeConfirmed(draft: Made): Promise<void> {
    const confirmed = await ask('confirmDraftOrder', {}, { id: draft.id });
    const order = dataOf('confirmDraftOrder', confirmed);
    const isOurs =
      order?.reference_id === draft.reference && order.draft_order_id === draft.id && order.id !== draft.id;
    const after = await ask('readDraftOrder', undefined, { id: draft.id });
    // An answer about another draft names an order of others.
    const made = orders.confirmed(draft, isOurs ? order.id : after.json.id === draft.id && after.json.order_id);
    note('draftConfirm', isOurs && made !== undefined, seenOf(confirmed));
    note('draftOrder', after.status === 200 && made !== undefined && after.json.order_id === made.id, seenOf(after));
    if (!made) return;
    const bare = await ask('cancelOrder', undefined, { id: made.id });
    const state = await orders.state(made);
    if (state) note('cancelBare', bare.status === 200 && state === 'cancelled', seenOf(bare));
  }

  async function place(body: object, price: number) {
    const { answer, made } = await orders.make('order', body);
    const order = dataOf('createOrder', answer);
    note('order', answer.status === 200 && order?.status === 'confirmed', seenOf(answer));
    const sentence = sentenceOf(answer, key);
    if (!made) throw new CommandError(`No order was placed (${seenOf(answer)}). ${sentence}`.trim());
    if (!made.id)
      throw new CommandError(
        `The service did not say whether it has the order (${seenOf(answer)}). ${sentence}`.trim(),
      );
    if (order?.id === made.id) {
      note('orderId', /^[\da-f]{24}$/i.test(made.id), 'another form');
      note('reference', order.reference_id === made.reference, typeof order.reference_id);
      note('price', order.price === price, 'another price');
    }
    return { made, trackingId: String(Object(order?.courier).tracking_id ?? '') };
  }

  /** @returns whether the second order was cancelled */
  async function seeWrites(body: object, first: Made, trackingId: string, second: Made): Promise<boolean> {
    const { answer: again } = await orders.make('order', body, first.reference);
    const named = Object(again.json.details).order_id === first.id;
    note('again', codeOf(again) === 40002060 && named, `${seenOf(again)}${named ? '' : ', without the order'}`);
    const order = await ask('readOrder', undefined, { id: first.id });
    note('read', order.status === 200 && dataOf('readOrder', order)?.id === first.id, seenOf(order));
    const upper = await ask('readOrder', undefined, { id: first.id.toUpperCase() });
    note('capitals', upper.status === 200 && upper.json.id === first.id, seenOf(upper));
    note('trackingId', /^[\da-z]{24}$/i.test(trackingId), trackingId ? 'another form' : 'none');
    if (trackingId) {
      const parcel = await ask('readTracking', undefined, { id: trackingId });
      const found = dataOf('readTracking', parcel, 'history');
      const isOurs = found?.id === trackingId && [undefined, null, first.id].includes(found.order_id as string);
      note('tracking', parcel.status === 200 && isOurs, found && !isOurs ? 'another parcel' : seenOf(parcel));
    }
    await seeDrafts(body, first.reference);
    const cancelled = await ask('cancelOrder', reason, { id: second.id });
    const state = await orders.state(second);
    const isCancelled = state === 'cancelled';
    const says = dataOf('cancelOrder', cancelled)?.status === 'cancelled';
    const seen = isCancelled ? seenOf(cancelled) : 'the order is not cancelled';
    if (state) note('cancel', cancelled.status === 200 && says && isCancelled, seen);
    if (!isCancelled) return false;
    const twice = await ask('cancelOrder', reason, { id: second.id });
    note('cancelAgain', codeOf(twice) === 40002053, seenOf(twice));
    return true;
  }

  /** @returns whether the order was delivered in time */
  async function waitForDelivery(id: string): Promise<boolean> {
    let state = 'confirmed';
    for (const until = now() + patience; now() < until && !signal?.aborted; await wait(look)) {
      const { status, json } = await ask('readOrder', undefined, { id });
      const next = status === 200 && json.id === id && typeof json.status === 'string' ? json.status : state;
      if (next === state) continue;
      state = next;
      say(`  ${stateFor(state)}\n`);
      if (state === 'in_transit') note('transit', true);
      if (state === 'dropping_off')
        note('transit', verdicts.transit.verdict === 'confirmed', 'dropping_off without it');
      note('states', isKnownState(state), stateFor(state));
      if (isEndState(state)) break;
    }
    if (state === 'delivered' || isEndState(state)) note('delivered', state === 'delivered', stateFor(state));
    return state === 'delivered';
  }

  /** Answers the service's webhooks about these orders, as the gateway would. */
  function webhookOf(delivered: () => string) {
    return async (request: Request): Promise<Response> => {
      const json = Object(await request.json().catch(() => undefined));
      // Saving a webhook in the dashboard posts an empty body.
      if (!webhooks || !Object.keys(json).length) return Response.json({ success: true });
      const isSigned = await requireSecret(request.headers, webhooks).then(
        () => true,
        () => false,
      );
      // A stranger can send anything, and does not know the ids of these orders.
      if (isSigned || orders.has(json.order_id)) note('webhookSecret', isSigned, 'another secret, or another header');
      if (!isSigned) return Response.json({ success: false }, { status: 401 });
      note('webhookBody', /^order\./.test(json.event) && typeof json.order_id === 'string', fieldsOf(json));
      // Published samples have none, and recorded ones do.
      if (typeof json.updated_at === 'string') note('webhookTime', true);
      for (const field of Object.keys(json))
        if (!webhookFields.includes(field)) unknownFields.add(`webhook: ${fieldFor(field)}`);
      if (json.order_id === delivered() && json.status === 'delivered') note('webhookDelivered', true);
      return Response.json({ success: true });
    };
  }

  say('1. Keys, couriers and rates. Three questions for rates and one for areas are charged to your balance.\n');
  await seeKeys();
  const { rate, price } = await seeRates();
  let deliveredId = '';
  const stop = webhooks ? await deps.listen(webhookOf(() => deliveredId)) : undefined;
  try {
    say(
      '2. Two test orders and two drafts. One order is cancelled at once, one draft confirmed and cancelled, the other deleted.\n',
    );
    const courier = { courier_company: rate.courier_code, courier_type: rate.courier_service_code };
    const body = { ...places, ...people, ...courier, delivery_type: 'now', items: goods };
    const { made: first, trackingId } = await place(body, price);
    deliveredId = first.id;
    const { made: second } = await place(body, price);
    const isCancelled = await seeWrites(body, first, trackingId, second);
    say(
      `3. In the dashboard, open the test order ${first.id} and change its status step by step until it is delivered.\n`,
    );
    say('   This command looks every five seconds, for half an hour. Ctrl+C ends the test orders, and the command.\n');
    const isDelivered = await waitForDelivery(first.id);
    if (isDelivered) orders.ended(first);
    // The last webhook may come after the state.
    for (let looks = 0; webhooks && isDelivered && !signal?.aborted && looks < 12; looks += 1) {
      if (verdicts.webhookDelivered.verdict !== 'not shown') break;
      await wait(look);
    }
    const isDone = isDelivered && isCancelled;
    say(
      isDone
        ? `4. Give both ids to the form that activates the live key:\n   delivered ${first.id}\n   cancelled ${second.id}\n`
        : '4. Not both orders are where the form wants them: run this again.\n',
    );
    if (!webhooks) say(`Webhooks were not looked at: ${configFile} has no webhooks.\n`);
    const minutes = Math.ceil((now() - began) / 60_000);
    return { verdicts, unknownFields: [...unknownFields].sort(), isDone, minutes };
  } finally {
    for (const sentence of await orders.clear()) say(`${sentence}\n`);
    await stop?.();
  }
}

/** The parts of a price, in rupiah. */
const sum = (rate: Rate): number =>
  (rate.shipping_fee ?? Number.NaN) -
  (rate.shipping_fee_discount ?? 0) +
  (rate.shipping_fee_surcharge ?? 0) +
  (rate.insurance_fee ?? 0) +
  (rate.cash_on_delivery_fee ?? 0);

const isCargo = ({ courier_code }: Pick<Rate, 'courier_code'>): boolean => courier_code === rules.cargoCourier.courier;

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

const fieldsOf = (json: object): string => `the fields ${Object.keys(json).map(fieldFor).join(', ')}`;
