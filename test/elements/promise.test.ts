import { expect } from 'chai';
import { createPromiseClient, type PromiseClient } from '../../src/client/index.ts';
import type { PromiseElement } from '../../src/elements/promise/define.ts';
import '../../src/elements/promise/define.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, next, one, record, settled, textOf } from '../support/elements.ts';
import { TestClock } from '../support/test-clock.ts';

const coblong = { id: 'IDNP9', name: 'Coblong, Bandung, Jawa Barat. 40132', postal_code: 40132 };
const tebet = { id: 'IDNP6', name: 'Tebet, Jakarta Selatan, DKI Jakarta. 12810', postal_code: 12810 };

/** The next days of a wall calendar. */
const day = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

const rate = (changes: object = {}) => ({
  courier_code: 'pos',
  courier_service_code: 'reg',
  courier_name: 'Pos Indonesia',
  courier_service_name: 'Reguler',
  price: 9_000,
  shipment_duration_range: '2 - 3',
  shipment_duration_unit: 'days',
  arrivals: [{ first: day(3), last: day(5), hand_over: tomorrow, cut_off: tomorrow, until: tomorrow, later: false }],
  ...changes,
});
const answer = (changes: object = {}, more: object = {}) => ({ success: true, rate: rate(changes), ...more });
const undated = { arrivals: [] };

/** A gateway that answers with what the test sets, and keeps the questions. */
function gatewayOf(...answers: unknown[]) {
  const questions: unknown[] = [];
  const client: PromiseClient = createPromiseClient({
    baseUrl: 'https://shop.test/shipping',
    fetch: async (_input, init) => {
      questions.push(JSON.parse(`${init?.body}`));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer instanceof Response ? answer.clone() : Response.json(await answer);
    },
  });
  const searchAreas = async () => ({ success: true as const, areas: [{ ...tebet }], dropped: [] });
  return { client: { ...client, searchAreas }, questions };
}

let main: HTMLElement;

/** One more element in the page: a list has several. */
async function renderPromise(client: PromiseClient, properties: Partial<PromiseElement> = {}) {
  const element = document.createElement('ship-promise');
  Object.assign(element, { lang: 'en', client, items: [{ weight: 250 }], area: coblong }, properties);
  main.append(element);
  await settled(element);
  return element;
}

async function until(holds: () => boolean) {
  while (!holds()) await new Promise(requestAnimationFrame);
}

async function renderAnswered(client: PromiseClient, properties: Partial<PromiseElement> = {}) {
  const element = await renderPromise(client, properties);
  await until(() => element.status === 'known' || element.status === 'unavailable');
  await settled(element);
  return element;
}

/** The lines on screen, without what another width shows. */
const lines = (element: PromiseElement) =>
  ['headline', 'detail'].map((part) =>
    one<HTMLElement>(element, `[part=${part}]`).innerText.replace(/\s+/g, ' ').trim(),
  );
const change = (element: PromiseElement) => one<HTMLElement>(element, '[part=change]');
/** WebKit ends it with a line break. */
const changeText = (element: PromiseElement) => change(element).innerText.trim();
/** An answer that comes when the test tells it. */
function slowAnswer() {
  let tell = (_answer: unknown) => {};
  const slow = new Promise((resolve) => {
    tell = resolve;
  });
  return { slow, tell };
}
/** Until the page has nothing else to do. Safari has no idle callback. */
const idle = () =>
  new Promise((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 50)));
/** Firefox has parts of a pixel that depend on where the element stands. */
const height = (element: PromiseElement) => Math.round(element.getBoundingClientRect().height * 10) / 10;

