/**
 * `npm run release:check [-- TAG]` proves that this commit may be published: version, changelog, a clean tree, a build that is
 * reproducible, publint, Are the Types Wrong, sizes and the hash of the script-tag file. It publishes nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { releaseProblems } from './release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** Pages name the file of this version. The changelog may name older ones. */
const documents = () => git('ls-files', '*.md', 'demo/frameworks/*.html').filter((path) => path !== 'CHANGELOG.md');

const problems = () =>
  releaseProblems({
    manifest: JSON.parse(read('package.json')),
    changelog: read('CHANGELOG.md'),
    texts: Object.fromEntries(documents().map((path) => [path, read(path)])),
    dirty: git('status', '--porcelain').map((line) => line.slice(3)),
    tag: process.argv[2],
  });

const before = problems();
for (const problem of before) process.stderr.write(`${problem}\n`);
const steps = ['build', 'lint', 'types', 'size', 'package'];
const { status } = spawnSync('npx', ['tsx', 'test/run.ts', ...steps], { cwd: root, stdio: 'inherit' });
const after = problems().filter((problem) => !before.includes(problem));
for (const problem of after) process.stderr.write(`After the build: ${problem}\n`);
const ready = status === 0 && !before.length && !after.length;
process.stdout.write(
  ready ? '\nThis commit may be published.\n' : `\n${[...before, 'This commit may not be published.'].join('\n')}\n`,
);
process.exit(ready ? 0 : 1);
