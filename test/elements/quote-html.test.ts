import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { type QuoteHtml, quoteHtml } from '../../src/elements/quote-html.ts';
import { quoteStyles } from '../../src/package/quote-styles.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { all, clientOf, next, press, record, render, settled } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';
import { wideRates } from '../support/rates.ts';

type Field = CheckoutElement | RateComparisonElement;

const encoded = (claims: object) => btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_');

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

/** A row with an offer, unsigned. The element does not verify it. */
function offered(row: Rate, age = 0, insured = true): { rate: Rate } {
  const { courier_code: courier, courier_service_code: service } = row;
  const iat = minutesAgo(age);
  const offer = `head.${encoded({ courier, service, asked: { insured }, iat, exp: iat + 20 * 60 })}.${courier}`;
  return { rate: { ...row, offer } };
}

const row = (courier_code: string, price: number, more: Partial<Rate> = {}) =>
  rate({
    ...{ courier_code, courier_name: courier_code.toUpperCase(), shipping_fee: price, insurance_fee: 500 },
    ...{ price: price + 500, ...more },
  });

/** Four that no other one beats, and two that are dearer and slower. */
const six = [
  row('jne', 15_000),
  row('tiki', 16_000, { shipment_duration_range: '1 - 2', available_for_cash_on_delivery: false }),
  row('rpx', 17_000, { shipment_duration_range: '1' }),
  row('sap', 18_000, { shipment_duration_range: '6', shipment_duration_unit: 'hours' }),
  row('anteraja', 20_000),
  row('lion', 30_000),
];

const cart = `head.${encoded({ subtotal: 150_000 })}.cart`;

const usual = (more: Partial<QuoteHtml> = {}): QuoteHtml => ({
  ...{ quote: six.map((rate) => offered(rate)), name: 'shipping', cart, shipment, ...more },
});

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** An HTML document, in which nothing is registered. */
const documentOf = (markup: string) => new DOMParser().parseFromString(markup, 'text/html');

const couriers = six.map(({ courier_code }) => courier_code).join();

/** A page lays its form out, and styles its own labels and fields. They are not those of the element. */
const pageStyles =
  'body { margin: 0 } form { display: grid; max-inline-size: 500px } label, input, fieldset, h3, p, span { display: grid; margin: 7px; padding: 9px; border: 2px solid; font-size: 20px }';

