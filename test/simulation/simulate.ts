/** Plays whole purchases: `npm run simulate -- --seeds 10000 --jobs 2`, or some of them with their stories: `npm run simulate -- --seed 7,8`. */
import { fork } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { kindOf } from './purchase.ts';
import { type Outcome, run, shortened, told } from './story.ts';
import { World } from './world.ts';

const { values } = parseArgs({
  options: {
    /** How many seeds are played. */
    seeds: { type: 'string', default: '300' },
    /** The first of them. */
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    /** Only those in which several parcels are bought at once. */
    baskets: { type: 'boolean', default: false },
    /** Plays these seeds, and tells their stories. */
    seed: { type: 'string' },
    /** Ends with the first seed that fails, and keeps no note of it. */
    'until-found': { type: 'boolean', default: false },
    /** @internal Plays every so many-th seed, in a process of its own. */
    job: { type: 'string' },
  },
});

const failed = new URL('failed-seeds.txt', import.meta.url);
const [seeds, from, jobs] = [values.seeds, values.from, values.jobs].map(Number) as [number, number, number];

/** A seed that has failed is played first, for ever. */
const unlucky = existsSync(failed) ? (readFileSync(failed, 'utf8').match(/^\d+/gm)?.map(Number) ?? []) : [];

/** What a process tells the one that has started it. */
interface Report {
  played: number;
  orders: number;
  faults: number;
  failure?: { seed: number; sentence: string; story: string };
}

if (values.seed !== undefined) await tell(values.seed.split(',').map(Number));
else if (values.job !== undefined) await playAll(Number(values.job));
else await share();

async function tell(wanted: readonly number[]): Promise<void> {
  for (const seed of wanted) {
    const outcome = await run({ seed, without: new Set() });
    process.stdout.write(`${told(outcome.broken ? await shortened(outcome) : outcome)}\n`);
    if (outcome.broken) process.exitCode = 1;
  }
  process.exit();
}

async function playAll(job: number): Promise<void> {
  const own = (_seed: number, at: number) => at % jobs === job;
  const isWanted = (seed: number) => !values.baskets || kindOf(new World({ seed, without: new Set() })).parcels > 1;
  const wanted: number[] = [];
  for (let seed = from; wanted.length < seeds; seed++) if (isWanted(seed)) wanted.push(seed);
  const all = [...(values['until-found'] ? [] : unlucky), ...wanted];
  for (const seed of all.filter(own)) {
    const outcome: Outcome = await run({ seed, without: new Set() });
    const report: Report = { played: 1, orders: outcome.orders, faults: outcome.faults.length };
    if (outcome.broken) {
      const shortest = await shortened(outcome);
      report.failure = { seed, sentence: outcome.broken, story: told(shortest) };
    }
    await new Promise((sent) => process.send?.(report, sent));
  }
  process.exit();
}

/** Starts the processes, and adds up what they report. Signatures end in one sequence only with one thread for them. */
async function share(): Promise<void> {
  const began = performance.now();
  const sum = { played: 0, orders: 0, faults: 0, failures: 0 };
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  const children = Array.from({ length: jobs }, (_, job) =>
    fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--job', String(job)], { env }),
  );
  await Promise.all(
    children.map(
      (child) =>
        new Promise<void>((ended) => {
          child.on('exit', (code, signal) => {
            if (code !== 0) process.exitCode = 1;
            if (signal && !sum.failures) process.stdout.write(`A process ended by ${signal}: its seeds are missing.\n`);
            ended();
          });
          child.on('message', ({ played, orders, faults, failure }: Report) => {
            sum.played += played;
            sum.orders += orders;
            sum.faults += faults;
            if (!failure) return;
            sum.failures += 1;
            process.exitCode = 1;
            process.stdout.write(`${failure.story}\n\n`);
            if (values['until-found']) for (const one of children) one.kill();
            else if (!unlucky.includes(failure.seed))
              appendFileSync(failed, `${failure.seed} ${failure.sentence.split('\n')[0]}\n`);
          });
        }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  const anHour = Math.round((sum.played / seconds) * 3600);
  process.stdout.write(
    `${sum.played} purchases, ${sum.orders} orders, ${sum.faults} faults in ${seconds.toFixed(1)} s, ${anHour} an hour: ${sum.failures} failed.\n`,
  );
}
