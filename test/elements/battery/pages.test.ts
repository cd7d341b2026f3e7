import { expect } from 'chai';
import { html } from 'lit';
import { createPromiseClient } from '../../../src/client/index.ts';
import '../../../src/elements/area-search/area-search-element.ts';
import type { AreaSearchElement } from '../../../src/elements/area-search/area-search-element.ts';
import { pageClock } from '../../../src/elements/core/page-clock.ts';
import type { CheckoutElement } from '../../../src/elements/index.ts';
import type { PromiseElement } from '../../../src/elements/promise/define.ts';
import '../../../src/elements/promise/define.ts';
import { areaShop, bintaro, coblong } from '../../support/areas.ts';
import { all, clientOf, one, render, settled, textOf } from '../../support/elements.ts';
import { item, shipment } from '../../support/fixtures.ts';
import { fiveRates, serviceOf } from '../../support/rates.ts';

/** A promise, its questions, and what it has said is wrong. */
async function renderPromise(properties: Partial<PromiseElement>) {
  const asked: Record<string, unknown>[] = [];
  const errors: string[] = [];
  const client = createPromiseClient({
    baseUrl: 'https://shop.test',
    fetch: async (_input, init) => {
      asked.push(JSON.parse(`${init?.body}`));
      return Response.json({ success: true, rate: { ...fiveRates[0], arrivals: [] } });
    },
  });
  const element = await render<PromiseElement>(html`
    <ship-promise lang="en" .client=${client} @ship-error=${({ error }: ErrorEvent) => errors.push(error.message)}></ship-promise>
  `);
  Object.assign(element, { area: coblong, items: [{ weight: 250 }] }, properties);
  const answered = async () => {
    while (element.status === 'asking' || element.status === 'unknown') await new Promise(requestAnimationFrame);
    await settled(element);
  };
  await answered();
  return { element, asked, errors, answered };
}

/** The shopper chooses an area, without the list: what follows is the same. */
function choose(search: AreaSearchElement, area = bintaro): void {
  search.formStateRestoreCallback(JSON.stringify(area));
}

describe('a page that repeats itself', () => {
  it('does not take back the district that the shopper has chosen, from a checkout beside the search', async () => {
    const client = clientOf(serviceOf());
    const main = await render<HTMLElement>(html`
      <div>
        <ship-area-search for="checkout" .client=${areaShop().client}></ship-area-search>
        <ship-checkout id="checkout" couriers="jne" .client=${client} .shipment=${{ ...shipment }}></ship-checkout>
      </div>
    `);
    const checkout = one<CheckoutElement>(main, 'ship-checkout');
    const search = one<AreaSearchElement>(main, 'ship-area-search');
    await settled(search);
    choose(search);
    await settled(search);
    checkout.shipment = { ...shipment, items: [{ ...item, quantity: 9 }] };
    await settled(search);
    expect([
      search.value,
      checkout.shipment?.destination_area_id,
      checkout.shipment?.items?.[0]?.quantity,
    ]).to.deep.equal([...[bintaro.id, bintaro.id, 9]]);
    checkout.shipment = { ...shipment, destination_postal_code: 60111 };
    await settled(search);
    expect([search.value, checkout.shipment?.destination_postal_code], 'another one is news').to.deep.equal([
      null,
      60111,
    ]);
  });

  it('does not take it back from a search and a promise that it gives its own area', async () => {
    const search = await render<AreaSearchElement>(
      html`<ship-area-search .client=${areaShop().client} .area=${coblong}></ship-area-search>`,
    );
    choose(search);
    search.area = { ...coblong };
    expect(search.value).to.equal(bintaro.id);
    search.area = null;
    expect(search.value, 'none is news').to.equal(null);
  });
});

describe('attributes that a framework morphs back (bigskysoftware/htmx#4030)', () => {
  for (const tag of ['ship-checkout', 'ship-rate-comparison'])
    it(`are defaults: <${tag}> keeps the switches of the shopper until the form is reset`, async () => {
      const form = await render<HTMLFormElement>(html`<form></form>`);
      form.innerHTML = `<${tag} insurance></${tag}>`;
      const field = one<CheckoutElement>(form, tag);
      Object.assign(field, { client: clientOf(serviceOf(fiveRates)), shipment });
      while (field.status !== 'ready') await new Promise(requestAnimationFrame);
      await settled(field);
      const root = field.shadowRoot?.querySelector('ship-rate-comparison') ?? field;
      const flip = async (name: string) => {
        await settled(field);
        one(root, `#${name}`).click();
      };
      const morph = (isOn: boolean) => {
        for (const name of ['insurance', 'cash-on-delivery']) field.toggleAttribute(name, isOn);
        return [field.insurance, field.cashOnDelivery];
      };
      await flip('insurance');
      expect([morph(false), morph(true)], 'COD follows its attribute').to.deep.equal([
        [false, false],
        [false, true],
      ]);
      await flip('cash-on-delivery');
      field.insurance = true;
      expect([morph(true), morph(false)], 'a property counts').to.deep.equal([
        [true, false],
        [true, false],
      ]);
      form.reset();
      expect([morph(true), morph(false)], 'clean again').to.deep.equal([
        [true, true],
        [false, false],
      ]);
      await flip('insurance');
      field.switches = '';
      expect([morph(true), morph(false)], 'nothing is the shopper’s').to.deep.equal([
        [true, true],
        [false, false],
      ]);
    });

  it('are defaults: a search keeps the district of the shopper until the form is reset', async () => {
    const form = await render<HTMLFormElement>(
      html`<form><ship-area-search .client=${areaShop().client}></ship-area-search></form>`,
    );
    const search = one<AreaSearchElement>(form, 'ship-area-search');
    const morph = (area?: object) => {
      if (area) search.setAttribute('area', JSON.stringify(area));
      else search.removeAttribute('area');
      return search.value;
    };
    expect(morph(coblong)).to.equal(coblong.id);
    choose(search);
    expect([morph(), morph(coblong)]).to.deep.equal([bintaro.id, bintaro.id]);
    form.reset();
    expect([search.value, morph()]).to.deep.equal([coblong.id, null]);
    choose(search);
    search.area = coblong;
    expect(morph(bintaro), 'a property counts').to.equal(bintaro.id);
  });
});

