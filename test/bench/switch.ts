/**
 * `npm run bench`: how long a browser's main thread works on a switch over 200 rows whose prices change with it, beside rows
 * written by hand that change the same words in the same run: the ratio tells more than the number, which is this machine's.
 */
import { type CDPSession, chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { rate } from '../support/fixtures.ts';
import { shipment, startScriptShop } from '../support/script-shop.ts';

const [count, switches] = [200, 40];

/** Milliseconds between two pictures at 60 a second. */
const frame = 1000 / 60;

const rows = (fee: number) =>
  Array.from({ length: count }, (_nothing, index) =>
    rate({
      courier_service_code: `s${index}`,
      courier_service_name: `Service ${index}`,
      insurance_fee: fee,
      shipping_fee: 10_000 + index * 500,
      price: 10_000 + index * 500 + fee,
    }),
  );

const service = async (request: Request) => {
  const { courier_insurance: insured } = request.method === 'POST' ? await request.json() : {};
  const [couriers, pricing] = [rows(0).slice(0, 1), rows(insured ? 925 : 0)];
  return Response.json({ success: true, couriers, pricing });
};

const page = `<!doctype html>
  <html lang="en">
    <head><title>Bench</title><script defer src="ship-elements.js"></script><script defer src="bench.js"></script></head>
    <body>
      <ship-checkout base-url="/shipping" rows="${count}" shipment='${shipment}'></ship-checkout>
      <div id="by-hand"></div>
    </body>
  </html>`;

/** In the page: the switch of the widget, and that of the same rows without it. */
const script = `
  const inside = () => document.querySelector('ship-checkout').shadowRoot.querySelector('ship-rate-comparison').shadowRoot;
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  async function widget() {
    inside().querySelector('#insurance').click();
    await painted();
  }
  function byHand() {
    const place = document.querySelector('#by-hand');
    const { host } = inside();
    const root = place.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = inside().adoptedStyleSheets;
    root.append(...[...inside().children].map((child) => child.cloneNode(true)));
    host.getRootNode().host.remove();
    const rupiah = new Intl.NumberFormat('en', { style: 'currency', currency: 'IDR', minimumFractionDigits: 0 });
    const prices = [...root.querySelectorAll('[part=price]')];
    const hint = root.querySelector('#insurance-hint');
    const status = document.createElement('p');
    root.append(status);
    let insured = false;
    root.querySelector('#insurance').addEventListener('change', () => {
      insured = !insured;
      hint.textContent = 'Covers loss and damage up to ' + rupiah.format(185000 + Number(insured));
      prices.forEach((price, index) => {
        price.textContent = rupiah.format(10000 + index * 500 + (insured ? 925 : 0));
      });
      status.textContent = prices.length + ' delivery options found. ' + insured;
    });
  }
  async function hand() {
    document.querySelector('#by-hand').shadowRoot.querySelector('#insurance').click();
    await painted();
  }
  Object.assign(window, { bench: { widget, hand, byHand } });`;

/** Milliseconds of the main thread a switch. */
interface Work {
  style: number;
  layout: number;
  /** Script and paint with them. */
  all: number;
}

declare global {
  interface Window {
    bench: Record<'widget' | 'hand' | 'byHand', () => Promise<void>>;
  }
}

const shop = await startScriptShop({ 'index.html': page, 'bench.js': script }, undefined, service);
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const session = await tab.context().newCDPSession(tab);
// Time of the thread itself: what else the machine does meanwhile is not counted.
await session.send('Performance.enable', { timeDomain: 'threadTicks' });

async function durations(from: CDPSession): Promise<Work> {
  const { metrics } = await from.send('Performance.getMetrics');
  const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return {
    style: of('RecalcStyleDuration'),
    layout: of('LayoutDuration'),
    all: of('TaskDuration'),
  };
}

async function measure(what: 'widget' | 'hand'): Promise<Work> {
  const run = (times: number) =>
    tab.evaluate(
      async ([what, times]) => {
        for (let done = 0; done < times; done += 1) await window.bench[what]();
      },
      [what, times] as const,
    );
  await run(10);
  const before = await durations(session);
  await run(switches);
  const after = await durations(session);
  const each = (part: keyof Work) => (after[part] - before[part]) / switches;
  return { style: each('style'), layout: each('layout'), all: each('all') };
}

await tab.goto(`${shop.address}index.html`);
await tab
  .getByRole('radio')
  .nth(count - 1)
  .waitFor({ state: 'attached' });
const widget = await measure('widget');
await tab.evaluate(() => window.bench.byHand());
const hand = await measure('hand');
await browser.close();
await shop.stop();

process.stdout.write(`\na switch over ${count} rows, ms         style    layout       all  of a frame  of by hand\n`);
for (const [name, work] of Object.entries({ 'the widget': widget, 'by hand': hand })) {
  const numbers = [work.style, work.layout, work.all].map((ms) => ms.toFixed(2).padStart(9)).join(' ');
  const shares = [work.all / frame, work.all / hand.all].map((share) => `${(100 * share).toFixed(0)} %`.padStart(11));
  process.stdout.write(`${name.padEnd(30)}${numbers} ${shares.join(' ')}\n`);
}
