import delivery from './delivery.ts?raw';

/** Attributes of the page itself, which are not part of an example. */
const own = ['id', 'class', 'aria-label'];

/** The code that makes a checkout, for each way to write it: its attributes as they are, and the file that the page itself runs. */
export function snippetsOf(checkout: HTMLElement, rule: string): Record<string, string> {
  const attributes = checkout
    .getAttributeNames()
    .filter((name) => !own.includes(name) && name !== 'shipment')
    .map((name): [name: string, value: string] => [name, checkout.getAttribute(name) ?? '']);
  const shipment = withLines(JSON.parse(checkout.getAttribute('shipment') ?? '{}'));
  const quoted = ([name, value]: [string, string]) => (value ? `${name}="${value}"` : name);
  const camelCased = ([name, value]: [string, string]) =>
    quoted([name.replace(/-(\w)/g, (_hyphen, letter: string) => letter.toUpperCase()), value]);
  const lines = (indent: string, all: string[]) => all.map((line) => `${indent}${line}\n`).join('');
  return {
    HTML: `<ship-checkout
${lines('  ', [...attributes.map(quoted), `shipment='${shipment.replaceAll('\n', '\n  ')}'`])}></ship-checkout>

<script type="module">
  import 'ship-elements/define';
  import { calendar, contacts } from './delivery.js';

  const checkout = document.querySelector('ship-checkout');
  Object.assign(checkout, { calendar, contacts });
</script>`,
    'delivery.js': delivery.trimEnd().replace('../../src/index.ts', 'ship-elements'),
    React: `import { ShipCheckout } from 'ship-elements/react';
import { calendar, contacts } from './delivery.js';

const shipment = ${shipment};

export const Delivery = () => (
  <ShipCheckout
${lines('    ', [...attributes.map(camelCased), 'shipment={shipment}', 'calendar={calendar}', 'contacts={contacts}'])}  />
);`,
    Vue: `<script setup>
import 'ship-elements/define';
import { calendar, contacts } from './delivery.js';

const shipment = ${shipment};
</script>

<template>
  <ship-checkout
${lines('    ', [...attributes.map(quoted), ':shipment="shipment"', ':calendar="calendar"', ':contacts="contacts"'])}  />
</template>`,
    CSS: rule || '/* Nothing to add: this is the built-in look. */',
  };
}

/** An object as JSON, one field a line. */
const withLines = (object: object) =>
  `{\n${Object.entries(object)
    .map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
    .join(',\n')}\n}`;