describe('goods that a page has changed', () => {
  it('in place are other goods when they are set again', async () => {
    const items = [{ weight: 250 }];
    const { element, asked, answered } = await renderPromise({ items });
    for (const line of items) line.weight = 12_000;
    element.items = items;
    await settled(element);
    await answered();
    expect(asked.map(({ weight }) => weight)).to.deep.equal([1_000, 12_000]);
  });
});

describe('numbers as people write them', () => {
  for (const [what, properties, expected] of [
    ['a weight with a separator', { items: [{ weight: '12.000' }] }, /items\.0\.weight must be grams/],
    [
      'kilograms',
      { items: [{ weight: 0.25 }] },
      /items\.0\.weight must be whole grams: 0\.25 looks like kilograms, send 250/,
    ],
    ['a sum with a separator', { subtotal: '250.000' }, /subtotal must be whole rupiah/],
    ['a sum with its currency', { subtotal: 'Rp150.000' }, /subtotal must be whole rupiah/],
  ] as const)
    it(`name the field: ${what}`, async () => {
      const { asked, errors } = await renderPromise(properties as Partial<PromiseElement>);
      expect(asked).to.deep.equal([]);
      expect(errors.join()).to.match(expected);
    });

  it('are read where they are clear', async () => {
    const { asked } = await renderPromise({ items: [{ weight: '1250.5', quantity: '2' }], subtotal: ' 250000 ' });
    expect(asked[0]).to.include({ weight: 3_000, subtotal: 250_000 });
  });
});

describe('a card that cuts off what is larger', () => {
  it('does not cut off the list of a search in it (yui/yui3#1488)', async () => {
    const { client, clock } = areaShop();
    const main = await render<HTMLElement>(html`
      <div style="overflow: hidden; inline-size: 600px"><ship-area-search .client=${client} .clock=${clock}></ship-area-search></div>
    `);
    const search = one<AreaSearchElement>(main, 'ship-area-search');
    await settled(search);
    const input = one<HTMLInputElement>(search, 'input');
    input.focus();
    input.value = 'coblong';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    while (search.status !== 'found') await new Promise(requestAnimationFrame);
    await settled(search);
    const { left, bottom } = one(search, '[role=option]').getBoundingClientRect();
    expect(document.elementFromPoint(left + 10, bottom - 5) === search).to.equal(true);
    one(search, '[role=option]').click();
    await settled(search);
    expect([search.status, all(search, ':popover-open').length]).to.deep.equal(['chosen', 0]);
  });
});

