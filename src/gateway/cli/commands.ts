import { GatewayOptionsError } from '../options.ts';
import { ResolveOrderError } from '../orders/index.ts';
import { check } from './check.ts';
import { init } from './init.ts';
import { listNews } from './news.ts';
import { ordersCommand } from './orders.ts';
import { serveGateway } from './serve.ts';
import { CommandError, configFile, openDatabase, readSettings } from './settings.ts';

const usage = `npx ship-elements gateway init                       writes a commented config and fresh secrets here
npx ship-elements gateway check                      tries service, key, origins, database, secrets, news and clock
npx ship-elements gateway serve                      serves; "npx ship-elements gateway" alone does the same
npx ship-elements gateway orders [--needs-attention] lists orders, or those that need your attention
npx ship-elements gateway orders resolve REFERENCE [--draft] --placed ID | --cancelled ID | --not-placed
                                                     records what you have found at the service
npx ship-elements gateway news                       lists news that your server has not received yet
`;

const say = (text: string) => void process.stdout.write(text);

const commands: Record<string, (words: string[]) => Promise<number>> = {
  async init() {
    say(await init(process.cwd(), new Date()));
    return 0;
  },
  async check() {
    const findings = await check(await readSettings(process.cwd()), process.cwd());
    for (const { what, problem } of findings) say(problem ? `✘ ${what}: ${problem}\n` : `✔ ${what}\n`);
    const wrong = findings.filter(({ problem }) => problem).length;
    say(wrong ? `${wrong === 1 ? '1 problem' : `${wrong} problems`}.\n` : 'Ready.\n');
    return wrong ? 1 : 0;
  },
  async orders(words) {
    const asked = ordersCommand(words);
    if (!asked) throw new CommandError(`There is no "${['orders', ...words].join(' ')}".\n${usage}`);
    const settings = await readSettings(process.cwd());
    const store = await openDatabase(settings);
    try {
      say(await asked(settings, store));
    } finally {
      await store.close();
    }
    return 0;
  },
  async news() {
    const settings = await readSettings(process.cwd());
    const store = await openDatabase(settings);
    try {
      say(await listNews(store, settings.account ?? ''));
    } finally {
      await store.close();
    }
    return 0;
  },
  async serve() {
    const running = await serveGateway(await readSettings(process.cwd()), say);
    const lines = { gateway: running.address, admin: running.admin };
    say(`${JSON.stringify({ time: new Date().toISOString(), listening: lines })}\n`);
    await new Promise<void>((asked) => {
      process.once('SIGTERM', asked);
      process.once('SIGINT', asked);
    });
    await running.stop();
    return 0;
  },
};

/**
 * Runs one command line.
 * @returns the exit code
 */
export async function run([command = 'serve', ...words]: string[]): Promise<number> {
  if (command === '--help') {
    say(usage);
    return 0;
  }
  const work = Object.hasOwn(commands, command) ? commands[command] : undefined;
  try {
    if (!work) throw new CommandError(`There is no "${command}".\n${usage}`);
    if (words.length && command !== 'orders')
      throw new CommandError(`"${command}" takes no ${words[0]}: its settings are in ${configFile}.`);
    return await work(words);
  } catch (problem) {
    const known = [CommandError, GatewayOptionsError, ResolveOrderError].some((kind) => problem instanceof kind);
    const text = problem instanceof Error ? problem.message : String(problem);
    process.stderr.write(`${text.trimEnd()}\n`);
    return known ? 2 : 1;
  }
}