describe('<ship-promise>', () => {
  beforeEach(() => {
    localStorage.removeItem('ship-area');
    main = document.body.appendChild(document.createElement('main'));
  });
  afterEach(() => main.remove());

  it('says when delivery comes, what it costs at least, and to where', async () => {
    const { client, questions } = gatewayOf(answer());
    const element = await renderAnswered(client);
    expect(lines(element)[0]).to.match(/^Arrives .+ – .+/);
    expect(lines(element)[1]).to.equal('Delivery from Rp 9,000');
    expect(changeText(element)).to.equal('Coblong, Bandung');
    change(element).focus();
    const { outlineStyle, outlineOffset, paddingInlineStart } = getComputedStyle(change(element));
    expect(outlineStyle).to.equal('solid');
    const inner = -Number.parseFloat(outlineOffset);
    expect(Number.parseFloat(paddingInlineStart), 'its text is not under the ring').to.be.at.least(inner);
    expect(questions).to.deep.equal([{ destination_area_id: 'IDNP9', weight: 1_000 }]);
    expect(element.matches(':state(known)')).to.equal(true);
    await expectAccessible(element);
  });

  it('says how long it takes without a calendar, and the price alone without a duration', async () => {
    const lang = 'id';
    expect(lines(await renderAnswered(gatewayOf(answer(undated)).client, { lang }))).to.deep.equal([
      'Tiba dalam 2–3 hari',
      'Ongkir mulai Rp9.000',
    ]);
    const unknown = gatewayOf(answer({ ...undated, shipment_duration_range: null, shipment_duration_unit: null }));
    expect(lines(await renderAnswered(unknown.client, { lang }))).to.deep.equal(['Ongkir mulai Rp9.000', '']);
  });

  it('says until when to order for these dates, in the zone of the shop, if that is today there', async () => {
    const clock = new TestClock(Date.parse('2026-11-24T23:30+07:00'));
    const [first, cut_off] = ['2026-11-27', '2026-11-25T15:00+08:00'];
    const promise = { first, last: first, hand_over: cut_off, cut_off, until: cut_off, later: false };
    const element = await renderAnswered(gatewayOf(answer({ arrivals: [promise] })).client, { clock });
    expect(lines(element)[1]).to.equal('Delivery from Rp 9,000 · order before 15:00 WITA');
    const later = gatewayOf(answer({ arrivals: [{ ...promise, later: true }] })).client;
    expect(lines(await renderAnswered(later, { clock }))[1]).to.equal('Delivery from Rp 9,000 · may be later');
    const tomorrow = { ...promise, cut_off: '2026-11-26T15:00+08:00' };
    const another = gatewayOf(answer({ arrivals: [tomorrow] })).client;
    expect(lines(await renderAnswered(another, { clock }))[1]).to.equal('Delivery from Rp 9,000');
  });

  it('writes the day no smaller than what stands below it, in the cart of the narrowest phone', async () => {
    const { client } = gatewayOf(answer({}, { free_delivery: { from: 500_000, missing: 155_000 } }));
    const element = await renderAnswered(client, { subtotal: '345000' });
    main.style.inlineSize = '224px';
    const [day = 0, detail = 0] = ['.headline', '.detail'].map((part) =>
      Number.parseFloat(getComputedStyle(one(element, part)).fontSize),
    );
    expect(day).to.be.above(detail);
  });

  it('says in a cart what is missing for free delivery, with a bar that screen readers read', async () => {
    const { client, questions } = gatewayOf(answer({}, { free_delivery: { from: 500_000, missing: 155_000 } }));
    const element = await renderAnswered(client, { subtotal: '345000', lang: 'id' });
    expect(lines(element)[1]).to.equal('Mulai Rp9.000 · Rp155.000 lagi gratis ongkir');
    const bar = one<HTMLProgressElement>(element, 'progress');
    expect([bar.value, bar.max, bar.getAttribute('aria-label')]).to.deep.equal([
      345_000,
      500_000,
      'Rp155.000 lagi gratis ongkir',
    ]);
    expect(questions[0]).to.include({ subtotal: 345_000 });
    await expectAccessible(element);
    const named = { from: 500_000, missing: 155_000, courier_name: 'Pos Indonesia', courier_service_name: 'Reguler' };
    const withService = await renderAnswered(gatewayOf(answer({}, { free_delivery: named })).client, {
      subtotal: 345_000,
    });
    expect(lines(withService)[1]).to.equal('From Rp 9,000 · Rp 155,000 more for free delivery with Pos Reguler');
    const free = answer({ price: 0 }, { free_delivery: { from: 500_000, missing: 0 } });
    const reached = await renderAnswered(gatewayOf(free).client, { subtotal: 555_000, lang: 'id' });
    expect(lines(reached)[1]).to.equal('Gratis ongkir dengan Pos Reguler');
    expect(reached.matches(':state(free)')).to.equal(true);
  });

  it('has one height in every state, with a cart and without', async () => {
    for (const more of [{}, { subtotal: 345_000 }]) {
      const heights = new Set<number>();
      const known = answer({}, { free_delivery: { from: 500_000, missing: 155_000 } });
      heights.add(height(await renderPromise(gatewayOf(known).client, { ...more, area: null })));
      heights.add(height(await renderPromise(gatewayOf(new Promise(() => {})).client, more)));
      for (const told of [
        known,
        answer(undated),
        answer({ price: 0 }),
        { success: true, rate: null },
        new Error('cut off'),
      ]) {
        // What is out of sight asks nothing.
        main.replaceChildren();
        heights.add(height(await renderAnswered(gatewayOf(told).client, more)));
      }
      expect([...heights], JSON.stringify(more)).to.have.lengthOf(1);
    }
  });

  it('rings the district after a choice without lying over the day or the price', async () => {
    const clock = new TestClock(Date.parse('2026-11-24T23:30+07:00'));
    const [first, cut_off] = ['2026-11-27', '2026-11-25T15:00+07:00'];
    const promise = { first, last: '2026-11-28', hand_over: cut_off, cut_off, until: cut_off, later: false };
    const { client } = gatewayOf(answer({ arrivals: [promise] }));
    const element = await renderAnswered(client, { clock, lang: 'id' });
    for (const width of [240, 328, 336, 464]) {
      main.style.inlineSize = `${width}px`;
      change(element).focus();
      const { outlineOffset, outlineWidth } = getComputedStyle(change(element));
      const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
      const { left, right, top, bottom } = change(element).getBoundingClientRect();
      for (const part of ['.headline', '.detail']) {
        const text = document.createRange();
        text.selectNodeContents(one(element, part));
        for (const box of text.getClientRects()) {
          const isBeside = box.right < left - reach || box.left > right + reach;
          // Above the letters there is room for accents.
          const isInAnotherLine = box.bottom <= top - reach || box.top >= bottom + reach - 1.5;
          expect(isBeside || isInAnotherLine, `${part}, ${width} px`).to.equal(true);
        }
      }
    }
  });

  it('asks nothing without a district, and offers to choose one', async () => {
    const { client, questions } = gatewayOf(answer());
    const element = await renderPromise(client, { area: null, lang: 'id' });
    await idle();
    await settled(element);
    expect([lines(element)[0], changeText(element), questions.length]).to.deep.equal([
      'Cek ongkir ke kecamatan Anda',
      'Pilih',
      0,
    ]);
    await expectAccessible(element);
  });

  it('asks nothing while it is out of sight', async () => {
    const { client, questions } = gatewayOf(answer());
    main.insertAdjacentHTML('beforeend', '<p style="block-size: 300vh">Far above</p>');
    const element = await renderPromise(client);
    await new Promise<unknown>((seen) => new IntersectionObserver(seen).observe(element));
    await idle();
    expect(questions).to.deep.equal([]);
    element.scrollIntoView();
    await until(() => questions.length === 1);
  });

  it('shares one question with the other products of a list', async () => {
    const { client, questions } = gatewayOf(answer());
    const items = [[{ weight: 250 }], [{ weight: '900', quantity: 1 }], [{ weight: 300.5, quantity: '2' }]];
    const list = await Promise.all(items.map((items) => renderAnswered(client, { items })));
    expect(list.map((one) => one.status)).to.deep.equal(['known', 'known', 'known']);
    expect(questions).to.have.lengthOf(1);
    await renderAnswered(client, { items: [{ weight: 250, length: 30, width: 30, height: 20 }] });
    expect(questions[1]).to.deep.equal({ destination_area_id: 'IDNP9', weight: 1_000, volume: 18_000 });
  });

  it('says one quiet sentence if no courier delivers there, or no answer comes, and asks again once online', async () => {
    const failures = [
      { success: true, rate: null },
      new Error('cut off'),
      Response.json({ success: false, reason: 'too-many-requests' }, { status: 429 }),
      Response.json({ success: false, reason: 'quotes-exhausted' }, { status: 503 }),
      new Response('<html>', { status: 200 }),
    ];
    for (const failure of failures) {
      const element = await renderAnswered(gatewayOf(failure).client);
      expect([...lines(element), element.matches(':state(unavailable)')]).to.deep.equal([
        'Delivery is priced at checkout',
        '',
        true,
      ]);
    }
    const { client, questions } = gatewayOf(new Response('<html>', { status: 200 }), answer());
    await renderAnswered(client);
    const element = await renderAnswered(gatewayOf(new Error('cut off'), answer()).client);
    dispatchEvent(new Event('online'));
    await until(() => element.status === 'known');
    expect(questions.length, 'what cannot be read has nothing to do with the connection').to.equal(1);
  });

  it('tells the author what is wrong with the goods, and the shopper nothing', async () => {
    for (const [items, field] of [
      [[{ weight: 0 }], 'items.0.weight'],
      [[{ weight: 5 }, { name: 'Syal' }], 'items.1.weight'],
      [[], 'items'],
      ['Syal', 'items'],
    ] as const) {
      const { client, questions } = gatewayOf(answer());
      const element = await renderAnswered(client, { items });
      expect(element.error?.message).to.include(`${field} must be`);
      expect([lines(element)[0], questions.length]).to.deep.equal(['Delivery is priced at checkout', 0]);
    }
  });

  it('asks again for another district, and the answer to the one before does not count', async () => {
    const { slow, tell } = slowAnswer();
    const { client, questions } = gatewayOf(slow, answer({ ...undated, price: 20_000 }));
    const element = await renderPromise(client);
    await until(() => questions.length === 1);
    element.area = tebet;
    await until(() => element.status === 'known');
    tell(answer({ ...undated, price: 1 }));
    await slow;
    await settled(element);
    expect([lines(element)[1], changeText(element)]).to.deep.equal([
      'Delivery from Rp 20,000',
      'Tebet, Jakarta Selatan',
    ]);
  });

  it('shows no answer for goods that the page has changed into none meanwhile (woocommerce/woocommerce-ios#15302)', async () => {
    for (const items of [[{ weight: 0 }], undefined]) {
      const { slow, tell } = slowAnswer();
      const { client, questions } = gatewayOf(slow);
      const element = await renderPromise(client);
      await until(() => questions.length === 1);
      element.items = items;
      await settled(element);
      tell(answer());
      await slow;
      await idle();
      expect(element.promise).to.equal(undefined);
      // The same goods again are asked for again, and answered from what is known.
      element.items = [{ weight: 250 }];
      await until(() => element.status === 'known');
      main.replaceChildren();
    }
  });

  it('asks again for a district that the page has taken away and set again, and shows no answer in between', async () => {
    const { slow, tell } = slowAnswer();
    const { client, questions } = gatewayOf(slow);
    const element = await renderPromise(client);
    await until(() => questions.length === 1);
    element.area = null;
    await settled(element);
    tell(answer());
    await slow;
    await idle();
    expect(element.promise).to.equal(undefined);
    element.area = coblong;
    await until(() => element.status === 'known');
    expect(questions).to.have.length(1);
  });

  it('keeps an answer for the same question that fails, and not for other goods', async () => {
    const { client } = gatewayOf(answer(), new TypeError('Failed to fetch'));
    const clock = new TestClock(Date.now());
    const element = await renderAnswered(client, { clock });
    const failed = () => next(element, 'ship-error');
    let error = failed();
    clock.sleep(3_600_000);
    await error;
    expect(element.status).to.equal('known');
    error = failed();
    element.items = [{ weight: 9_000 }];
    await error;
    await settled(element);
    expect([element.status, element.promise, lines(element)[1]]).to.deep.equal(['unavailable', undefined, '']);
  });

  it('closes its search by a press beside it, not by one that marks text, or by a key of a composition', async () => {
    const { client } = gatewayOf(answer());
    const element = await renderAnswered(client);
    change(element).click();
    await until(() => element.renderRoot.querySelector('dialog')?.open === true);
    const dialog = one<HTMLDialogElement>(element, 'dialog');
    const press = async (where: HTMLElement) => {
      where.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
      dialog.click();
      await settled(element);
      return dialog.isConnected;
    };
    const head = one<HTMLElement>(element, '.head');
    const init = { key: 'Escape', keyCode: 229, bubbles: true, composed: true };
    head.dispatchEvent(new KeyboardEvent('keydown', init));
    expect([await press(head), await press(dialog)]).to.deep.equal([true, false]);
  });

  it('closes its search when it leaves the page, and comes back without it', async () => {
    const { client } = gatewayOf(answer());
    const element = await renderAnswered(client);
    change(element).click();
    await until(() => element.renderRoot.querySelector('dialog')?.open === true);
    element.remove();
    main.append(element);
    await settled(element);
    expect(element.renderRoot.querySelector('dialog')).to.equal(null);
    change(element).click();
    await until(() => element.renderRoot.querySelector('dialog')?.matches(':modal') === true);
  });

  it('takes a quantity of null, as frameworks set it, for one, and no weight or size without end', async () => {
    const { client, questions } = gatewayOf(answer());
    const items = [{ weight: 250, quantity: null, length: Number.POSITIVE_INFINITY, width: 1, height: 1 }];
    await renderAnswered(client, { items });
    expect(questions).to.deep.equal([{ destination_area_id: 'IDNP9', weight: 1_000 }]);
    const endless = await renderAnswered(client, { items: [{ weight: Number.POSITIVE_INFINITY }] });
    expect(endless.error).to.have.property('code', 'invalid-request');
    expect(questions).to.have.length(1);
  });

  it('opens the search, takes the district that the shopper chooses, and says so', async () => {
    const { client } = gatewayOf(answer());
    const element = await renderAnswered(client);
    const events = record(element, 'ship-area-change', 'ship-promise', 'input', 'change');
    change(element).click();
    await until(() => element.renderRoot.querySelector('dialog')?.open === true);
    const search = one<HTMLElement & { updateComplete: Promise<unknown> }>(element, 'ship-area-search');
    await until(() => search.shadowRoot?.activeElement?.id === 'input');
    const input = search.shadowRoot?.querySelector('input') as HTMLInputElement;
    input.value = '12810';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await until(() => search.shadowRoot?.querySelector('[role=option]') !== null);
    // A text that is left is no other district.
    const { area } = element;
    input.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: document.body }));
    expect([element.area, events]).to.deep.equal([area, []]);
    const changed = next(element, 'ship-area-change');
    for (const key of ['ArrowDown', 'Enter']) input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await changed;
    await until(() => element.status === 'known');
    expect(element.renderRoot.querySelector('dialog')).to.equal(null);
    expect(events).to.deep.equal(['ship-area-change', 'ship-promise', 'ship-promise']);
    expect(localStorage.getItem('ship-area')).to.equal(null);
  });

  it('keeps the district on this device with remember, for every promise of the shop, without what was typed', async () => {
    localStorage.setItem('ship-area', JSON.stringify({ ...tebet, until: Date.now() + 1_000 }));
    const { client } = gatewayOf(answer());
    const [forgetful, remembering] = [
      await renderPromise(client, { area: null }),
      await renderPromise(client, { area: null, remember: true }),
    ];
    expect([forgetful.status, Object(remembering.area).id]).to.deep.equal(['unknown', 'IDNP6']);
    localStorage.setItem(
      'ship-area',
      JSON.stringify({ ...coblong, until: Date.now() + 1_000, street: 'Jl. Braga 12' }),
    );
    dispatchEvent(new StorageEvent('storage', { key: 'ship-area' }));
    expect(remembering.area).to.deep.equal(coblong);
    // Back brings the page from the browser's cache.
    localStorage.setItem('ship-area', JSON.stringify({ ...tebet, until: Date.now() + 1_000 }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(remembering.area).to.deep.equal(tebet);
    localStorage.setItem('ship-area', JSON.stringify({ ...tebet, until: Date.now() - 1 }));
    const late = await renderPromise(client, { area: null, remember: true });
    expect(late.status).to.equal('unknown');
  });

  it('links to the page of the shop where no search is loaded', async () => {
    const element = await renderAnswered(gatewayOf(answer()).client, { changeUrl: '/district' });
    // The search is registered here, so it is the button.
    expect(change(element).localName).to.equal('button');
    expect(all(element, 'a')).to.have.lengthOf(0);
    expect(textOf(change(element))).to.include('Coblong');
  });
});