describe('an address that is typed word by word', () => {
  /** What the service is asked while each word rests for the usual half second. */
  async function askedFor(address: string, inputType = 'insertText'): Promise<string[]> {
    const { client, asked } = areaShop();
    const timers = new Set<{ delay: number; act: () => void }>();
    const after = (delay: number, act: () => void) => {
      const timer = { delay, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    };
    const search = await render<AreaSearchElement>(html`
      <ship-area-search .client=${client} .clock=${{ ...pageClock, after }}></ship-area-search>
    `);
    const input = one<HTMLInputElement>(search, 'input');
    for (const word of inputType === 'insertText' ? address.split(/(?<= )/) : [address]) {
      input.value += word;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
      for (const timer of timers) {
        if (timer.delay > 500 || !timers.delete(timer)) continue;
        timer.act();
        do await new Promise(requestAnimationFrame);
        while (search.status === 'searching');
      }
    }
    return asked;
  }

  for (const [address, asked] of [
    ['081234567890, Siti, Coblong', ['coblong']],
    ['Jl. Melati 12345 Coblong', ['coblong']],
    ['Kby. Lama', ['kebayoran']],
  ] as const)
    it(`asks for places alone: ${address}`, async () => {
      expect(await askedFor(address)).to.deep.equal(asked);
    });

  it('is asked at once when it is pasted, also if its number may be that of a house', async () => {
    expect(await askedFor('Jl. Dipati Ukur Bandung 40132', 'insertFromPaste')).to.deep.equal(['40132']);
  });
});

describe('a district that is remembered', () => {
  /** Fills the room that the browser has for the page. */
  function fillStorage(): void {
    for (let size = 2 ** 23; size >= 1; size /= 2)
      try {
        localStorage.setItem(`full-${size}`, 'x'.repeat(size));
      } catch {
        // Half as much may have room.
      }
  }
  afterEach(() => localStorage.clear());

  it('is kept for the page where the browser has no room', async () => {
    const { element } = await renderPromise({ remember: true });
    fillStorage();
    const { rememberArea, recallArea } = await import('../../../src/elements/core/remembered-area.ts');
    rememberArea(bintaro);
    expect(recallArea()?.id).to.equal(bintaro.id);
    await settled(element);
    expect(Object(element.area).id, 'the page has its own').to.equal(coblong.id);
    rememberArea(undefined);
    expect(recallArea()).to.equal(undefined);
  });
});

describe('a part that does not load', () => {
  it('says so in the search of the promise, which has its own file in a page of its own', async () => {
    const frame = await render<HTMLIFrameElement>(html`<iframe></iframe>`);
    const page = frame.contentWindow as Window & typeof globalThis;
    const script = Object.assign(page.document.createElement('script'), {
      type: 'module',
      src: '/src/elements/promise/promise-element.ts',
    });
    page.document.head.append(script);
    const type = (await page.customElements.whenDefined('ship-promise')) as typeof PromiseElement;
    type.loadSearch = () => Promise.reject(new TypeError('404'));
    const element = page.document.createElement('ship-promise') as unknown as PromiseElement;
    const errors: string[] = [];
    element.addEventListener('ship-error', ({ error }) => errors.push(error.message));
    Object.assign(element, { lang: 'id', client: {} });
    page.document.body.append(element as Node);
    await element.updateComplete;
    const press = async (button: HTMLElement, times: number) => {
      button.click();
      while (errors.length < times) await new Promise(requestAnimationFrame);
      return one(element, 'ship-area-search').shadowRoot?.textContent;
    };
    expect(await press(one(element, '.change'), 1)).to.include('gagal dimuat.Coba lagi');
    expect(one<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
    expect(await press(one(one(element, 'ship-area-search'), 'button'), 2)).to.include('Muat ulang');
    expect(errors[0]).to.include('<ship-area-search> did not load');
  });
});

describe('events say what stands', () => {
  it('of a choice whose goods the page sets before their destination, also if the answer fails', async () => {
    let isDown = false;
    const service = serviceOf();
    const client = clientOf(async (request) => {
      if (isDown) throw new TypeError('Failed to fetch');
      return service(request);
    });
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout couriers="jne" value="jne/reg" .client=${client} .shipment=${shipment}></ship-checkout>
    `);
    const told: [number | undefined, string][] = [];
    checkout.addEventListener('ship-rate-change', ({ rate, reason }) => told.push([rate?.price, reason]));
    while (!checkout.rate) await new Promise(requestAnimationFrame);
    await settled(checkout);
    const { price } = checkout.rate;
    isDown = true;
    const items = [{ ...item, quantity: 9 }];
    checkout.shipment = { ...shipment, destination_postal_code: undefined, items };
    checkout.shipment = { ...shipment, items };
    while (checkout.status !== 'error') await new Promise(requestAnimationFrame);
    await settled(checkout);
    expect([checkout.rate, told.slice(-2)]).to.deep.equal([
      undefined,
      [
        [price, 'preset'],
        [undefined, 'shipment-changed'],
      ],
    ]);
  });

  it('of a promise that is taken back', async () => {
    const told: unknown[] = [];
    const { element, answered } = await renderPromise({});
    element.addEventListener('ship-promise', ({ promise }) => told.push(promise));
    element.items = [{ weight: 0 }];
    await settled(element);
    await answered();
    expect([element.promise, told]).to.deep.equal([undefined, [undefined]]);
  });
});

describe('keys that the page hears, too', () => {
  it('do not close a dialog of the page with what an Escape has closed here', async () => {
    const main = await render<HTMLElement>(html`
      <div><ship-rate-comparison lang="en" .rates=${[...fiveRates, ...fiveRates.map((row) => ({ ...row, courier_service_code: 'b' }))]}></ship-rate-comparison></div>
    `);
    let heard = 0;
    main.addEventListener('keydown', () => {
      heard += 1;
    });
    const more = one<HTMLElement>(main, '[part=more]');
    const pressEscape = () =>
      more.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true }),
      );
    more.click();
    await settled(one(main, 'ship-rate-comparison'));
    pressEscape();
    await settled(one(main, 'ship-rate-comparison'));
    expect([heard, textOf(more)]).to.deep.equal([0, '8 more']);
    pressEscape();
    expect(heard, 'nothing was open').to.equal(1);
  });
});
