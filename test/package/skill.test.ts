import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import * as server from '../../src/server.ts';
import { packed } from '../support/consumer.ts';

// Required, because it brings no types.
const { load } = createRequire(import.meta.url)('js-yaml');

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const text = readFileSync(join(dist, 'skills/ship-elements/SKILL.md'), 'utf8');
const [, head = '', body = ''] = text.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? [];
const { modules } = JSON.parse(readFileSync(join(dist, 'custom-elements.json'), 'utf8')) as {
  modules: { declarations?: { tagName: string }[] }[];
};
const tags = modules.flatMap(({ declarations = [] }) => declarations.map(({ tagName }) => tagName));

describe('the skill for coding agents', () => {
  it('has the name of its folder and a description, as https://agentskills.io/specification asks for, and is short', () => {
    const { name, description, ...others } = load(head);
    expect({ name, others }).to.deep.equal({ name: 'ship-elements', others: {} });
    expect(description).to.have.lengthOf.within(100, 1024);
    expect(body.split('\n')).to.have.lengthOf.below(320);
    expect(body).to.not.include('undefined');
  });

  it('has the files of a whole purchase, whose own test buys', () => {
    const recipes = fileURLToPath(new URL('../../demo/recipes', import.meta.url));
    const files = ['shop-with-form.mjs', 'shop-server.mjs', 'shop-with-form.test.mjs'];
    for (const file of files)
      expect(body).to.include(`\`${file}\`:\n\n\`\`\`js\n${readFileSync(join(recipes, file), 'utf8')}\`\`\``);
    const { status, stdout } = spawnSync(process.execPath, ['--test', join(recipes, 'shop-with-form.test.mjs')], {
      encoding: 'utf8',
    });
    expect(status, stdout).to.equal(0);
  });

  it('names every element of the manifest and no other', () => {
    const named = [...body.matchAll(/<(ship-[\w-]+)>/g)].map(([, tag = '']) => tag);
    expect([...new Set(named)].sort()).to.deep.equal(tags.sort());
  });

  it('leads only to files of the package', () => {
    const pages = [...body.matchAll(/`([\w-]+\.md)`/g)].map(([, page]) => `demo/docs/${page}`);
    const named = [...body.matchAll(/node_modules\/ship-elements\/([\w./-]+)/g)].map(([, path = '']) => path);
    expect([pages.length, named.length]).to.deep.equal([14, 14]);
    const has = (path: string) => packed.paths.some((file) => file === path || file.startsWith(`${path}/`));
    expect([...pages, ...named].filter((path) => !has(path))).to.deep.equal([]);
  });

  it('names functions that a server can import', () => {
    const named = [...body.matchAll(/`(sign\w+|verify\w+)`/g)].map(([, name = '']) => name);
    expect(named).to.include.members(['signCart', 'verifyOffer', 'signGrant']);
    expect(Object.keys(server)).to.include.members(named);
  });
});