/** A page with a form whose element a server has filled, before its script arrives. */
async function early({
  tag = 'ship-checkout',
  attributes = '',
  given = usual(),
  width = 360,
  price = 0,
  before = '',
  inside = (list: string) => list,
} = {}) {
  const frame = document.createElement('iframe');
  Object.assign(frame, { width: `${width}`, height: '900', frameBorder: '0' });
  const open = `<${tag} name="shipping" couriers="${couriers}" cart="${cart}" shipment="${attribute(JSON.stringify(shipment))}" ${attributes}>`;
  const list = quoteHtml({ couriers, ...given });
  frame.srcdoc = `<!doctype html><style>${pageStyles}${quoteStyles()}</style><body>
    <form>${before}${open}${inside(list)}</${tag}><button>Pay</button></form>`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  await render(html`<div></div>`);
  document.querySelector('main')?.append(frame);
  await loaded;
  const page = frame.contentDocument as Document;
  const element = page.querySelector(tag) as Field;
  const calls: Record<string, unknown>[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const again = six.map((one) => ({
    ...one,
    price: one.price + price,
    shipping_fee: Number(one.shipping_fee) + price,
  }));
  element.client = clientOf(async (request) => {
    // The picker's own question, which costs nothing.
    if (request.method === 'GET') return Response.json({ success: true, couriers: six });
    calls.push(await request.json());
    await held;
    return Response.json({ success: true, pricing: again.map((one) => offered(one).rate) });
  });
  const form = page.forms[0] as HTMLFormElement;
  const submitted = () => [...new FormData(form)].map(([name, value]) => `${name}=${value}`);
  /** Loads the script. Resolves once the element has drawn itself, before any answer. */
  const upgrade = async () => {
    const script = page.createElement('script');
    script.type = 'module';
    script.src = '/test/support/page-in-frame.ts';
    page.head.append(script);
    await frame.contentWindow?.customElements.whenDefined('ship-checkout');
    await settled(element);
  };
  return {
    ...{ page, form, element, calls, submitted, upgrade },
    radio: (key: string) => page.querySelector(`.ship-quote [data-rate="${key}"]`) as HTMLInputElement,
    /** Lets the service answer. Until then it is silent. */
    answered: () => {
      answer();
      return next(element, 'ship-rates');
    },
  };
}

const offerOf = (given: QuoteHtml, key: string) =>
  given.quote.find(({ rate }) => serviceKey(rate) === key)?.rate.offer as string;

describe('quoteHtml', () => {
  it('writes the short list as radios of the form, each with its offer, and no script or style', () => {
    const given = usual({ required: true, value: 'rpx/reg' });
    const markup = quoteHtml(given);
    const radios = [...documentOf(markup).querySelectorAll<HTMLInputElement>('input[name]')];
    expect(
      radios.map((radio) => [radio.type, radio.name, radio.required, radio.getAttribute('autocomplete')]),
    ).to.deep.equal(Array.from({ length: 4 }, () => ['radio', 'shipping-offer', true, 'off']));
    for (const { value, dataset } of radios) expect(value).to.equal(offerOf(given, String(dataset.rate)));
    expect(radios.filter(({ checked }) => checked).map(({ dataset }) => dataset.rate)).to.deep.equal(['rpx/reg']);
    expect(markup).to.not.match(/<script|<style|style=| on\w+=/);
    // Each offer stands there once.
    for (const { value } of radios) expect(markup.split(value).length).to.equal(2);
  });

  it('says what the element says of the same rates, in both languages', async () => {
    for (const lang of ['en', 'id']) {
      const { page, upgrade } = await early({ attributes: `lang="${lang}"`, given: usual({ lang }) });
      const said = () =>
        all(page.body, '.row').map((label) => {
          const input = label.querySelector('input');
          return [label.textContent, input?.getAttribute('aria-label'), input?.getAttribute('aria-description')];
        });
      const before = said();
      await upgrade();
      expect(before).to.have.length(4);
      expect(said(), lang).to.deep.equal(before);
    }
  });

  it('escapes the names of couriers and goods, and every other text', async () => {
    const hostile = `"><img src=x onerror="alert(1)">'</script><!--&amp;`;
    const named = six.map((one) => ({
      ...one,
      courier_name: hostile,
      courier_service_name: hostile,
      courier_code: `${one.courier_code}'"<`,
    }));
    const goods = { ...shipment, items: [{ ...shipment.items[0], name: hostile }] } as typeof shipment;
    const given = usual({
      quote: named.map((rate) => offered(rate)),
      ...{ shipment: goods, name: `order["'<ship]`, words: { rates: hostile, ratesTo: () => hostile } },
    });
    const { body } = documentOf(quoteHtml(given));
    expect(body.querySelectorAll('img, script')).to.have.length(0);
    expect(body.querySelector('h3')?.textContent).to.equal(hostile);
    expect(body.querySelector('input')?.name).to.equal(`order["'<ship-offer]`);
    const { pricing } = JSON.parse(body.querySelector<HTMLElement>('.ship-quote')?.dataset.quote ?? '');
    expect(pricing[0].courier_name).to.equal(hostile);
    expect(body.children).to.have.length(1);
  });

  it('submits in the form that the element names', () => {
    const bare = six.map((rate) => offered(rate));
    const { forms } = documentOf(
      `<form id="pay"></form>${quoteHtml(usual({ quote: bare, form: 'pay', insurance: true, value: 'rpx/reg' }))}`,
    );
    expect([...new FormData(forms[0])].map(([name]) => name)).to.deep.equal(['shipping-offer', 'shipping-insurance']);
  });

  it('is empty if no price can be shown', () => {
    expect(quoteHtml(usual({ quote: [] }))).to.equal('');
    // Its parts do not add up, so the price without insurance has to be asked.
    expect(quoteHtml(usual({ quote: [offered(row('jne', 15_000, { price: 99_000 }))] }))).to.equal('');
  });

  it('refuses a shipment that lacks something, and a quote that is not what the element asks', () => {
    const { destination_postal_code: _code, ...incomplete } = shipment;
    expect(() => quoteHtml(usual({ shipment: incomplete }))).to.throw(TypeError, 'destination');
    expect(() => quoteHtml(usual({ quote: [{ rate: rate() }] }))).to.throw(TypeError, 'offers');
    const bare = six.map((rate) => offered(rate, 0, false));
    expect(() => quoteHtml(usual({ quote: bare }))).to.throw(TypeError, 'insurance: true');
    expect(() => quoteHtml(usual({ quote: bare, switches: '' }))).to.not.throw();
  });
});

/** Where everything is that is in sight, through shadow roots. */
const placesIn = (page: Document) =>
  ['h3', '.row', '.row input', '.lead', '.price', '.chip', '.note', '.why', 'form > button']
    .flatMap((selector) => all(page.body, selector))
    .map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return `${part.localName} ${part.className} ${[x, y, width, height].map((value) => Math.round(value * 10) / 10)}`;
    });

