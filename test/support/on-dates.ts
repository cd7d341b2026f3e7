/**
 * `tsx test/support/on-dates.ts FILE…` runs mocha tests, and those of elements that know dates, on the days and in the zones below.
 * libfaketime sets the clock of Node, and TEST_NOW that of a page: Chromium hangs with libfaketime. Each moment has one zone, because all
 * forty pairs would take four times as long.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programs } from './programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Node's clock goes on from there, so some runs see midnight. */
const moments = [
  ['the last day of a month', '2026-11-30T09:00+07:00', 'Asia/Jakarta'],
  ['29 February, in a year whose holidays are not known', '2028-02-29T21:00+09:00', 'Asia/Jayapura'],
  ['two minutes before the year ends', '2026-12-31T23:58+07:00', 'Asia/Jakarta'],
  ['a Saturday before the cut-off', '2026-12-05T11:58+07:00', 'America/New_York'],
  ['a Saturday after the cut-off', '2026-12-05T12:30+07:00', 'Pacific/Kiritimati'],
  ['Lebaran', '2027-03-10T09:00+09:00', 'Asia/Jayapura'],
  ['two minutes before the cargo courier is added', '2026-09-06T23:58+07:00', 'America/New_York'],
  ['the day on which services are removed', '2026-09-18T00:05+07:00', 'Pacific/Kiritimati'],
  ['the middle of 2028', '2028-06-15T15:01+14:00', 'Pacific/Kiritimati'],
  ['the last day of a month of 2035', '2035-03-31T22:30-04:00', 'America/New_York'],
] as const;

/** Runs a command, and says what it has said if it fails. */
function passes(command: string, parameters: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(command, parameters, { cwd: root, env: { ...process.env, ...env } });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((end) => {
    child.once('error', () => end(false));
    child.once('close', (status) => {
      if (status !== 0) process.stdout.write(Buffer.concat(output));
      end(status === 0);
    });
  });
}

let isGreen = true;
for (const [name, moment, TZ] of moments) {
  const begun = performance.now();
  const runs = [];
  if (programs.faketime.isThere())
    runs.push(
      passes('faketime', ['-m', '--exclude-monotonic', moment, 'npx', 'mocha', ...process.argv.slice(2)], { TZ }),
    );
  if (programs.chromium.isThere())
    runs.push(
      passes('npx', ['wtr', '--config', 'test/web-test-runner.config.mjs'], {
        TZ,
        TEST_NOW: moment,
        TEST_FILES: 'dates',
      }),
    );
  const isRight = (await Promise.all(runs)).every(Boolean);
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`${isRight ? '✔' : '✘'} ${name}: ${moment} in ${TZ}, ${seconds} s\n`);
  isGreen &&= isRight;
}
process.exit(isGreen ? 0 : 1);
