import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The paths of what `npm publish` would send. */
function packed(): string[] {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

describe('what the package holds', () => {
  const files = packed();

  it('holds what its exports and its source maps name', () => {
    for (const file of [
      'dist/index.js',
      'dist/ship-elements.js',
      'dist/sandbox/index.js',
      'dist/gateway/index.js',
      'dist/server.js',
      'src/index.ts',
      'LICENSE',
    ]) {
      expect(files, file).to.include(file);
    }
  });

  it('holds nothing that only this repository needs', () => {
    const unwanted = /^(dist\/demo\/|test\/|demo\/)|tsconfig/;
    expect(files.filter((file) => unwanted.test(file))).to.deep.equal([]);
  });

  it('has types that a strict consumer can use as README says', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-elements-types-'));
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [example = '', jsx = ''] = ['ts', 'tsx'].map(
      (language) => readme.split(`\`\`\`${language}\n`)[1]?.split('```')[0],
    );
    expect(example).to.match(/isShippingFailure/);
    const more = `import { serviceKey, type Arrival, type Badge, type Extras, type Rate, type ShipmentPart } from 'ship-elements';
      export type Named = [Arrival, Badge, Extras, ShipmentPart];
      export const key = (rate: Rate): string => serviceKey(rate);`;
    const page = `export const checkout = <ship-checkout baseUrl="/shipping" onship-rate-change={({ reason }) => reason.length} />;
      // @ts-expect-error: no mode of that name
      export const misspelt = <ship-checkout orderMode="oder" />;`;
    writeFileSync(join(folder, 'example.ts'), example);
    writeFileSync(join(folder, 'more.ts'), more);
    writeFileSync(join(folder, 'jsx.d.ts'), jsx);
    writeFileSync(join(folder, 'page.tsx'), page);
    const compilerOptions = {
      target: 'es2022',
      module: 'preserve',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
      jsx: 'react-jsx',
      paths: {
        'ship-elements': [join(root, 'dist/index.d.ts')],
        react: [join(root, 'node_modules/@types/react')],
        'react/*': [join(root, 'node_modules/@types/react/*')],
      },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }));
    const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stdout).to.equal('');
    expect(status).to.equal(0);
  });
});
