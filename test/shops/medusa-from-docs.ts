import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { docsPage } from '../support/docs.ts';
import { freePort } from '../support/free-port.ts';
import { installExample } from '../support/installed-example.ts';
import { startPostgres } from '../support/postgres.ts';
import { runProgram } from '../support/running-program.ts';
import { connect, type MedusaClient } from './medusa.ts';
import type { ServiceAddress } from './shop.ts';

/** The code block of `demo/docs/medusa.md` that begins with the name of its file. */
function pasted(file: string): string {
  const [, code] = docsPage('medusa').split(`\`\`\`js\n// ${file}`);
  if (!code) throw new Error(`The docs have no ${file}.`);
  return code.slice(code.indexOf('\n') + 1, code.indexOf('```'));
}

/** What every Medusa app has in its configuration. */
const usual = `admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: { jwtSecret: 'test', cookieSecret: 'test' },
  },`;

/** The shop's own provider of e-mails: Medusa's notification module keeps them. */
const mails = `{
      resolve: '@medusajs/medusa/notification',
      options: {
        providers: [{ resolve: '@medusajs/medusa/notification-local', id: 'local', options: { channels: ['email'] } }],
      },
    },`;

/**
 * Starts a new Medusa app that has the code of the docs as they are pasted: its configuration and its subscribers. It has the goods and the staff
 * of the example shop, and its packages.
 */
export async function startFromDocs({ url: SHIPPING_URL, key: SHIPPING_KEY }: ServiceAddress): Promise<{
  client: MedusaClient;
  /** Kills the process, and starts another one. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}> {
  const example = await installExample('shops/medusa');
  const app = mkdtempSync(join(tmpdir(), 'ship-medusa-app-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(app, file)), { recursive: true });
    writeFileSync(join(app, file), text);
  };
  symlinkSync(join(example, 'node_modules'), join(app, 'node_modules'));
  cpSync(join(example, 'src/scripts'), join(app, 'src/scripts'), { recursive: true });
  cpSync(join(example, 'package.json'), join(app, 'package.json'));
  const config = pasted('medusa-config').replace('// …', usual).replace('modules: [', `modules: [\n    ${mails}`);
  write('medusa-config.js', `import { defineConfig } from '@medusajs/framework/utils';\n\n${config}`);
  for (const file of ['order-placed', 'waybill'].map((name) => `src/subscribers/${name}.js`)) write(file, pasted(file));
  const postgres = await startPostgres();
  if (!postgres) throw new Error('Medusa needs Postgres.');
  const SHIPPING_SECRET = 'a-secret-for-a-test-of-32-bytes-or-more';
  const env = {
    ...{ SHIPPING_URL, SHIPPING_KEY, SHIPPING_SECRET },
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
  };
  const medusa = ['node', 'node_modules/@medusajs/cli/cli.js'];
  const run = (...command: string[]) =>
    execFileSync(process.execPath, [...medusa.slice(1), ...command], {
      ...{ cwd: app, env: { ...process.env, ...env } },
      stdio: 'pipe',
    });
  run('db:migrate', '--skip-scripts', '--skip-search');
  run('exec', './src/scripts/seed.js');
  const command = [...medusa, 'start', '--port', String(await freePort())];
  const start = () => runProgram(command, { cwd: app, env });
  let program = await start();
  return {
    client: await connect(program.origin),
    async restart() {
      await program.stop('SIGKILL');
      program = await start();
    },
    async stop() {
      await program.stop();
      await postgres.stop();
      rmSync(app, { recursive: true });
    },
  };
}
