import { expect } from 'chai';
import { html, type LitElement } from 'lit';
import { createParcelClient } from '../../src/client/index.ts';
import type { AreaSearchElement } from '../../src/elements/area-search/area-search-element.ts';
import '../../src/elements/area-search/area-search-element.ts';
import type { CheckoutElement } from '../../src/elements/index.ts';
import type { TrackingElement } from '../../src/elements/tracking/tracking-element.ts';
import '../../src/elements/tracking/tracking-element.ts';
import { areaShop } from '../support/areas.ts';
import { all, clientOf, one, press, render, settled, textOf } from '../support/elements.ts';
import { contacts, shipment } from '../support/fixtures.ts';
import { parcel } from '../support/parcels.ts';
import { serviceOf } from '../support/rates.ts';

/** Every text node of an element, through open shadow roots. What a screen reader is told is written between two updates. */
function textNodes(element: Element): Text[] {
  const roots = [element, ...all(element, '*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return roots.flatMap((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node as Text);
    return found.filter(({ parentElement }) => !parentElement?.closest('style, [role=status]'));
  });
}

const font = (...content: (string | Node)[]) => {
  const element = document.createElement('font');
  element.append(...content);
  return element;
};

type Translate = (text: Text) => unknown;

/** What translators do to a text node. The words stay the same here, so that all of the screen can be compared. */
const translators: Record<string, Translate> = {
  'a translator put words into two <font> (linode/manager#6363)': (text) =>
    text.data.trim() && text.replaceWith(font(font(text.data))),
  'a translator inserted each text, white space too, and removed the old one': (text) => {
    text.before(font(text.data));
    text.remove();
  },
  'a highlighter moved each text into an element': (text) => {
    const mark = font();
    text.replaceWith(mark);
    mark.append(text);
  },
  'a reader joined neighbours': ({ parentElement }) => parentElement?.normalize(),
};

/** What others do. An element shows its own words again when it is rendered. */
const vandals: Record<string, Translate> = {
  'a translator wrote each sentence into its first node': ({ parentElement }) => {
    const [first, ...others] = [...(parentElement?.childNodes ?? [])].filter((node) => node instanceof Text);
    if (first) first.data += others.map(({ data }) => data).join('');
    for (const other of others) other.data = '';
  },
  'a currency converter wrote before each amount': (text) => text.before(font('$1 ')),
  'an extension removed each text': (text) => text.remove(),
  'an extension replaced all that is in an element': ({ parentElement }) => {
    if (parentElement && !parentElement.childElementCount) parentElement.innerHTML = '<i>$1</i>';
  },
};

type Step = [name: string, act: () => unknown];

type Scene = () => Promise<{ element: LitElement; steps: Step[] }>;

/** A whole purchase, its cancellation, and another language. */
async function purchase(): Promise<{ element: CheckoutElement; steps: Step[] }> {
  const element = await render<CheckoutElement>(html`
    <ship-checkout
      lang="en" order-mode="order" reference="order-1" cash-on-delivery-collects="total" preselect="cheapest"
      ready-at="2026-11-23T09:00:00+07:00" .client=${clientOf(serviceOf())} .shipment=${structuredClone(shipment)}
      .contacts=${contacts}
    ></ship-checkout>
  `);
  const until = async (...statuses: string[]) => {
    while (!statuses.includes(element.status)) await new Promise(requestAnimationFrame);
    await settled(element);
  };
  await until('ready');
  return {
    element,
    steps: [
      ['begins', () => {}],
      ['chooses', () => press(element, '[type=radio][value="gojek/reg"]')],
      ['insures', () => press(element, '#insurance')],
      [
        'pays at the door',
        async () => {
          await press(element, '#cash-on-delivery');
          await until('ready');
        },
      ],
      ['opens the list', () => press(element, '[part=more]')],
      ['chooses another', () => press(element, '[type=radio][value="jntcargo/reg"]')],
      ['opens the couriers', () => press(element, '[part=choose]')],
      ['reads Indonesian', () => element.setAttribute('lang', 'id')],
      ['opens what takes no COD', () => press(element, '.fold')],
      ['chooses what takes no COD', () => press(element, '[type=radio][value="wahana/reg"]')],
      ['takes the remedy', () => press(element, '.lack ~ .primary')],
      [
        'orders',
        async () => {
          await press(element, '[part=button]');
          await until('placed');
        },
      ],
      ['opens the details', () => press(element, 'summary')],
      ['wants to cancel', () => press(element, '[part=cancel]')],
      [
        'ships elsewhere',
        async () => {
          element.reset();
          element.shipment = { ...shipment, destination_postal_code: 60111 };
          await settled(element);
          await until('ready');
        },
      ],
      ['has nothing to ship', () => (element.shipment = undefined)],
    ],
  };
}

