/** How each element is made, fed and read. An element that is added here meets every case of the battery. */
import { html, type LitElement, type TemplateResult } from 'lit';
import { createAreaClient, createParcelClient, createPromiseClient } from '../../../src/client/index.ts';
import type { FreeDelivery } from '../../../src/contract/index.ts';
import '../../../src/define.ts';
import '../../../src/elements/area-search/area-search-element.ts';
import '../../../src/elements/parcels/parcels-element.ts';
import type { PromiseElement } from '../../../src/elements/promise/define.ts';
import '../../../src/elements/promise/define.ts';
import '../../../src/elements/tracking/tracking-element.ts';
import { coblong } from '../../support/areas.ts';
import { clientOf, settled } from '../../support/elements.ts';
import { json, shipment } from '../../support/fixtures.ts';
import { parcel } from '../../support/parcels.ts';
import { fiveRates, serviceOf } from '../../support/rates.ts';

export type Tested = LitElement & { client: unknown };

export interface Subject {
  tag: string;
  /** A client of its service. `count` is called for each question. */
  client(count: () => void): unknown;
  /** The element with what it needs. */
  template(client: never): TemplateResult;
  /** A value that the page sets, and what it says with it. */
  good: Record<string, unknown>;
  /** What makes it ask, if what the template sets does not. */
  question?: Record<string, unknown>;
  /** It asks only what the shopper wants. */
  asksNothing?: true;
  /** Where it stands, if it has two rows here. */
  where?: string;
  /** It stands in the cards of a list, which may have 180 px. */
  isCard?: true;
  /** A page has one. */
  standsAlone?: true;
  /** Whether it shows what it is for. */
  isReady(element: Tested): boolean;
}

const rates = (count: () => void) =>
  clientOf(async (request) => {
    if (request.method !== 'GET') count();
    return serviceOf(fiveRates)(request);
  });

const promises = (free_delivery?: FreeDelivery) => (count: () => void) =>
  createPromiseClient({
    baseUrl: 'https://shop.test',
    fetch: async () => {
      count();
      const cut_off = '2036-11-28T15:00+07:00';
      const arrival = {
        first: '2036-11-29',
        last: '2036-12-02',
        hand_over: cut_off,
        cut_off,
        until: cut_off,
        later: false,
      };
      return Response.json({ success: true, rate: { ...fiveRates[0], arrivals: [arrival] }, free_delivery });
    },
  });

const has = (selector: string) => (element: Tested) => element.renderRoot.querySelector(selector) !== null;

/** What lies in a part of its own. */
const deep = (selector: string) => (element: Tested) =>
  [...element.renderRoot.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot?.querySelector(selector));

/** They ask the same question, which is asked once. */
const twoParcels = ['Dari Bandung', 'Dari Jakarta'].map((name) => ({ name, shipment }));

/** What lies in the parts of its parts. */
const deeper = (element: Tested) => {
  const comparisons = [...element.renderRoot.querySelectorAll('ship-rate-comparison')];
  return comparisons.length > 0 && comparisons.every(({ shadowRoot }) => shadowRoot?.querySelector('[part=row]'));
};

export const subjects: readonly Subject[] = [
  {
    tag: 'ship-rate-comparison',
    client: rates,
    template: (client) =>
      html`<ship-rate-comparison lang="id" couriers="jne" .client=${client} .shipment=${shipment}></ship-rate-comparison>`,
    good: { shipment },
    isReady: has('[part=row]'),
  },
  {
    tag: 'ship-checkout',
    client: rates,
    template: (client) =>
      html`<ship-checkout lang="id" couriers="jne" order-mode="order" .client=${client} .shipment=${shipment}></ship-checkout>`,
    good: { shipment },
    isReady: deep('[part=row]'),
  },
  {
    tag: 'ship-parcels',
    client: rates,
    template: (client) =>
      html`<ship-parcels lang="id" couriers="jne" .client=${client} .parcels=${twoParcels}></ship-parcels>`,
    good: { parcels: twoParcels },
    isReady: deeper,
  },
  {
    tag: 'ship-courier-picker',
    client: (count) =>
      clientOf(async () => {
        count();
        return json({
          success: true,
          couriers: [{ courier_code: 'jne', courier_name: 'JNE', courier_service_code: 'reg' }],
        });
      }),
    template: (client) => html`<ship-courier-picker lang="id" .client=${client}></ship-courier-picker>`,
    good: {},
    isReady: has('[part=option]'),
  },
  {
    tag: 'ship-order-button',
    client: rates,
    template: (client) =>
      html`<ship-order-button lang="id" order-mode="order" .client=${client} .rate=${fiveRates[0]}></ship-order-button>`,
    good: { rate: fiveRates[0] },
    asksNothing: true,
    isReady: has('[part=button]'),
  },
  {
    tag: 'ship-area-search',
    client: (count) =>
      createAreaClient({
        baseUrl: 'https://shop.test',
        retry: { times: 0 },
        fetch: async () => {
          count();
          return Response.json({ success: true, areas: [coblong] });
        },
      }),
    template: (client) => html`<ship-area-search lang="id" .client=${client} .area=${coblong}></ship-area-search>`,
    good: { area: coblong },
    question: { area: null, postalCode: 40132 },
    isReady: has('#place'),
  },
  {
    tag: 'ship-promise',
    isCard: true,
    client: promises(),
    template: (client) =>
      html`<ship-promise lang="id" .client=${client} .area=${coblong} .items=${[{ weight: 250 }]}></ship-promise>`,
    good: { area: coblong, items: [{ weight: 250 }] },
    isReady: (element) => (element as unknown as PromiseElement).status === 'known',
  },
  {
    tag: 'ship-promise',
    where: ' in a cart',
    isCard: true,
    client: promises({ from: 2_500_000, missing: 1_199_750 }),
    template: (client) =>
      html`<ship-promise lang="id" .client=${client} .area=${coblong} .items=${[{ weight: 250 }]} subtotal="1300250"></ship-promise>`,
    good: { area: coblong, items: [{ weight: 250 }], subtotal: 1_300_250 },
    isReady: has('progress'),
  },
  {
    tag: 'ship-tracking',
    client: (count) =>
      createParcelClient({
        baseUrl: 'https://shop.test',
        fetch: async () => {
          count();
          return Response.json(parcel('picked'));
        },
      }),
    template: (client) => html`<ship-tracking lang="id" .client=${client} .token=${'a.b.c'}></ship-tracking>`,
    good: { token: 'a.b.c' },
    standsAlone: true,
    isReady: has('[part=facts]'),
  },
];

/** What it says, without what it has announced. */
export const saidBy = ({ renderRoot }: Tested): string =>
  [...renderRoot.children].map((part) => (part.matches('[role=status]') ? '' : part.textContent)).join();

/** Waits until an element shows what it is for. */
export async function ready({ isReady }: Subject, element: Tested): Promise<void> {
  while (!isReady(element)) await new Promise(requestAnimationFrame);
  await settled(element);
}
