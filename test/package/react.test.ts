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

  for (const { tagName = '', members = [], events = [] } of declarations) {
    it(`renders no property or handler of <${tagName}> as an attribute on a server`, () => {
      const component = components[capitalised(tagName)];
      if (!component) expect.fail(`there is none for ${tagName}`);
      const fields = members.filter((member) => member.kind === 'field' && !member.readonly);
      const handlers = events.map(({ name }) => `on${capitalised(name)}`);
      const props = Object.fromEntries([...fields.map(({ name }) => name), ...handlers].map((name) => [name, 'given']));
      expect(renderToStaticMarkup(createElement(component, props))).to.equal(`<${tagName}></${tagName}>`);
    });
  }

  const told = [...new Set(declarations.flatMap(({ events = [] }) => events.map(({ name }) => name)))];

  for (const { tagName = '', events = [] } of declarations) {
    it(`listens to the events of <${tagName}>, and passes other handlers to React`, () => {
      const component = components[capitalised(tagName)];
      if (!component) expect.fail(`there is none for ${tagName}`);
      const handlers = told.map((name) => `on${capitalised(name)}`);
      const props = Object.fromEntries(handlers.map((handler) => [handler, 'given']));
      const left = [...renderToStaticMarkup(createElement(component, props)).matchAll(/ (\w+)="given"/g)];
      const own = events.map(({ name }) => `on${capitalised(name)}`);
      expect(left.map(([, handler]) => handler)).to.have.members(handlers.filter((handler) => !own.includes(handler)));
    });
  }

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