async function parcelOnItsWay(): Promise<{ element: TrackingElement; steps: Step[] }> {
  const states = ['in_transit', 'on_hold', 'dropping_off', 'delivered', 'cancelled'];
  let broken = false;
  const client = createParcelClient({
    baseUrl: 'https://shop.test/shipping',
    fetch: async () => {
      if (broken) throw new TypeError('no connection');
      return Response.json(parcel(`${states[0]}`, { cash_on_delivery: { amount: 15_000 } }));
    },
  });
  const element = await render<TrackingElement>(html`
    <ship-tracking lang="id" contact-url="https://shop.test" .client=${client} .token=${'a.b.c'}></ship-tracking>
  `);
  const next = async () => {
    states.shift();
    await element.refresh();
  };
  while (element.status === 'loading') await new Promise(requestAnimationFrame);
  return {
    element,
    steps: [
      ['begins', () => {}],
      ['opens the history', () => press(element, '.more')],
      ['is held', next],
      ['comes today', next],
      ['arrives', next],
      ['is cancelled', next],
      ['reads English', () => element.setAttribute('lang', 'en')],
      [
        'cannot be refreshed',
        async () => {
          broken = true;
          await element.refresh();
        },
      ],
      ['has no link', () => (element.token = '')],
    ],
  };
}

async function searchOfAnArea(): Promise<{ element: AreaSearchElement; steps: Step[] }> {
  const { client, clock } = areaShop();
  const element = await render<AreaSearchElement>(html`
    <ship-area-search lang="id" .client=${client} .clock=${clock}></ship-area-search>
  `);
  const type = async (text: string, status: string) => {
    const input = one<HTMLInputElement>(element, 'input');
    input.focus();
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    while (element.status !== status || textOf(element).includes('Mencari')) await new Promise(requestAnimationFrame);
  };
  return {
    element,
    steps: [
      ['begins', () => {}],
      ['finds several', () => type('12250', 'found')],
      ['finds one', () => type('coblong', 'found')],
      ['chooses', () => one(element, '[role=option]').click()],
      ['searches again', () => press(element, 'button')],
      ['finds none', () => type('nowhere', 'empty')],
    ],
  };
}

const scenes: Record<string, Scene> = {
  '<ship-checkout>': purchase,
  '<ship-tracking>': parcelOnItsWay,
  '<ship-area-search>': searchOfAnArea,
};

/** The text after each step. A translator works after each. */
async function play(begin: Scene, translate: Translate, isRendered = false): Promise<string[]> {
  sessionStorage.clear();
  const { element, steps } = await begin();
  const seen: string[] = [];
  for (const [name, act] of steps) {
    await act();
    if (isRendered) for (const part of [element, ...all<LitElement>(element, '*')]) part.requestUpdate?.();
    await settled(element);
    // The minute of this run, which may end between two scenes.
    const text = textOf(element).replace(/(status of )[^.]+/, '$1now');
    seen.push(`${name}: ${text}`);
    for (const text of textNodes(element)) if (text.isConnected) translate(text);
  }
  await render(html`<p></p>`);
  return seen;
}

describe('a page that others change', () => {
  for (const [scene, begin] of Object.entries(scenes)) {
    let untouched: string[];

    before(async () => {
      untouched = await play(begin, () => {});
    });

    for (const [name, translate] of Object.entries(translators))
      it(`shows in ${scene} what is true now, after ${name}`, async () => {
        expect(await play(begin, translate)).to.deep.equal(untouched);
      });

    for (const [name, translate] of Object.entries(vandals))
      it(`shows in ${scene} what is true now, after ${name}`, async () => {
        expect(await play(begin, translate, true)).to.deep.equal(untouched);
      });
  }

  it('leaves the style sheets of Dark Reader where they are', async () => {
    const { element } = await purchase();
    const root = element.shadowRoot as ShadowRoot;
    root.prepend(document.createElement('style'));
    element.setAttribute('lang', 'id');
    await settled(element);
    expect(textOf(element)).to.include('Ongkos');
    expect(root.querySelectorAll('style')).to.have.lengthOf(1);
  });
});
