import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package whose code is in a script-tag file. */
interface Ingredient {
  name: string;
  version: string;
  license: string;
  /** The full licence text of the package. */
  text: string;
}

const manifest = fileURLToPath(new URL('../../package.json', import.meta.url));

export const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));

/** A script-tag file: a set of elements with one Lit. A page loads one of them. */
export interface Script {
  /** Its key in `ship-elements.sri.json`. */
  name: string;
  /** The sources that register its elements, from the root of the repository. Nothing else is left behind in the page. */
  sources: readonly string[];
  /** The content of a version never changes, so that browsers may keep it for ever. */
  file: string;
  /** Modules of the package that register the same elements, as `dist` names them. */
  modules: readonly string[];
  /** Bytes after `gzip -9`: `npm run size` fails above it. */
  budget: number;
  /** Its answers for a script inventory. What is true of every file is in `script-tag.ts`. */
  inventory: Readonly<Record<'purpose' | 'registers' | 'reads' | 'sends' | 'keeps' | 'adds', string>>;
}

/** What the checkout does in a page. */
const checkout: Script['inventory'] = {
  purpose: 'The shopper chooses a courier, insurance and cash on delivery, and places or cancels the shipping order',
  registers: 'four custom elements',
  reads:
    "its own attributes, properties, slots and labels, the nearest `lang`, and whether the page is in sight; no field of the page's, no card data",
  sends:
    "for prices: places, items, couriers, amounts, and the `cart` that your server has signed; for an order: the `contacts` and the `reference` of your page, and your server's grant; for a cancellation: its reason",
  keeps:
    'in `sessionStorage`, as `ship-unanswered` and `ship-placed`: references, ids and fingerprints of orders, and what cancels one at the gateway for a quarter of an hour; no name, phone number or address, no cookie',
  adds: "under the element's own `name`: the chosen service; beside it `-offer`, the gateway's word on the price, and the switches `-insurance` and `-cash-on-delivery`",
};

/** The script-tag files. The build, the hashes, the inventory, the size budget and the tests go through this list. */
export const scripts: readonly [Script, ...Script[]] = [
  {
    name: 'checkout',
    sources: ['src/define.ts'],
    file: `ship-elements-${version}.js`,
    modules: ['./define.js'],
    budget: 66_850,
    inventory: checkout,
  },
  {
    name: 'choice',
    sources: ['src/choice.ts'],
    file: `ship-elements-choice-${version}.js`,
    modules: ['./choice.js'],
    budget: 54_200,
    inventory: {
      ...checkout,
      purpose: 'The shopper chooses a courier, insurance and cash on delivery',
      registers: 'three custom elements',
      sends: 'for prices: places, items, couriers, amounts, and the `cart` that your server has signed',
      keeps: 'nothing',
    },
  },
  {
    name: 'checkout-with-area-search',
    sources: ['src/define.ts', 'src/elements/area-search/define.ts'],
    file: `ship-elements-area-search-${version}.js`,
    modules: ['./define.js', './elements/area-search.js'],
    budget: 76_100,
    inventory: {
      ...checkout,
      purpose: `${checkout.purpose}; and finds the district of the address`,
      registers: 'five custom elements',
      sends: `${checkout.sends}; for the search: the name of a district or the postal code that the shopper types, and of a whole address no more than these`,
      adds: `${checkout.adds}; under the \`name\` of the search: the area id; beside it \`-postal-code\` and \`-name\``,
    },
  },
  {
    name: 'tracking',
    sources: ['src/elements/tracking/define.ts'],
    file: `ship-elements-tracking-${version}.js`,
    modules: ['./elements/tracking.js'],
    budget: 21_800,
    inventory: {
      purpose: 'The shopper sees where a parcel is',
      registers: 'one custom element',
      reads:
        "its own attributes, properties and slots, the nearest `lang`, and whether the page is in sight; no field of the page's, no card data",
      sends: 'the token of the link, in a header',
      keeps: 'nothing',
      adds: 'nothing',
    },
  },
  {
    name: 'promise',
    sources: ['src/elements/promise/without-search.ts'],
    file: `ship-elements-promise-${version}.js`,
    modules: ['./elements/promise.js'],
    budget: 20_600,
    inventory: {
      purpose:
        'The shopper sees when delivery comes and what it costs at least, on the page of a product or in the cart',
      registers: 'one custom element',
      reads:
        "its own attributes, properties and slots, the nearest `lang`, and whether the element is in sight; no field of the page's, no card data",
      sends:
        'the id or postal code of the district, the weight and size of the goods in whole steps, their sum in a cart, and the `cart` that your server has signed',
      keeps:
        'with the attribute `remember`, in `localStorage` as `ship-area`: id, name and postal code of the district, for 90 days. Otherwise nothing',
      adds: 'nothing',
    },
  },
];

/** The script-tag file of the checkout. */
export const [{ file: scriptName }] = scripts;

/** The script-tag file without orders. */
export const choiceName: string = scripts.find(({ name }) => name === 'choice')?.file ?? '';

/** The name of the licences beside a script-tag file. */
export const licencesOf = (file: string): string => file.replace(/js$/, 'LICENSE.txt');

/** The packages of these modules, sorted by name. Ours is not among them. */
export function ingredients(modules: readonly string[]): Ingredient[] {
  const folders = new Set(modules.filter((path) => path.includes('/node_modules/')).map(packageFolder));
  return [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name, version, license, text: readFileSync(join(folder, 'LICENSE'), 'utf8') };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A folder inside a package may have a package.json without a version. */
function packageFolder(path: string): string {
  const folder = dirname(path);
  const file = join(folder, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version ? folder : packageFolder(folder);
}

/**
 * Has Chromium compile the whole file while it loads, off the main thread. Otherwise it compiles a function at its first call: when the
 * rates arrive, or at the shopper's first click. Other browsers read a comment.
 */
const hint = '//# allFunctionsCalledOnLoad';

/** The first line of the file names the product, its version and its licences, for a reader who finds the file on a server. */
export function banner(file: string, modules: readonly string[]): string {
  const parts = ingredients(modules).map(({ name, version, license }) => `${name} ${version} (${license})`);
  return `/*! ship-elements ${version} (MIT), with ${parts.join(', ')}. Licences: ${licencesOf(file)} */
${hint}`;
}

/** The full licence texts of every package in the file, as the licences require. */
export function licences(own: string, modules: readonly string[]): string {
  const parts = ingredients(modules).map(({ name, version, text }) => `${name} ${version}\n\n${text.trim()}\n`);
  return [`ship-elements ${version}\n\n${own.trim()}\n`, ...parts].join(`\n${'-'.repeat(72)}\n\n`);
}
