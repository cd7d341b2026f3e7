import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundle } from '../../support/build-script.ts';
import { script, scriptOfChoice, shipment } from '../../support/script-shop.ts';
import { courierCodes } from './service.ts';

/** How a page shows the rates: the short list, all of them, or the short list with an order button. */
export type Screen = 'as a shop has it' | 'as a list' | 'as a checkout';

export type Maker = 'by hand' | 'React 19' | 'ship-elements';

/** A page that shows rates. */
export interface Contender {
  maker: Maker;
  screen: Screen;
  /** The name of its file, and the name of its script's file. */
  file: string;
  script: string;
  page: string;
}

export const screens: readonly Screen[] = ['as a shop has it', 'as a list', 'as a checkout'];

export const style = readFileSync(new URL('screen.css', import.meta.url), 'utf8');

const page = (inside: string) => `<!doctype html>
  <html lang="en">
    <head>
      <meta name="viewport" content="width=device-width" />
      <title>Lab</title>
      <script src="in-page.js"></script>
      ${inside}
  </html>`;

const data: Record<Screen, string> = {
  'as a shop has it': '',
  'as a list': 'data-all',
  'as a checkout': 'data-button',
};

const beside = (file: string, screen: Screen) =>
  page(
    `<style>${style}</style><script defer src="${file}"></script></head><body data-couriers="${courierCodes}" ${data[screen]}></body>`,
  );

const attributes: Record<Screen, string> = {
  'as a shop has it': 'order-mode="none"',
  'as a list': 'order-mode="none" all-rates',
  'as a checkout': 'order-mode="draft"',
};

/** Where nobody orders, the page loads the file of the choice alone. */
const fileFor = (screen: Screen) => (screen === 'as a checkout' ? 'ship-elements.js' : 'ship-elements-choice.js');

const widget = (screen: Screen) =>
  page(`<script defer src="${fileFor(screen)}"></script></head>
    <body><ship-checkout base-url="/shipping" couriers="${courierCodes}" ${attributes[screen]} shipment='${shipment}'></ship-checkout></body>`);

export const contenders: readonly Contender[] = screens.flatMap((screen, index) => {
  const pages: [Maker, string, string][] = [
    ['by hand', 'by-hand.js', beside('by-hand.js', screen)],
    ['React 19', 'react.js', beside('react.js', screen)],
    ['ship-elements', fileFor(screen), widget(screen)],
  ];
  return pages.map(([maker, file, text]) => ({
    ...{ maker, screen, script: file, page: text },
    file: `${file.replace('.js', '')}-${index}.html`,
  }));
});

const folder = fileURLToPath(new URL('./', import.meta.url));

/** Builds a script of this folder, minified, with the libraries' production builds. */
const shipped = (entry: string) =>
  bundle({
    root: folder,
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { target: 'es2022', copyPublicDir: false, lib: { entry: folder + entry, formats: ['iife'], name: 'lab' } },
  });

/** The scripts of the pages, by the names of their files, without the script-tag file of the whole checkout. */
export async function buildScripts(): Promise<Record<string, string>> {
  const entries = ['in-page.ts', 'by-hand.ts', 'react.tsx'];
  const scripts = entries.map(async (entry) => [entry.replace(/tsx?$/, 'js'), await shipped(entry)]);
  return { ...Object.fromEntries(await Promise.all(scripts)), 'ship-elements-choice.js': scriptOfChoice };
}

/** Bytes of a page and its script after gzip -9. */
export const bytesOf = (contender: Contender, scripts: Record<string, string>): number =>
  [contender.page, scripts[contender.script] ?? script].reduce(
    (sum, text) => sum + gzipSync(text, { level: 9 }).length,
    0,
  );
