import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { CustomElementDeclaration, Package } from 'custom-elements-manifest';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built package. TypeScript does not know the name before the build. */
const entry: string = 'ship-elements/react';

const { modules } = JSON.parse(readFileSync(`${root}/dist/custom-elements.json`, 'utf8')) as Package;
const declarations = modules.flatMap(({ declarations = [] }) => declarations as CustomElementDeclaration[]);

const capitalised = (name: string) => name.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());

describe('ship-elements/react', () => {
  let components: Record<string, ComponentType<Record<string, unknown>>>;
  before(async () => {
    components = await import(entry);
  });

  it('has a component for each element, and nothing else', () => {
    const names = declarations.map(({ tagName = '' }) => capitalised(tagName));
    expect(Object.keys(components).sort()).to.deep.equal(names.sort());
  });

  const allEvents = [...new Set(declarations.flatMap(({ events = [] }) => events.map(({ name }) => name)))];
  const handlers = (names: string[]) => names.map((name) => `on${capitalised(name)}`);

  for (const { tagName = '', members = [], events = [] } of declarations)
    it(`sets properties and handlers of <${tagName}>, and passes other handlers to React`, () => {
      const component = components[capitalised(tagName)] ?? expect.fail(`There is none for ${tagName}.`);
      const fields = members.filter((member) => member.kind === 'field' && !member.readonly).map(({ name }) => name);
      const names = [...fields, ...handlers(allEvents)];
      const props = Object.fromEntries(names.map((name) => [name, 'given']));
      const markup = renderToStaticMarkup(createElement(component, props));
      const attributes = [...markup.matchAll(/ ([\w-]+)="/g)].map(([, name]) => name);
      const own = events.map(({ name }) => name);
      expect(attributes).to.have.members(handlers(allEvents.filter((name) => !own.includes(name))));
    });

  it('passes the props of any HTML element to React', () => {
    const { ShipOrderButton } = components as { ShipOrderButton: ComponentType<Record<string, unknown>> };
    const props = { id: 'order', className: 'wide', slot: 'side', lang: 'id', style: { order: 1 }, 'data-test': 'yes' };
    expect(renderToStaticMarkup(createElement(ShipOrderButton, props, 'Pay'))).to.equal(
      '<ship-order-button id="order" slot="side" lang="id" style="order:1" data-test="yes" class="wide">Pay</ship-order-button>',
    );
  });

  it('loads only React on a server, and is marked as client code', () => {
    const code = `const { ShipCheckout } = await import('${entry}');
      const { createElement } = await import('react');
      const { renderToString } = await import('react-dom/server');
      console.log(renderToString(createElement(ShipCheckout, { shipment: {} })), 'customElements' in globalThis);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).to.deep.equal(['<ship-checkout></ship-checkout> false\n', '']);
    expect(readFileSync(`${root}/dist/react.js`, 'utf8')).to.match(/^"use client";/);
  });
});
