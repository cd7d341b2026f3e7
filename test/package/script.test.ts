import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Plugin } from 'vite';
import { embed } from '../../vite.config.ts';
import { bundle } from '../support/build-script.ts';

const root = new URL('../..', import.meta.url).pathname;
const script = readFileSync(join(root, 'dist/ship-elements.js'), 'utf8');

/** The modules of the script-tag file as they go into it, by their paths. */
async function modulesOf(): Promise<Map<string, string>> {
  const modules = new Map<string, string>();
  const listener: Plugin = {
    name: 'listener',
    enforce: 'post',
    transform: (code, id) => void modules.set(id, code),
  };
  await bundle({ ...embed, plugins: [embed.plugins, listener] });
  return modules;
}

describe('the script-tag file', () => {
  it('comes out of every build the same, byte for byte', async () => {
    const [once, again] = [await bundle(embed), await bundle(embed)];
    expect(once).to.equal(again);
    expect(script, 'dist/ship-elements.js is of other sources: run npm run build').to.equal(once);
  });

  it('is ASCII, which a page of any encoding reads alike', () => {
    expect(script.match(/[^\0-\x7f].{0,40}/g)).to.deep.equal(null);
  });

  it('is made of its libraries as they are published, so that all of Lit works in it', async () => {
    const modules = [...(await modulesOf())].filter(([path]) => path.includes('/node_modules/'));
    const paths = modules.map(([path]) => path.split('/node_modules/').at(-1));
    for (const file of ['lit-html/lit-html.js', '@lit/reactive-element/reactive-element.js', '@lit/task/task.js']) {
      expect(paths, `${file} is not among ${paths.join(', ')}`).to.include(file);
    }
    for (const [path, code] of modules) expect(code, path).to.equal(readFileSync(path, 'utf8'));
  });
});
