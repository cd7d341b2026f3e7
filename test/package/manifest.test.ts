import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ClassField, CustomElementDeclaration, Package } from 'custom-elements-manifest';
import { AreaSearchElement } from '../../src/elements/area-search/area-search-element.ts';
import * as inCheckout from '../../src/elements/index.ts';
import { ParcelsElement } from '../../src/elements/parcels/parcels-element.ts';
import { PromiseElement } from '../../src/elements/promise/define.ts';
import { TrackingElement } from '../../src/elements/tracking/tracking-element.ts';
import { docsPage, sectionOf } from '../support/docs.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manifest: Package = JSON.parse(read('dist/custom-elements.json'));
const declarations = manifest.modules.flatMap(({ declarations = [] }) => declarations) as CustomElementDeclaration[];
const elements = { ...inCheckout, AreaSearchElement, ParcelsElement, PromiseElement, TrackingElement };
const [webTypes, html, css] = ['web-types', 'vscode.html-custom-data', 'vscode.css-custom-data'].map((name) =>
  JSON.parse(read(`dist/${name}.json`)),
);

const of = (tag: string) => declarations.find(({ tagName }) => tagName === tag) as CustomElementDeclaration;
const checkout = of('ship-checkout');
const names = (list: readonly { name: string }[] = []) => list.map(({ name }) => name).sort();

/** The source of an element: the folder with its class. */
function sourceOf(tag = ''): string {
  const name = tag.replace('ship-', '');
  const folder = `src/elements/${name === 'rate-comparison' ? 'rates' : name}`;
  return readdirSync(join(root, folder))
    .map((file) => read(`${folder}/${file}`))
    .join('\n');
}

/** The names in an attribute of the templates of a source. */
const rendered = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].flatMap(([, list = '']) => list.split(/,?\s+/)).sort();

/** Properties that any native form control has. The docs need not list them. */
const native =
  /^(form|labels|validity|validationMessage|willValidate|checkValidity|reportValidity|setCustomValidity|focus)$/;

const reference = docsPage('reference');

/** The words in backticks. */
const quoted = (text = '') => [...text.matchAll(/`([\w-]+)(?:\(\))?`/g)].map(([, name = '']) => name);

/** The words of a list in the docs: `Parts: …`. */
const listed = (name: string) =>
  (sectionOf(reference, 'Styling').match(new RegExp(`- ${name}(?:, as .*?)?: \`([^\`]*)\``))?.[1] ?? '')
    .split(' ')
    .sort();

/** The cells of a table's rows. */
const rows = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| /.test(line))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()));

