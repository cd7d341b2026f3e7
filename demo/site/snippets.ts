import { version } from '../../src/elements/index.ts';

/** Attributes of the page itself, which are not part of an example. */
const own = ['id', 'class', 'aria-label'];

/** The code that makes a checkout, for each way to write it. */
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
    HTML: `<script src="ship-elements-${version}.js" defer></script>

<ship-checkout
${lines('  ', [...attributes.map(quoted), `shipment='${shipment.replaceAll('\n', '\n  ')}'`])}></ship-checkout>`,
    React: `import { ShipCheckout } from 'ship-elements/react';

const shipment = ${shipment};

export const Delivery = () => (
  <ShipCheckout
${lines('    ', [...attributes.map(camelCased), 'shipment={shipment}'])}  />
);`,
    Vue: `<script setup>
import 'ship-elements/define';

const shipment = ${shipment};
</script>

<template>
  <ship-checkout
${lines('    ', [...attributes.map(quoted), ':shipment="shipment"'])}  />
</template>`,
    CSS: rule || '/* Nothing to add: this is the built-in look. */',
  };
}

/** An object as JSON, one field a line. */
const withLines = (object: object) =>
  `{\n${Object.entries(object)
    .map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
    .join(',\n')}\n}`;
