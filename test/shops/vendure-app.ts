import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { freePort } from '../support/free-port.ts';
import { carefully, npm } from '../support/installed-page.ts';
import { pack } from '../support/packed.ts';
import { type RunningProgram, runProgram } from '../support/running-program.ts';
import type { ServiceAddress } from './shop.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const docs = read('demo/docs/vendure.md');

/** The code of the docs that begins with this text. */
function pasted(beginning: string): string {
  const blocks = [...docs.matchAll(/```\w+\n([\s\S]+?)```/g)].map(([, code = '']) => code);
  const found = blocks.find((code) => code.startsWith(beginning));
  if (!found) throw new Error(`vendure.md has no code that begins with ${beginning}.`);
  return found;
}

/**
 * An app as `npx @vendure/create` makes it. It stays in `.data` for the next run.
 * @returns its folder
 */
async function createApp(): Promise<string> {
  const { '@vendure/core': version } = JSON.parse(read('demo/shops/vendure/package.json')).dependencies;
  const home = join(root, '.data/vendure-create', version);
  const folder = join(home, 'shop');
  // Written last, so that half an app does not count.
  const created = join(home, 'created');
  if (existsSync(created)) return folder;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  // Without it, npm installs into the next folder above that has one.
  writeFileSync(join(home, 'package.json'), '{}');
  await npm(home, ['install', ...carefully, `@vendure/create@${version}`]);
  // It ends with an error, because no install script may compile `better-sqlite3`: `follow` takes another database.
  spawnSync(process.execPath, ['node_modules/@vendure/create/index.js', 'shop', '--ci'], {
    cwd: home,
    env: { ...process.env, npm_config_ignore_scripts: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
  });
  expect(existsSync(join(folder, 'src/vendure-config.ts')), 'an app was created').to.equal(true);
  await npm(folder, ['install', ...carefully, 'sql.js']);
  cpSync(join(folder, 'src/vendure-config.ts'), join(home, 'vendure-config.ts'));
  cpSync(join(folder, 'static/email/templates'), join(home, 'templates'), { recursive: true });
  writeFileSync(created, '');
  return folder;
}

/** Does what the docs say. */
async function follow(folder: string): Promise<void> {
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const [, , ...packages] = pasted('npm install ship-elements').trim().split(/ +/);
  const { file } = pack(folder);
  await npm(folder, ['install', ...carefully, ...packages.map((name) => (name === 'ship-elements' ? file : name))]);
  const calendar =
    "calendar: { zone: 'WIB', days: { mon: '15:00', tue: '15:00', wed: '15:00', thu: '15:00', fri: '15:00' } },";
  write('src/shipping.ts', pasted('// vendure-config').replace('  origins:', `  ${calendar}\n  origins:`));
  write('src/confirmation.ts', pasted('import { orderConfirmationHandler }'));
  write('src/waybill.ts', pasted('import { EmailEventListener }'));
  const config = readFileSync(join(folder, '../vendure-config.ts'), 'utf8');
  const changes: [from: string, to: string][] = [
    [
      "import path from 'path';",
      "import path from 'path';\nimport './confirmation';\nimport { shipping } from './shipping';\nimport { waybillHandler } from './waybill';",
    ],
    ['plugins: [', 'plugins: [shipping,'],
    ['handlers: defaultEmailHandlers', 'handlers: [...defaultEmailHandlers, waybillHandler]'],
    // Instead of a migration, and of a database that has to be compiled.
    ['synchronize: false', 'synchronize: true'],
    ["type: 'better-sqlite3'", "type: 'sqljs', autoSave: true"],
    ['database: path', 'location: path'],
  ];
  for (const [from] of changes) expect(config).to.include(from);
  write(
    'src/vendure-config.ts',
    changes.reduce((text, [from, to]) => text.replace(from, () => to), config),
  );
  const [confirmation, waybill] = [pasted('{{#if delivery}}'), pasted('{{> header title="Your parcel" }}')];
  const template = readFileSync(join(folder, '../templates/order-confirmation/body.hbs'), 'utf8');
  expect(template).to.include('{{> footer }}');
  write(
    'static/email/templates/order-confirmation/body.hbs',
    template.replace('{{> footer }}', `${confirmation}\n{{> footer }}`),
  );
  write('static/email/templates/waybill/body.hbs', waybill);
  // What staff do once in the dashboard, and what a worker does.
  write('seed.mjs', read('demo/shops/vendure/seed.js'));
  write(
    'src/start.ts',
    `import { bootstrap, DefaultLogger, JobQueueService, LogLevel } from '@vendure/core';
    import { config } from './vendure-config';
    void bootstrap({ ...config, logger: new DefaultLogger({ level: LogLevel.Error }) }).then(async (app) => {
      // @ts-ignore JavaScript
      const { seed } = await import('../seed.mjs');
      await seed(app);
      await app.get(JobQueueService).start();
      process.stdout.write(\`http://localhost:\${config.apiOptions.port}/\\n\`);
    });`,
  );
}

/**
 * A new app in which the docs are followed.
 * @returns its folder
 */
export async function makeVendureApp(): Promise<string> {
  const folder = await createApp();
  await follow(folder);
  return folder;
}

const settingsOf = ({ url, key }: ServiceAddress) => ({
  ...{ SHIPPING_URL: url, SHIPPING_KEY: key },
  SHIPPING_SECRET: 'the-test-has-no-secret-that-matters',
});

/** Builds the dashboard with what the plugin adds to it, in some minutes. */
export function buildDashboard(folder: string, service: ServiceAddress): void {
  const env = { ...process.env, NODE_ENV: 'production', ...settingsOf(service) };
  const { status, stderr } = spawnSync('npx', ['vite', 'build'], { cwd: folder, env, encoding: 'utf8' });
  expect(status, stderr).to.equal(0);
}

/** Starts the app with empty databases. */
export async function startVendureApp(folder: string, service: ServiceAddress): Promise<RunningProgram> {
  const left = ['vendure.sqlite', 'shipping.db', 'shipping.db-wal', 'shipping.db-shm', 'static/email/test-emails'];
  for (const name of left) rmSync(join(folder, name), { recursive: true, force: true });
  mkdirSync(join(folder, 'static/email/test-emails'));
  const env = { PORT: String(await freePort()), ...settingsOf(service) };
  return runProgram(['npx', 'ts-node', '--transpile-only', 'src/start.ts'], { cwd: folder, env });
}
