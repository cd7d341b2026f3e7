import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Consumer, install } from '../support/consumer.ts';
import { type Packed, pack } from '../support/packed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tools = 'test/templates/node_modules/.bin';

const strict = {
  target: 'es2022',
  module: 'preserve',
  moduleResolution: 'bundler',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [] as string[],
  jsx: 'preserve',
};

/** The compiler options for the JSX of each framework, and its types. */
const jsx: Record<string, { packages: Record<string, string>; options: object }> = {
  'react-19': {
    packages: { '@types/react': '@types/react', csstype: 'csstype' },
    options: { jsx: 'react-jsx' },
  },
  'react-18': {
    packages: { '@types/react': '@types/react-18', '@types/prop-types': '@types/prop-types', csstype: 'csstype' },
    options: { jsx: 'react-jsx' },
  },
  preact: { packages: { preact: 'preact' }, options: { jsx: 'react-jsx', jsxImportSource: 'preact' } },
  solid: {
    packages: { 'solid-js': 'solid-js', csstype: 'csstype', seroval: 'seroval' },
    options: { jsxImportSource: 'solid-js' },
  },
};

describe('the types for frameworks, in an installed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-packed-'));
  let packed: Packed;
  let consumer: Consumer;
  const check = (command: string, ...parameters: string[]) => {
    const { stdout, stderr, status } = spawnSync(join(root, command), parameters, {
      cwd: consumer.folder,
      encoding: 'utf8',
    });
    return { said: `${stdout}${stderr}`.trim(), status };
  };

  before(() => {
    packed = pack(folder);
  });
  afterEach(() => consumer.remove());
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, { packages, options }] of Object.entries(jsx)) {
    it(`know the four elements in JSX of ${name}, and refuse misspelt names`, () => {
      consumer = install(packed, packages);
      consumer.copy(`test/templates/${name}`);
      consumer.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...strict, ...options } }));
      expect(check('node_modules/.bin/tsc', '-p', '.')).to.deep.equal({ said: '', status: 0 });
    });
  }

  it('know the four elements in strict templates of Vue, and refuse misspelt names', () => {
    consumer = install(packed, { vue: 'vue', '@vue': '@vue', csstype: 'csstype' });
    consumer.copy('test/templates/vue');
    const compilerOptions = { ...strict, types: ['ship-elements/types/vue'] };
    const vueCompilerOptions = { strictTemplates: true };
    consumer.write('tsconfig.json', JSON.stringify({ compilerOptions, vueCompilerOptions, include: ['*.vue'] }));
    expect(check(`${tools}/vue-tsc`, '-p', '.')).to.deep.equal({ said: '', status: 0 });
  });

  it('know the four elements in markup of Svelte, and refuse misspelt names', () => {
    consumer = install(packed, { svelte: 'svelte' });
    consumer.copy('test/templates/svelte');
    const compilerOptions = { ...strict, types: ['ship-elements/types/svelte'] };
    consumer.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.svelte'] }));
    const { said } = check(`${tools}/svelte-check`, '--tsconfig', './tsconfig.json', '--output', 'machine');
    const errors = [...said.matchAll(/ ERROR "([^"]+)" (\d+):\d+ "([^"\\]+)/g)].map(
      ([, file, line, problem = '']) => `${file} ${line} ${problem}`,
    );
    expect(errors, said).to.have.length(4);
    expect(errors.join()).to.match(/Wrong.svelte 7 .*Wrong.svelte 8 .*Wrong.svelte 9 .*Wrong.svelte 10 /);
  });
});
