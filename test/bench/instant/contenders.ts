import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../support/build-script.ts';
import { shipment } from '../../support/script-shop.ts';

/** A page that shows so many rates. */
export interface Contender {
  name: string;
  /** Its file among those of the shop. */
  file: string;
  /** Whether it shows all rows; else one of each group. */
  all: boolean;
  /** The names of those that it is compared with. */
  beside: readonly string[];
  page(count: number): string;
}

const style = readFileSync(new URL('screen.css', import.meta.url), 'utf8');

const page = (inside: string) => `<!doctype html>
  <html lang="en">
    <head>
      <meta name="viewport" content="width=device-width" />
      <title>Bench</title>
      <script src="in-page.js"></script>
      ${inside}
  </html>`;

const widget = (attributes: string) =>
  page(`<script defer src="ship-elements.js"></script></head>
    <body><ship-checkout base-url="/shipping" ${attributes} shipment='${shipment}'></ship-checkout></body>`);

const beside = (script: string, attributes = '') =>
  page(`<style>${style}</style><script defer src="${script}"></script></head><body ${attributes}></body>`);

const [flat, grouped] = ['by hand', 'by hand, in groups'];

/** What a shop has is in groups: beside a list by hand it says what a shopper gains, beside groups what the widget costs. */
export const contenders: readonly Contender[] = [
  { name: flat, file: 'by-hand.html', all: true, beside: [], page: () => beside('by-hand.js') },
  { name: grouped, file: 'groups.html', all: false, beside: [], page: () => beside('by-hand.js', 'data-groups') },
  { name: 'as a shop has it', file: 'shop.html', all: false, beside: [flat, grouped], page: () => widget('') },
  {
    ...{ name: 'all rows shown', file: 'all.html', all: true, beside: [flat] },
    page: (count) => widget(`view="list" rows="${count}"`),
  },
  { name: 'React 19', file: 'react.html', all: true, beside: [flat], page: () => beside('in-react.js') },
  {
    ...{ name: 'React 19, in groups', file: 'react-groups.html', all: false, beside: [grouped] },
    page: () => beside('in-react.js', 'data-groups'),
  },
];

const folder = fileURLToPath(new URL('.', import.meta.url));

/** A script of this folder as a shop would ship it: small, and for production. */
const shipped = (entry: string) =>
  bundle({
    root: folder,
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { target: 'es2022', copyPublicDir: false, lib: { entry: folder + entry, formats: ['iife'], name: 'bench' } },
  });

/** What the pages load, beside the script-tag file. */
export async function buildScripts(): Promise<Record<string, string>> {
  const entries = ['in-page.ts', 'by-hand.ts', 'in-react.tsx'];
  const scripts = entries.map(async (entry) => [entry.replace(/tsx?$/, 'js'), await shipped(entry)]);
  return Object.fromEntries(await Promise.all(scripts));
}
