import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../support/build-script.ts';
import { shipment } from '../../support/script-shop.ts';

/** A page that shows rates. */
export interface Contender {
  name: string;
  /** The name of its file. */
  file: string;
  /** Whether it shows all rows, or the short list. */
  all: boolean;
  /** The contenders that it is compared with. */
  beside: readonly string[];
  page: string;
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

const widget = (attributes = '') =>
  page(`<script defer src="ship-elements.js"></script></head>
    <body><ship-checkout base-url="/shipping" ${attributes} shipment='${shipment}'></ship-checkout></body>`);

const beside = (script: string, attributes = '') =>
  page(`<style>${style}</style><script defer src="${script}"></script></head><body ${attributes}></body>`);

const [short, whole] = ['by hand', 'by hand, all rows'];

/** A shop shows the short list. The same screen by hand shows what the widget costs, all rows what the shopper gains. */
export const contenders: readonly Contender[] = [
  { name: short, file: 'by-hand.html', all: false, beside: [], page: beside('by-hand.js') },
  { name: whole, file: 'by-hand-all.html', all: true, beside: [], page: beside('by-hand.js', 'data-all') },
  { name: 'as a shop has it', file: 'shop.html', all: false, beside: [short, whole], page: widget() },
  { name: 'all rows shown', file: 'all.html', all: true, beside: [whole], page: widget('view="list"') },
];

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Builds a script of this folder, minified. */
const shipped = (entry: string) =>
  bundle({
    root: folder,
    mode: 'production',
    build: { target: 'es2022', copyPublicDir: false, lib: { entry: folder + entry, formats: ['iife'], name: 'bench' } },
  });

/** The scripts of the pages, without the script-tag file. */
export async function buildScripts(): Promise<Record<string, string>> {
  const entries = ['in-page.ts', 'by-hand.ts'];
  const scripts = entries.map(async (entry) => [entry.replace(/ts$/, 'js'), await shipped(entry)]);
  return Object.fromEntries(await Promise.all(scripts));
}
