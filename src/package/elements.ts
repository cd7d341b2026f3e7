/** An element of the package. Its tag, class, file and React component have its name: `ship-tracking`, `TrackingElement`, `ShipTracking`. */
interface ElementRow {
  readonly name: string;
  /** The module of the package that registers it. One with its own name by default, which no other module loads. */
  readonly entry?: 'choice' | 'define';
  /** The source of that module, if the element does more there than register itself. */
  readonly source?: string;
}

/**
 * The elements. The build, the pages of the demo and the tests go through this list, and tests hold package.json, React's components and
 * the battery against it.
 */
export const elements: readonly ElementRow[] = [
  { name: 'area-search' },
  { name: 'checkout', entry: 'choice' },
  { name: 'courier-picker', entry: 'choice' },
  { name: 'rate-comparison', entry: 'choice' },
  { name: 'order-button', entry: 'define' },
  { name: 'parcels' },
  { name: 'promise', source: 'promise/define' },
  { name: 'tracking' },
];

/** The elements that are modules of their own: their names, and their sources in `src/elements` without the ending. */
export const ownModules: Readonly<Record<string, string>> = Object.fromEntries(
  elements.flatMap(({ name, entry, source = `${name}/${name}-element` }) => (entry ? [] : [[name, source]])),
);

/** A script-tag file: a set of elements with one Lit. A page loads one of them. */
export interface ScriptRow {
  /** Its key in `ship-elements.sri.json`. */
  readonly name: string;
  /** What its file name has between the package and the version. */
  readonly suffix: string;
  /** The modules whose elements it registers. */
  readonly entries: readonly string[];
  /** Bytes after `gzip -9`: `npm run size` fails above it. */
  readonly budget: number;
  /** Its answers for a script inventory. What is true of every file is in `script-tag.ts`. */
  readonly inventory: Readonly<Record<'purpose' | 'registers' | 'reads' | 'sends' | 'keeps' | 'adds', string>>;
}

/** What the checkout does in a page. */
const checkout: ScriptRow['inventory'] = {
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

/** The script-tag files. The first one is that of the checkout. */
export const scriptRows: readonly [ScriptRow, ...ScriptRow[]] = [
  {
    name: 'checkout',
    suffix: '',
    entries: ['define'],
    budget: 71_990,
    inventory: checkout,
  },
  {
    name: 'choice',
    suffix: '-choice',
    entries: ['choice'],
    budget: 57_020,
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
    suffix: '-area-search',
    entries: ['define', 'area-search'],
    budget: 81_450,
    inventory: {
      ...checkout,
      purpose: `${checkout.purpose}; and finds the district of the address`,
      registers: 'five custom elements',
      sends: `${checkout.sends}; for the search: the name of a district or the postal code that the shopper types, and of a whole address no more than these`,
      adds: `${checkout.adds}; under the \`name\` of the search: the area id; beside it \`-postal-code\` and \`-name\``,
    },
  },
  {
    name: 'parcels',
    suffix: '-parcels',
    entries: ['parcels', 'area-search'],
    budget: 73_520,
    inventory: {
      ...checkout,
      purpose:
        'The shopper chooses a courier for each of several parcels, insurance and cash on delivery; and finds the district of the address',
      registers: 'five custom elements',
      sends:
        'for prices: places, items, couriers, amounts, and the `cart` of each parcel that your server has signed; for the search: the name of a district or the postal code that the shopper types, and of a whole address no more than these',
      keeps: 'nothing',
      adds: "under the element's own `name`: for each parcel its name, the chosen service, the gateway's word on the price and the switches; under the `name` of the search: the area id; beside it `-postal-code` and `-name`",
    },
  },
  {
    name: 'tracking',
    suffix: '-tracking',
    entries: ['tracking'],
    budget: 22_140,
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
    suffix: '-promise',
    entries: ['promise'],
    budget: 21_060,
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
