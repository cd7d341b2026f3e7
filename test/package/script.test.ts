import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { licencesName, scriptName } from '../../src/package/script.ts';
import { embed } from '../../vite.config.ts';
import { bundle } from '../support/build-script.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const script = read(`dist/${scriptName}`);
const manifest = JSON.parse(read('package.json'));

const libraries = ['@lit/reactive-element', '@lit/task', 'lit', 'lit-element', 'lit-html', 'zod'];

describe('the script-tag file', () => {
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
    await bundle({ ...embed, plugins: [embed.plugins, { name: 'listener', enforce: 'post', transform }] });
    const modules = [...bundled].filter(([path]) => path.includes('/node_modules/'));
    const paths = modules.map(([path]) => path.split('/node_modules/').at(-1));
    expect(paths).to.include.members([
      'lit-html/lit-html.js',
      '@lit/reactive-element/reactive-element.js',
      '@lit/task/task.js',
    ]);
    for (const [path, code] of modules) expect(code, path).to.equal(readFileSync(path, 'utf8'));
  });

  it('names its parts, their versions and their licences in its first line', () => {
    const [first = ''] = script.split('\n');
    expect(first).to.match(new RegExp(`^/\\*! ship-elements ${manifest.version} \\(MIT\\), with .* \\*/$`));
    for (const name of libraries) {
      const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`));
      expect(first).to.include(` ${name} ${version} (${license})`);
    }
    expect(first).to.include(licencesName);
  });

  // A missing feature throws only when the shopper uses it: without AbortSignal.any(), each price failed in Safari 17.3.
  it('uses no browser feature that is newer than 2022', () => {
    const young = [
      ...[
        'AbortSignal.any',
        'Array.fromAsync',
        'Map.groupBy',
        'Object.groupBy',
        'Promise.try',
        'Promise.withResolvers',
      ],
      ...['RegExp.escape', 'URL.canParse', 'URL.parse', 'Iterator.from', '.checkVisibility', '.showPopover'],
      ...['.toReversed', '.toSorted', '.toSpliced', '.isSubsetOf', '.symmetricDifference', '.setHTMLUnsafe'],
    ];
    expect(young.filter((name) => script.includes(`${name}(`))).to.deep.equal([]);
  });

  it('asks Chromium to compile all functions on load', () => {
    const [, hint] = script.split('\n');
    expect(hint).to.equal('//# allFunctionsCalledOnLoad');
  });

  it('has the full licences of its parts beside it', () => {
    const licences = read(`dist/${licencesName}`);
    for (const file of ['LICENSE', ...libraries.map((name) => `node_modules/${name}/LICENSE`)]) {
      expect(licences, file).to.include(read(file).trim());
    }
  });

  it('has its version in its name, and package.json uses that name', () => {
    const file = `./dist/${scriptName}`;
    const { types, default: script } = manifest.exports['./ship-elements.js'];
    const { unpkg, jsdelivr } = manifest;
    expect({ script, types, unpkg, jsdelivr }).to.deep.equal({
      ...{ script: file, types: file.replace(/js$/, 'd.ts'), unpkg: file, jsdelivr: file },
    });
    expect(read('README.md')).to.include(`<script src="${scriptName}" defer></script>`);
  });

  it('has its hash beside it', () => {
    const bytes = readFileSync(join(root, 'dist', scriptName));
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    const { version } = manifest;
    expect(JSON.parse(read('dist/ship-elements.sri.json'))).to.deep.equal({
      ...{ file: scriptName, version, integrity, bytes: bytes.length },
    });
    expect(read('dist/script-tag.md')).to.include(`src="/${scriptName}" integrity="${integrity}"`);
  });
});

describe('script-tag.md', () => {
  const page = read('dist/script-tag.md');
  const section = (heading: string) => page.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? '';
  const inventory = new Map(
    [...section('The script inventory').matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, asked = '', answer = '']) => [
      asked,
      answer,
    ]),
  );

  it('has the policy of the docs', () => {
    const [policy] = read('demo/docs/security.md').match(/^Content-Security-Policy: .+$/m) ?? [];
    expect(section('The policy')).to.include(`\`\`\`\n${policy}\n\`\`\``);
  });

  it('answers the questions of a PCI DSS 6.4.3 inventory', () => {
    const asked = ['Script', 'Business justification', 'Technical justification', 'Authorised by, and when'];
    expect([...inventory.keys()]).to.include.members([...asked, 'Loads other scripts', 'Talks to', 'Sends']);
    const { integrity } = JSON.parse(read('dist/ship-elements.sri.json'));
    expect(inventory.get('Integrity is assured by')).to.include(integrity);
    for (const name of libraries) expect(inventory.get('Made of'), name).to.include(` ${name} `);
  });

  it('lists all that it stores in the browser and adds to forms', () => {
    const kept = ['placed', 'unanswered'].flatMap((writes) => {
      const source = read(`src/client/${writes}-writes.ts`);
      return [...source.matchAll(/new StoredList\(store, '([\w-]+)'/g)].map(([, key]) => `\`${key}\``);
    });
    expect(kept).to.have.length(2);
    for (const key of kept) expect(inventory.get('Keeps in the browser')).to.include(key);
    const forms = read('demo/docs/forms.md');
    const beside = [...forms.matchAll(/^\| `shipping(-[\w-]+)`/gm)].map(([, suffix]) => `\`${suffix}\``);
    expect(beside).to.have.length(3);
    for (const suffix of beside) expect(inventory.get('Adds to forms')).to.include(suffix);
  });
});
