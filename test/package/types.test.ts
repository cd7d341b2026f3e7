import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Consumer, install, packed } from '../support/consumer.ts';
import { docsPage, exampleOf } from '../support/docs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tools = 'test/templates/node_modules/.bin';
const strict = { target: 'es2022', module: 'preserve', strict: true, skipLibCheck: true, noEmit: true };

const react = { '@types/react': '@types/react', csstype: 'csstype' };
/** The packages with the JSX types of each framework, and its compiler options. */
const jsx: Record<string, { packages: Record<string, string>; options: object }> = {
  'react-19': { packages: react, options: { jsx: 'react-jsx' } },
  'react-18': {
    packages: { ...react, '@types/react': '@types/react-18', '@types/prop-types': '@types/prop-types' },
    options: { jsx: 'react-jsx' },
  },
  preact: { packages: { preact: 'preact' }, options: { jsx: 'react-jsx', jsxImportSource: 'preact' } },
  solid: {
    packages: { 'solid-js': 'solid-js', csstype: 'csstype', seroval: 'seroval' },
    options: { jsx: 'preserve', jsxImportSource: 'solid-js' },
  },
};

describe('the types of the installed package', () => {
  let consumer: Consumer;

  /** What a compiler says of the consumer's project. */
  function compile(options: object, settings = {}, command: string[] = ['node_modules/.bin/tsc', '-p', '.']) {
    const [tool, ...flags] = command;
    const compilerOptions = { ...strict, types: [], ...options };
    consumer.write('tsconfig.json', JSON.stringify({ compilerOptions, ...settings }));
    const { stdout, stderr } = spawnSync(join(root, `${tool}`), flags, { cwd: consumer.folder, encoding: 'utf8' });
    return `${stdout}${stderr}`.trim();
  }

  for (const module of ['preserve', 'nodenext'])
    it(`are those of the source with module: ${module}`, () => {
      consumer = install();
      const promises = join(root, 'test/client/types');
      for (const file of readdirSync(promises)) {
        const source = readFileSync(join(promises, file), 'utf8');
        const installed = source.replace(/'(?:\.\.\/)+src\/(\w+)\/index\.ts'/g, "'ship-elements/$1'");
        expect(installed).to.not.match(/\/src\//);
        consumer.write(file, installed);
      }
      expect(compile({ module, allowImportingTsExtensions: true })).to.equal('');
    });

  // Medusa's own template has node16, in which TypeScript refuses this import (TS1479). The page on Medusa names these two.
  for (const module of ['node20', 'nodenext'])
    it(`are found by a CommonJS file with module: ${module}`, () => {
      expect(docsPage('medusa')).to.contain(`"module": "${module}"`);
      consumer = install();
      consumer.write('shop.cts', `import { signCart } from 'ship-elements/server';\nexport const sign = signCart;\n`);
      expect(compile({ module }, { files: ['shop.cts'] })).to.equal('');
    });

  it('name units and origins of the fields for an editor', () => {
    consumer = install();
    const contract = join(consumer.folder, 'node_modules/ship-elements/dist/contract/index.d.ts');
    expect(readFileSync(contract, 'utf8'))
      .to.match(/What the service charges, in rupiah[^*]*\*\/\s+price:/)
      .and.match(/Grams for one unit\.[^*]*\*\/\s+weight:/)
      .and.match(/interface RatesRequest extends Outputs<typeof Locators, typeof ExtraFields,/);
  });

  it('compile the examples of the docs, and export no values of the contract', () => {
    consumer = install(react);
    consumer.write('example.ts', exampleOf(docsPage('errors'), 'ts', 'In TypeScript'));
    consumer.write('page.tsx', exampleOf(docsPage('frameworks'), 'tsx', 'Types'));
    consumer.write(
      'more.ts',
      `import { serviceKey, type Arrival, type Badge, type Extras, type Rate, type ShipmentPart } from 'ship-elements';
      export type Named = [Arrival, Badge, Extras, ShipmentPart];
      export const key = (rate: Rate): string => serviceKey(rate);
      import { operations } from 'ship-elements';
      // @ts-expect-error: only the contract exports its values
      export const path = operations.quoteRates.path;`,
    );
    expect(compile({ jsx: 'react-jsx' })).to.equal('');
  });

  it('know the elements of a page with the script tag alone', () => {
    consumer = install();
    consumer.write('page.ts', "document.querySelector('ship-checkout')!.orderMode = 'order';");
    expect(compile({ types: ['ship-elements/ship-elements.js'], skipLibCheck: false })).to.equal('');
  });

  for (const [name, { packages, options }] of Object.entries(jsx))
    it(`know the four elements in JSX of ${name}, and refuse misspelt names`, () => {
      consumer = install(packages);
      consumer.copy(`test/templates/${name}`);
      expect(compile(options)).to.equal('');
    });

  it('know the four elements in strict templates of Vue, and refuse misspelt names', () => {
    consumer = install({ vue: 'vue', '@vue': '@vue', csstype: 'csstype' });
    consumer.copy('test/templates/vue');
    const settings = { vueCompilerOptions: { strictTemplates: true }, include: ['*.vue'] };
    const types = ['ship-elements/types/vue'];
    expect(compile({ types, jsx: 'preserve' }, settings, [`${tools}/vue-tsc`, '-p', '.'])).to.equal('');
  });

  it('know the four elements in markup of Svelte, and refuse misspelt names', () => {
    consumer = install({ svelte: 'svelte' });
    consumer.copy('test/templates/svelte');
    const check = [`${tools}/svelte-check`, '--tsconfig', './tsconfig.json', '--output', 'machine'];
    const options = { types: ['ship-elements/types/svelte'], moduleResolution: 'bundler' };
    const report = compile(options, { include: ['*.svelte'] }, check);
    const errors = [...report.matchAll(/ ERROR "([^"]+)" (\d+):/g)].map(([, file, line]) => `${file} ${line}`);
    expect(errors, report).to.deep.equal(['Wrong.svelte 7', 'Wrong.svelte 8', 'Wrong.svelte 9', 'Wrong.svelte 10']);
  });

  it('pass Are the Types Wrong', () => {
    // For `import` only: neither `require`, nor a TypeScript that does not read `exports`.
    const command = [
      'attw',
      packed.file,
      '--profile',
      'esm-only',
      '--format',
      'ascii',
      '--exclude-entrypoints',
      './ship-elements-quote.css',
    ];
    const { status, stdout, stderr } = spawnSync('npx', command, { cwd: root, encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).to.equal(0);
  });
});
