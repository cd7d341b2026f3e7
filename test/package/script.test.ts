import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { english } from '../../src/elements/words/en.ts';
import { indonesian } from '../../src/elements/words/id.ts';
import { ownModules } from '../../src/package/elements.ts';
import { choiceName, licencesOf, scriptName, scripts } from '../../src/package/script.ts';
import { embedOf } from '../../vite.config.ts';
import { buildInMemory, bundle } from '../support/build-script.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json'));

const lit = ['@lit/reactive-element', 'lit', 'lit-element', 'lit-html'];

/** The packages in each file. The files of tracking and of the promise have no tasks, so that they are small. */
const librariesOf = (name: string) => (['tracking', 'promise'].includes(name) ? lit : [...lit, '@lit/task']);

for (const given of scripts)
  describe(`the script-tag file ${given.name}`, () => {
    const { file } = given;
    const libraries = librariesOf(given.name);
    const script = read(`dist/${file}`);

    it('is ASCII, so that a page of any encoding reads it correctly', () => {
      expect(script.match(/[^\0-\x7f].{0,40}/g)).to.deep.equal(null);
    });

    it('has no import, export, global or code from text', () => {
      expect(script).to.not.match(/^\s*(import|export)\b|\bimport\s*\(|\brequire\s*\(/m);
      expect(script.replace(/^\/\*!.*\*\/\n/, '')).to.not.match(/^\s*(var|let|const)\s/);
      expect(script.replace(/\.(Function|eval)\b/g, '')).to.not.match(/new Function\(|\beval\(/);
    });

    it('has its libraries as they are published', async () => {
      const bundled = new Map<string, string>();
      const transform = (code: string, id: string) => void bundled.set(id, code);
      const config = embedOf(given);
      await bundle({ ...config, plugins: [config.plugins, { name: 'listener', enforce: 'post', transform }] });
      const modules = [...bundled].filter(([path]) => path.includes('/node_modules/'));
      const paths = modules.map(([path]) => path.split('/node_modules/').at(-1));
      expect(paths).to.include.members(['lit-html/lit-html.js', '@lit/reactive-element/reactive-element.js']);
      for (const [path, code] of modules) expect(code, path).to.equal(readFileSync(path, 'utf8'));
    });

    it('names its parts, their versions and their licences in its first line', () => {
      const [first = ''] = script.split('\n');
      expect(first).to.match(new RegExp(`^/\\*! ship-elements ${manifest.version} \\(MIT\\), with .* \\*/$`));
      for (const name of libraries) {
        const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`));
        expect(first).to.include(` ${name} ${version} (${license})`);
      }
      expect(first).to.include(licencesOf(file));
    });

    // A missing feature throws only when the shopper uses it: without AbortSignal.any(), each price failed in Safari 17.3.
    it('uses no browser feature that is newer than 2022, or looks whether there is one first', () => {
      const young = [
        'AbortSignal.any',
        'Array.fromAsync',
        'Map.groupBy',
        'Object.groupBy',
        'Promise.try',
        'Promise.withResolvers',
        'RegExp.escape',
        'URL.canParse',
        'URL.parse',
        'Iterator.from',
        '.checkVisibility',
        '.showPopover',
        '.toReversed',
        '.toSorted',
        '.toSpliced',
        '.isSubsetOf',
        '.symmetricDifference',
        '.setHTMLUnsafe',
      ];
      const isLookedFor = (name: string) => new RegExp(`\\?\\${name}(?!\\()`).test(script);
      expect(young.filter((name) => script.includes(`${name}(`) && !isLookedFor(name))).to.deep.equal([]);
    });

    it('asks Chromium to compile all functions on load', () => {
      const [, hint] = script.split('\n');
      expect(hint).to.equal('//# allFunctionsCalledOnLoad');
    });

    it('has the full licences of its parts beside it', () => {
      const licences = read(`dist/${licencesOf(file)}`);
      for (const path of ['LICENSE', ...libraries.map((name) => `node_modules/${name}/LICENSE`)]) {
        expect(licences, path).to.include(read(path).trim());
      }
    });

    it('has its hash beside it', () => {
      const bytes = readFileSync(join(root, 'dist', file));
      const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
      const { version } = manifest;
      const hashes = JSON.parse(read('dist/ship-elements.sri.json'));
      expect(hashes[given.name]).to.deep.equal({ file, version, integrity, bytes: bytes.length });
      expect(read('dist/script-tag.md')).to.include(`src="/${file}" integrity="${integrity}"`);
    });
  });

describe('package.json', () => {
  it('has an entry for each element that is a module of its own and for each script-tag file, and keeps what registers one', () => {
    const { exports, sideEffects } = manifest;
    for (const [name, source] of Object.entries(ownModules)) {
      const file = `./dist/elements/${name}`;
      expect(exports[`./${name}`]).to.deep.equal({ types: `${file}.d.ts`, default: `${file}.js` });
      expect(sideEffects).to.include.members([`./src/elements/${source}.ts`, `${file}.js`]);
    }
    for (const { suffix, file } of scripts) {
      const types = `./dist/${file.replace(/js$/, 'd.ts')}`;
      expect(exports[`./ship-elements${suffix}.js`]).to.deep.equal({ types, default: `./dist/${file}` });
    }
  });
});

describe('the script-tag files', () => {
  it('have no code that orders, and no words of an order, where nobody orders', async () => {
    const ordering = /\/src\/(elements\/order-button|elements\/core\/order-task|client\/writes|contract\/order\.ts)/;
    const partsOf = async (wanted: string) => {
      const file = scripts.find(({ name }) => name === wanted);
      const [chunk] = file ? await buildInMemory(embedOf(file)) : [];
      if (chunk?.type !== 'chunk') throw new Error('Vite built no script.');
      const words = [english, indonesian].filter(({ cancelConfirm }) => chunk.code.includes(cancelConfirm));
      return [...chunk.moduleIds.filter((id) => ordering.test(id)), ...words];
    };
    expect(await partsOf('choice')).to.deep.equal([]);
    expect(await partsOf('checkout')).to.have.length.above(7);
  });

  it('have their version in their names, and package.json uses the name of the one with the checkout', () => {
    for (const { file } of scripts)
      expect(file).to.match(new RegExp(`^ship-elements-([a-z]+-)*${manifest.version}\\.js$`));
    const file = `./dist/${scriptName}`;
    const { types, default: script } = manifest.exports['./ship-elements.js'];
    const { unpkg, jsdelivr } = manifest;
    expect({ script, types, unpkg, jsdelivr }).to.deep.equal({
      script: file,
      types: file.replace(/js$/, 'd.ts'),
      unpkg: file,
      jsdelivr: file,
    });
    expect(read('README.md')).to.include(`<script src="${choiceName}" defer></script>`);
  });
});

describe('script-tag.md', () => {
  const page = read('dist/script-tag.md');
  const section = (heading: string) => page.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? '';
  const inventoryOf = (name: string) => {
    const [, table = ''] = section('The script inventory').split(`### ${name}\n`);
    const rows = (table.split('\n### ')[0] ?? '').matchAll(/^\| (.+?) \| (.+?) \|$/gm);
    return new Map([...rows].map(([, asked = '', answer = '']) => [asked, answer]));
  };

  it('has the policy of the docs', () => {
    const [policy] = read('demo/docs/security.md').match(/^Content-Security-Policy: .+$/m) ?? [];
    expect(section('The policy')).to.include(`\`\`\`\n${policy}\n\`\`\``);
  });

  it('answers the questions of a PCI DSS 6.4.3 inventory', () => {
    const asked = ['Script', 'Business justification', 'Technical justification', 'Authorised by, and when'];
    const hashes = JSON.parse(read('dist/ship-elements.sri.json'));
    for (const { name } of scripts) {
      const inventory = inventoryOf(name);
      expect([...inventory.keys()], name).to.include.members([...asked, 'Loads other scripts', 'Talks to', 'Sends']);
      expect(inventory.get('Integrity is assured by'), name).to.include(hashes[name].integrity);
      for (const library of librariesOf(name)) expect(inventory.get('Made of'), name).to.include(` ${library} `);
    }
  });

  it('lists all that the checkout stores in the browser and adds to forms', () => {
    const inventory = inventoryOf('checkout');
    const source = read('src/client/writes.ts');
    const kept = [...source.matchAll(/new StoredList\(store, '([\w-]+)'/g)].map(([, key]) => `\`${key}\``);
    expect(kept).to.have.length(2);
    for (const key of kept) expect(inventory.get('Keeps in the browser')).to.include(key);
    const forms = read('demo/docs/forms.md');
    const beside = [...forms.matchAll(/^\| `shipping(-[\w-]+)`/gm)].map(([, suffix]) => `\`${suffix}\``);
    expect(beside).to.have.length(3);
    for (const suffix of beside) expect(inventory.get('Adds to forms')).to.include(suffix);
  });

  it('names what the checkout sends by its properties', () => {
    const sent = inventoryOf('checkout').get('Sends') ?? '';
    const named = [...sent.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const { modules } = JSON.parse(read('dist/custom-elements.json'));
    const declarations = modules.flatMap(({ declarations = [] }: { declarations?: object[] }) => declarations);
    const checkout = declarations.find(({ tagName }: { tagName?: string }) => tagName === 'ship-checkout');
    const properties = checkout.members.map(({ name }: { name: string }) => name);
    expect(named).to.include('contacts');
    expect(properties).to.include.members(named);
  });
});