const cases: Record<string, Partial<QuoteHtml>> = {
  'an order button': { orderMode: 'order' },
  'a short list': {},
  'a choice': { value: 'rpx/reg' },
  'no switches': {
    switches: '',
    quote: six.map((one) => offered({ ...one, price: one.price - 500, insurance_fee: 0 }, 0, false)),
  },
  'long names': { quote: wideRates.map((rate) => offered(rate)) },
  'few rates, in Indonesian': { quote: six.slice(0, 3).map((rate) => offered(rate)), lang: 'id' },
};

describe('an element over a list that came with the page', () => {
  for (const width of [280, 360, 768, 1280])
    for (const [what, more] of Object.entries(cases))
      it(`moves nothing at ${width} px: ${what}`, async () => {
        for (const tag of more.orderMode ? ['ship-checkout'] : ['ship-checkout', 'ship-rate-comparison']) {
          const attributes = [
            `lang="${more.lang ?? 'en'}" value="${more.value ?? ''}"`,
            more.switches === undefined ? '' : 'switches=""',
            `order-mode="${more.orderMode ?? ''}"`,
          ].join(' ');
          const { page, upgrade, calls } = await early({ tag, attributes, given: usual(more), width });
          const before = placesIn(page);
          const height = page.body.scrollHeight;
          await upgrade();
          expect(placesIn(page), tag).to.deep.equal(before);
          expect(page.body.scrollHeight).to.equal(height);
          expect(calls).to.deep.equal([]);
        }
      });

  it('asks for nothing, and has the rates at its first drawing', async () => {
    const { element, calls, upgrade, submitted, page } = await early();
    const events = record(element, 'ship-rates', 'ship-rate-change', 'ship-error', 'input', 'change');
    await upgrade();
    expect(element.status).to.equal('ready');
    expect(element.rates).to.have.length(6);
    expect(events).to.deep.equal(['ship-rates']);
    expect(calls).to.deep.equal([]);
    expect(submitted()).to.deep.equal([]);
    expect(page.querySelector('.ship-quote')).to.equal(null);
  });

  it('asks for nothing if the shipment of the page has its fields in another order', async () => {
    const { element, upgrade, calls } = await early();
    const fields = Object.entries(shipment).reverse();
    element.setAttribute('shipment', JSON.stringify(Object.fromEntries(fields)));
    await upgrade();
    expect([element.status, ...calls]).to.deep.equal(['ready']);
  });

  it('keeps what the shopper has chosen before, says so, and never submits two offers', async () => {
    const given = usual({ required: true });
    const { element, radio, form, upgrade, submitted, calls } = await early({ given, attributes: 'required' });
    expect(form.checkValidity()).to.equal(false);
    radio('rpx/reg').click();
    const offer = offerOf(given, 'rpx/reg');
    expect(submitted()).to.deep.equal([`shipping-offer=${offer}`]);
    const seen: string[][] = [];
    new MutationObserver(() => seen.push(submitted())).observe(form, { childList: true, subtree: true });
    const reasons: string[] = [];
    element.addEventListener('ship-rate-change', ({ reason, rate }) => reasons.push(`${reason} ${rate?.courier_code}`));
    await upgrade();
    expect(reasons).to.deep.equal(['restored rpx']);
    const whole = ['shipping=rpx/reg', `shipping-offer=${offer}`];
    expect(submitted()).to.deep.equal(whole);
    for (const one of seen) expect(one).to.deep.equal(whole);
    expect(seen).to.have.length.above(0);
    expect(form.checkValidity()).to.equal(true);
    expect(calls).to.deep.equal([]);
  });

  it('keeps two forms of a page apart, whose fields have the same names', async () => {
    const given = usual();
    const { page, form, element, radio, upgrade, submitted, calls } = await early({ given });
    const other = form.cloneNode(true) as HTMLFormElement;
    form.after(other);
    const second = other.querySelector('ship-checkout') as Field;
    second.client = element.client;
    radio('rpx/reg').click();
    other.querySelector<HTMLInputElement>('[data-rate="jne/reg"]')?.click();
    await upgrade();
    await settled(second);
    const entries = (key: string) => [`shipping=${key}`, `shipping-offer=${offerOf(given, key)}`];
    expect(submitted()).to.deep.equal(entries('rpx/reg'));
    expect([...new FormData(other)].map((pair) => pair.join('='))).to.deep.equal(entries('jne/reg'));
    expect([page.querySelector('.ship-quote'), ...calls]).to.deep.equal([null]);
  });

  it('keeps focus on the radio that had it', async () => {
    const { element, radio, upgrade, page } = await early();
    radio('rpx/reg').focus();
    await upgrade();
    expect(page.activeElement).to.equal(element);
    expect(all<HTMLInputElement>(element, 'input:focus').map(({ value }) => value)).to.deep.equal(['rpx/reg']);
  });

  const changes: Record<string, Partial<CheckoutElement>> = {
    'another cart': { cart: `head.${encoded({ subtotal: 1 })}.other` },
    'another address': { shipment: { ...shipment, destination_postal_code: 12_190 } },
  };
  for (const [what, change] of Object.entries(changes))
    it(`asks anew for ${what}, shows no price meanwhile, and keeps the choice`, async () => {
      const { element, radio, upgrade, submitted, answered, page } = await early({ price: 1_000 });
      radio('rpx/reg').click();
      Object.assign(element, change);
      await upgrade();
      expect(element.status).to.equal('loading');
      expect([page.querySelector('.ship-quote'), ...submitted()]).to.deep.equal([null]);
      await answered();
      expect(element.rate?.price).to.equal(18_000);
      expect(submitted()[0]).to.equal('shipping=rpx/reg');
    });

  it('asks anew if the offers are about to end', async () => {
    const old = usual({ quote: six.map((rate) => offered(rate, 16)) });
    const { upgrade, element, submitted } = await early({ given: old });
    await upgrade();
    expect([element.status, ...submitted()]).to.deep.equal(['loading']);
  });

  it('asks anew if the clock of the device is so far behind that it cannot tell how old the offers are', async () => {
    const ahead = usual({ quote: six.map((rate) => offered(rate, -5)) });
    const { upgrade, element, submitted } = await early({ given: ahead });
    await upgrade();
    expect([element.status, ...submitted()]).to.deep.equal(['loading']);
  });

  for (const left of ['', 'null', '{"asked":"{'])
    it(`asks anew if a filter of the page has left ${left || 'nothing'} of the answer`, async () => {
      const inside = (list: string) => list.replace(/data-quote='[^']*'/, `data-quote='${left}'`);
      const { upgrade, element, page } = await early({ inside, given: usual({ required: true }) });
      await upgrade();
      expect([element.status, page.querySelector('.ship-quote')]).to.deep.equal(['loading', null]);
    });

  it('takes over the list that the parser has put behind its paragraph', async () => {
    const { element, upgrade, radio, page, submitted, calls } = await early({ before: '<p>' });
    expect(element.querySelector('.ship-quote')).to.equal(null);
    radio('rpx/reg').click();
    await upgrade();
    expect(page.querySelector('.ship-quote')).to.equal(null);
    expect([submitted().length, ...calls]).to.deep.equal([2]);
  });

  it('asks for the offer of a rate that was not in the list, once it is chosen', async () => {
    const { element, upgrade, answered, calls, submitted } = await early();
    await upgrade();
    await press(element, '[part=more]');
    expect(calls).to.deep.equal([]);
    await press(element, 'input[value="lion/reg"]');
    expect(submitted()).to.deep.equal([]);
    await answered();
    expect(calls).to.have.length(1);
    expect(submitted()).to.deep.equal(['shipping=lion/reg', `shipping-offer=${element.rate?.offer}`]);
  });

  const tags = ['ship-checkout', 'ship-rate-comparison'];

  const whole = () => quoteHtml(usual({ couriers, value: 'rpx/reg', required: true }));
  const cuts: Record<string, string> = {
    'its opening tag': '<div class="ship-quote"',
    'the opening tag of the list': '<div class="title">',
    'the first rate': '<label',
    'two rates': 'data-rate="rpx',
  };
  for (const tag of tags)
    for (const [what, cut] of Object.entries(cuts))
      it(`never submits two offers if ${tag} is defined while the page has come up to ${what}`, async () => {
        const frame = document.createElement('iframe');
        await render(html`<div></div>`);
        document.querySelector('main')?.append(frame);
        const page = frame.contentDocument as Document;
        page.open();
        page.write("<!doctype html><script>import('/test/support/page-in-frame.ts')</script><body><form>");
        await frame.contentWindow?.customElements.whenDefined(tag);
        const content = whole();
        const end = content.indexOf(cut);
        const given = `name="shipping" required value="rpx/reg" couriers="${couriers}" cart="${cart}"`;
        page.write(`<${tag} ${given} shipment="${attribute(JSON.stringify(shipment))}">${content.slice(0, end)}`);
        const element = page.querySelector(tag) as Field;
        element.client = clientOf(async () =>
          Response.json({ success: true, pricing: six.map((one) => offered(one).rate) }),
        );
        await next(element, 'ship-rates');
        await settled(element);
        page.write(`${content.slice(end)}</${tag}><button>Pay</button></form>`);
        await settled(element);
        // The chosen rate was cut off, so its offer is asked for.
        while (element.status !== 'ready') await next(element, 'ship-rates');
        const names = () => [...new FormData(page.forms[0] as HTMLFormElement)].map(([name]) => name);
        expect(names()).to.deep.equal(['shipping', 'shipping-offer']);
        page.close();
        await settled(element);
        expect(names()).to.deep.equal(['shipping', 'shipping-offer']);
        expect(page.forms[0]?.checkValidity()).to.equal(true);
      });

  for (const tag of tags)
    it(`never submits two offers if a list is written into ${tag} that is on screen`, async () => {
      const { element, upgrade, submitted, calls } = await early({ tag });
      await upgrade();
      await press(element, 'input[value="rpx/reg"]');
      const before = submitted();
      // As React sets `innerHTML`, and Turbo and htmx morph a page into its next version.
      element.innerHTML = quoteHtml(usual({ couriers, value: 'jne/reg' }));
      await settled(element);
      expect(submitted()).to.deep.equal(before);
      const other = `head.${encoded({ subtotal: 1 })}.other`;
      element.setAttribute('cart', other);
      element.innerHTML = quoteHtml(usual({ couriers, cart: other }));
      await settled(element);
      expect(element.status).to.equal('ready');
      expect(submitted()).to.have.length(2);
      expect(calls).to.deep.equal([]);
    });

  it('takes over a list that a framework has wrapped', async () => {
    const { element, upgrade, page, submitted, calls } = await early({ inside: (list) => `<div>${list}</div>` });
    await upgrade();
    await press(element, 'input[value="rpx/reg"]');
    expect(page.querySelector('.ship-quote')).to.equal(null);
    expect(submitted()).to.have.length(2);
    expect(calls).to.deep.equal([]);
  });
});
