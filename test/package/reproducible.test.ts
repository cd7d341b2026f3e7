import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A hash of each file of a build by its path, without the demo. */
function hashes(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('demo') && statSync(join(folder, file)).isFile())
    .sort();
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  return Object.fromEntries(files.map((file) => [file, hash(readFileSync(join(folder, file)))]));
}

describe('the build', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'ship-elements-elsewhere-'));
  after(() => rmSync(elsewhere, { recursive: true }));

  it('writes the same bytes from the same sources in another folder', () => {
    for (const name of ['src', 'demo', 'package.json', 'tsconfig.json', 'vite.config.ts', 'README.md', 'LICENSE'])
      cpSync(join(root, name), join(elsewhere, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(elsewhere, 'node_modules'), 'dir');
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: elsewhere, stdio: 'pipe' });
    const here = hashes(join(root, 'dist'));
    expect(Object.keys(here)).to.have.length.above(20);
    const there = hashes(join(elsewhere, 'dist'));
    const differing = [...new Set([...Object.keys(here), ...Object.keys(there)])].filter(
      (file) => here[file] !== there[file],
    );
    expect(differing, 'files of dist that are of other sources: run npm run build').to.deep.equal([]);
    // A whole build, beside other steps.
  }).timeout(300_000);
});