describe('custom-elements.json', () => {
  it('has the elements, their classes and their tags', () => {
    expect(declarations.map(({ tagName, name }) => [tagName, name])).to.deep.equal([
      ['ship-checkout', 'CheckoutElement'],
      ['ship-courier-picker', 'CourierPickerElement'],
      ['ship-order-button', 'OrderButtonElement'],
      ['ship-rate-comparison', 'RateComparisonElement'],
      ['ship-area-search', 'AreaSearchElement'],
      ['ship-parcels', 'ParcelsElement'],
      ['ship-promise', 'PromiseElement'],
      ['ship-tracking', 'TrackingElement'],
    ]);
    const { customElements } = JSON.parse(read('package.json'));
    expect(customElements).to.equal('dist/custom-elements.json');
  });

  for (const { tagName = '', ...declaration } of declarations) {
    it(`describes every member, slot, part and state of <${tagName}>`, () => {
      const { attributes = [], members = [], events, slots, cssParts, cssStates, cssProperties } = declaration;
      const described = [members, events, slots, cssParts, cssStates, cssProperties].flatMap((list = []) => list);
      const missing = described.filter(({ name, description }) => !description && !native.test(name));
      expect(names(missing)).to.deep.equal([]);
      expect(names(members)).to.include.members(attributes.map(({ fieldName }) => fieldName));
    });

    it(`has a type for each property and event of <${tagName}>`, () => {
      const fields = (declaration.members ?? []).filter(({ kind }) => kind === 'field') as ClassField[];
      expect(fields.filter(({ type }) => !type?.text)).to.deep.equal([]);
      for (const { name, type } of declaration.events ?? []) {
        if (name.startsWith('ship-')) expect(elements, name).to.have.property(type.text);
        else expect(type.text, name).to.equal('Event');
      }
    });

    it(`has each part, slot and state that <${tagName}> renders`, () => {
      const source = sourceOf(tagName);
      const parts = rendered(source, /[\s<]part="([^"$]+)"/g);
      expect(names(declaration.cssParts)).to.include.members(parts);
      const slots = rendered(source, /<slot name="([^"$]+)"/g);
      expect(names(declaration.slots)).to.include.members(slots);
    });
  }

  it('has every custom state', () => {
    for (const { name, cssStates } of declarations) {
      const classes = elements as unknown as Record<string, new () => { states: object }>;
      const Element = classes[name] as new () => { states: object };
      const element = new Element();
      expect(names(cssStates), name).to.deep.equal(Object.keys(element.states).sort());
    }
  });

  it('has every event that the page’s TypeScript knows', () => {
    const declared = read('src/elements/core/events.ts').split('interface GlobalEventHandlersEventMap {')[1] ?? '';
    const known = [...declared.matchAll(/'(ship-[\w-]+)': (\w+);/g)].map(([, name, type]) => `${name} ${type}`);
    const documented = declarations.flatMap(({ events = [] }) =>
      events.map(({ name, type }) => `${name} ${type.text}`),
    );
    expect(known).to.have.length.above(8);
    expect(documented).to.include.members(known);
  });

  it('has every part that a checkout exports', () => {
    const exported = rendered(sourceOf('ship-checkout'), /exportparts="([^"]+)"/g);
    const own = ['courier-picker', 'rate-comparison', 'order-button'];
    expect(names(checkout.cssParts)).to.deep.equal([...new Set([...exported, ...own])].sort());
  });

  it('has every token that the styles read', () => {
    const styles = [
      read('src/elements/core/styles.ts'),
      ...declarations.map(({ tagName }) => sourceOf(tagName)),
    ].join();
    const tokens = new Set([...styles.matchAll(/var\((--ship-[\w-]+)/g)].map(([, name]) => name));
    for (const { cssProperties } of declarations) expect(names(cssProperties)).to.deep.equal([...tokens].sort());
  });

  it('matches the data for editors', () => {
    const tags: { name: string; attributes: { name: string }[] }[] = html.tags;
    const contributed: { name: string; js: { events: { name: string }[]; properties: { name: string }[] } }[] =
      webTypes.contributions.html.elements;
    for (const { tagName = '', attributes, events, members } of declarations) {
      expect(names(tags.find(({ name }) => name === tagName)?.attributes)).to.deep.equal(names(attributes));
      const { js } = contributed.find(({ name }) => name === tagName) ?? {};
      expect(names(js?.events)).to.deep.equal(names(events));
      expect(names(js?.properties)).to.deep.equal(names((members ?? []).filter(({ kind }) => kind === 'field')));
    }
    expect(names(css.properties)).to.deep.equal(names(checkout.cssProperties));
    const ofCheckout = tags.find(({ name }) => name === 'ship-checkout');
    for (const [attribute, ...values] of [
      ['order-mode', 'none', 'draft', 'order'],
      ['preselect', 'recommended', 'cheapest'],
      ['cash-on-delivery-collects', 'total', 'goods'],
      ['cash-on-delivery-payout', '7_days', '5_days', '3_days'],
    ]) {
      const found = ofCheckout?.attributes.find(({ name }) => name === attribute) as { values?: { name: string }[] };
      expect(names(found.values)).to.have.members(values);
    }
  });
});

describe('the docs', () => {
  it('have every attribute and property of the checkout', () => {
    const table = rows(sectionOf(reference, 'Attributes')).filter(([, , property]) => property !== 'Property');
    const attributes = table.flatMap(([, cell]) => quoted(cell)).filter((name) => name !== 'lang');
    expect(attributes.sort()).to.deep.equal(names(checkout.attributes));
    const read = sectionOf(reference, 'Attributes').match(/^`rate`.* can be read\./m)?.[0];
    const properties = [...table.flatMap(([, , cell]) => quoted(cell)), ...quoted(read)].filter(
      (name) => name !== 'lang',
    );
    const fields = names((checkout.members ?? []).filter(({ kind }) => kind === 'field'));
    // These have the name of their attribute, as on any form control.
    const same = ['name', 'value', 'required', 'disabled'];
    expect([...properties, ...same].sort()).to.deep.equal(
      fields.filter((name) => !native.test(name) && name !== 'defaultValue'),
    );
  });

  it('have every event with its fields', () => {
    const table = rows(sectionOf(docsPage('events'))).filter(([, , , when]) => when !== 'When');
    const documented = table.flatMap(([, cell]) => quoted(cell));
    const events = [checkout, of('ship-parcels')].flatMap((element) => element.events ?? []);
    expect(documented.sort()).to.deep.equal([...new Set(names(events))]);
    for (const [, cell, fields] of table) {
      const [name] = quoted(cell);
      const type = events.find((event) => event.name === name)?.type.text ?? '';
      const Event = (elements as unknown as Record<string, new (init: object) => object>)[type];
      if (!Event) continue;
      const event = new Event({ insurance: true, cashOnDelivery: true });
      const methods = Object.entries(Object.getOwnPropertyDescriptors(Event.prototype))
        .filter(([method, { value, set }]) => (value || set) && method !== 'constructor')
        .map(([method]) => method);
      const own = Object.keys(event).filter((field) => field !== 'isTrusted');
      expect([...own, ...methods].sort(), name).to.deep.equal(quoted(fields).sort());
    }
  });

  it('have every token, part, state and slot', () => {
    expect(listed('Tokens')).to.deep.equal(names(checkout.cssProperties));
    expect(listed('Parts')).to.deep.equal(names(checkout.cssParts));
    expect(listed('States')).to.deep.equal(names(checkout.cssStates));
    expect(listed('Slots')).to.deep.equal(names(checkout.slots));
  });
});
