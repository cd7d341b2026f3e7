/**
 * `npm run release:check [-- TAG]` proves that this commit may be published: version, changelog, a clean tree, a build that is
 * reproducible, publint, Are the Types Wrong, sizes and the hash of the script-tag file. It publishes nothing.
 *
 * With `--prepare` it passes if only a person's decisions are missing, and lists them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkRelease } from './release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** Pages name the file of this version. The changelog may name older ones. */
const documents = () => git('ls-files', '*.md', 'demo/frameworks/*.html').filter((path) => path !== 'CHANGELOG.md');

const { values, positionals } = parseArgs({ options: { prepare: { type: 'boolean' } }, allowPositionals: true });

const check = () =>
  checkRelease({
    manifest: JSON.parse(read('package.json')),
    changelog: read('CHANGELOG.md'),
    texts: Object.fromEntries(documents().map((path) => [path, read(path)])),
    dirty: git('status', '--porcelain').map((line) => line.slice(3)),
    tag: positionals[0],
  });

const { problems: before, decisions } = check();
if (!values.prepare) before.push(...decisions);
for (const problem of before) process.stderr.write(`${problem}\n`);
const steps = ['build', 'lint', 'types', 'size', 'package'];
const { status } = spawnSync('npx', ['tsx', 'test/run.ts', ...steps], { cwd: root, stdio: 'inherit' });
const after = check().problems.filter((problem) => !before.includes(problem));
for (const problem of after) process.stderr.write(`After the build: ${problem}\n`);
const ready = status === 0 && !before.length && !after.length;

/** No file of the repository shows whether these are done. */
const account = [
  'The first version is published from an npm account, which then owns the name ship-elements.',
  'That account names .github/workflows/release.yml as the trusted publisher of the package. No token is needed.',
  'Somebody pushes the tag of the version. The workflow checks and publishes it.',
];
const verdict = {
  published: 'This commit may be published.',
  prepared: `This commit is ready but for these decisions:\n${[...decisions, ...account].map((text) => `- ${text}`).join('\n')}`,
  refused: [...before, 'This commit may not be published.'].join('\n'),
};
process.stdout.write(`\n${verdict[!ready ? 'refused' : values.prepare ? 'prepared' : 'published']}\n`);
process.exit(ready ? 0 : 1);
