/**
 * The same screen with its prices in the page, as a server writes it that knows the address: by hand, and by `quoteHtml`. A page by hand has its
 * rows in HTML and the answer as JSON. Both link one style sheet, as a strict policy wants. Measured beside the ordinary pages: when rates are on screen on slow 4G, also while the script is blocked,
 * and the work until the shopper can use them.
 */
import type { Rate } from '../../../src/contract/index.ts';
import { quoteHtml } from '../../../src/elements/quote-html.ts';
import { quoteStyles } from '../../../src/package/quote-styles.ts';
import { shipment } from '../../support/script-shop.ts';
import { type Contender, contenders, type Maker, style } from './contenders.ts';
import { courierCodes, createHeldService } from './service.ts';
import { median } from './table.ts';
import type { ThreadClock } from './thread-clock.ts';
import { contentOf, load, type Setting, workUntilUsable } from './visit.ts';

export interface Priced extends Contender {
  maker: Exclude<Maker, 'React 19'>;
}

type Place = Pick<Setting, 'phone' | 'shop'>;

const screen = 'as a shop has it';

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** As long as a signed offer. Valid for a day, because a run may take longer than an offer is valid. */
function offerOf(price: number): string {
  const iat = Math.floor(Date.now() / 1000);
  const fingerprints = { cart: 'c'.repeat(43), destination: 'd'.repeat(43) };
  const claims = { ...fingerprints, price, asked: { insured: true, cash_on_delivery: false } };
  const head = encoded({ alg: 'HS256', typ: 'ship-offer+jwt', kid: '2026-11' });
  return `${head}.${encoded({ ...claims, aud: 'ship-shop:lab', iat, exp: iat + 86_400 })}.${'s'.repeat(43)}`;
}

/** The pages with `count` prices in them, and their files. */
export async function pricedPages(place: Place, inPage: string, count: number) {
  const service = createHeldService(count);
  const body = JSON.stringify({ courier_insurance: 1 });
  const answer = await service.fetch(new Request('http://lab.test/', { method: 'POST', body }));
  const { pricing } = (await answer.json()) as { pricing: Rate[] };
  const byHand = contenders.find((one) => one.maker === 'by hand' && one.screen === screen) as Contender;
  const written = await contentOf({ ...place, service, contender: byHand, count });
  const cart = `${encoded({ typ: 'ship-cart+jwt' })}.${encoded({ subtotal: 185_000, session: 'lab' })}.${'s'.repeat(43)}`;
  const quote = pricing.map((rate) => ({ rate: { ...rate, offer: offerOf(rate.price) } }));
  const content = quoteHtml({ quote, name: 'shipping', cart, couriers: courierCodes, shipment: JSON.parse(shipment) });
  const page = (head: string, inside: string, attributes = '') => `<!doctype html>
  <html lang="en">
    <head>
      <meta name="viewport" content="width=device-width" />
      <title>Lab</title>
      ${head}
    </head>
    <body ${attributes}>${inside}<script>${inPage}</script></body>
  </html>`;
  const pages: Priced[] = [
    {
      ...{ maker: 'by hand', screen, script: 'by-hand.js', file: 'by-hand-priced.html' },
      page: page(
        '<link rel="stylesheet" href="by-hand.css"><script defer src="by-hand.js"></script>',
        `${written}<script type="application/json" id="pricing">${JSON.stringify(pricing)}</script>`,
        `data-couriers="${courierCodes}"`,
      ),
    },
    {
      ...{ maker: 'ship-elements', screen, script: 'ship-elements-choice.js', file: 'ship-elements-priced.html' },
      page: page(
        `<link rel="stylesheet" href="quote.css"><script defer src="ship-elements-choice.js"></script>`,
        `<form><ship-checkout name="shipping" base-url="/shipping" couriers="${courierCodes}" order-mode="none" cart="${cart}" shipment='${shipment}'>${content}</ship-checkout></form>`,
      ),
    },
  ];
  const files = Object.fromEntries(pages.map((one) => [one.file, one.page]));
  return { pages, files: { ...files, 'quote.css': quoteStyles(), 'by-hand.css': style } };
}

export interface PricedLoad {
  contender: Priced;
  /** Milliseconds on slow 4G until rates are painted, with the script and while it is blocked. */
  shown: number;
  blocked: number;
  /** The names of the marks between which the page has worked until it can be used. */
  work: string;
}

/** Opens a page with prices three times. */
export async function openPriced(place: Place, contender: Priced): Promise<PricedLoad> {
  const setting = { ...place, service: createHeldService(10), contender, count: 10 };
  return {
    contender,
    shown: await load(setting),
    blocked: await load({ ...setting, blocked: contender.script }),
    work: await workUntilUsable(setting),
  };
}

/** Markdown: each number as a ratio to the ordinary page by hand. */
export function pricedTable(
  loads: readonly PricedLoad[],
  clock: ThreadClock,
  ordinary: Readonly<Record<Priced['maker'], { shown: number; work: number }>>,
): string {
  const of = (maker: Priced['maker'], value: (one: PricedLoad) => number) =>
    median(loads.filter(({ contender }) => contender.maker === maker).map(value));
  const floor = ordinary['by hand'];
  const row = (name: string, ...cells: (string | number)[]) =>
    `| ${[name, ...cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell))].join(' | ')} |`;
  const work = (maker: Priced['maker']) => of(maker, (one) => clock(`${one.work} begun`, `${one.work} painted`));
  return [
    '### With the prices in the page, 10 rates',
    '',
    row('ratio to the ordinary page by hand', 'by hand', 'with its prices', 'ship-elements', 'with its prices'),
    row('---', '---', '---', '---', '---'),
    row(
      'rates on screen on slow 4G',
      ...[1, of('by hand', ({ shown }) => shown) / floor.shown],
      ...[ordinary['ship-elements'].shown / floor.shown, of('ship-elements', ({ shown }) => shown) / floor.shown],
    ),
    row(
      'the same while the script is blocked',
      ...['never', of('by hand', ({ blocked }) => blocked) / floor.shown],
      ...['never', of('ship-elements', ({ blocked }) => blocked) / floor.shown],
    ),
    row(
      'work until the rates can be used',
      ...[1, work('by hand') / floor.work],
      ...[ordinary['ship-elements'].work / floor.work, work('ship-elements') / floor.work],
    ),
  ].join('\n');
}
