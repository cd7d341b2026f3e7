import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { hasDocker } from '../support/docker.ts';
import { freePort } from '../support/free-port.ts';
import { installExample } from '../support/installed-example.ts';
import { carefully, npm } from '../support/installed-page.ts';
import { pack } from '../support/packed.ts';
import { startPostgres } from '../support/postgres.ts';
import { runProgram } from '../support/running-program.ts';
import { type Ask, buy, finishBySchedule, type Service, startService, through } from './host.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// It has no types.
const { load } = createRequire(import.meta.url)('js-yaml');

const postgres = await startPostgres();

if (postgres)
  describe('demo/hosts/docker', () => {
    let folder: string;
    let service: Service;
    let ask: Ask;
    let pages: string;
    let server: Awaited<ReturnType<typeof runProgram>>;

    const text = (file: string) => readFileSync(join(folder, file), 'utf8');
    const compose = () => load(text('compose.yaml')).services;

    /** The words after an instruction of the Dockerfile. */
    const instructions = (name: string) =>
      [...text('Dockerfile').matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest = '']) => rest);

    /** What compose gives the gateway, with the addresses of this machine. */
    function environment(): Record<string, string> {
      const given: Record<string, string> = { ...service.environment, DATABASE_PASSWORD: 'of-postgres' };
      const { DATABASE_URL, ...others } = compose().shipping.environment as Record<string, string>;
      expect(DATABASE_URL).to.match(/^postgres:\/\/shipping:\$\{DATABASE_PASSWORD:\?\}@database\/shipping$/);
      const values = Object.entries(others).map(([name, value]) => [
        name,
        value.replace(/^\$\{(\w+):\?\}$/, (_all, variable) => given[variable] ?? ''),
      ]);
      return { ...Object.fromEntries(values), DATABASE_URL: postgres?.url };
    }

    before(async () => {
      folder = await installExample('hosts/docker');
      service = await startService();
      // In a container it is free. Here another program may have it.
      pages = String(await freePort());
      const config = text('ship-gateway.config.mjs').replace('export default {', `$& port: ${pages},`);
      writeFileSync(join(folder, 'ship-gateway.config.mjs'), config);
      const [command = '[]'] = instructions('CMD').slice(-1);
      server = await runProgram(JSON.parse(command), { cwd: folder, env: environment() });
      ask = through(`http://127.0.0.1:${pages}`);
    }).timeout(300_000);

    after(async () => {
      await server.stop();
      await service.stop();
      await postgres.stop();
    }).timeout(30_000);

    it('sells, as its image starts it with what compose gives it', () => buy(ask, service));

    it('finishes an order without an answer while it runs', () =>
      finishBySchedule(ask, service, async () => (await ask('/shipping/v1/couriers')).text()));

    it('is healthy by the command of its image', () => {
      const [health = ''] = instructions('HEALTHCHECK');
      const command = health.slice(health.indexOf('['));
      const statusAt = (port: string) => {
        const [program, ...parameters] = JSON.parse(command.replace('8787', port));
        return spawnSync(program, parameters).status;
      };
      expect(command).to.include('127.0.0.1:8787/health');
      expect([statusAt(pages), statusAt('1')]).to.deep.equal([0, 1]);
    });

    it('has an image of files that are there, which a user without rights runs', () => {
      for (const files of instructions('COPY')) {
        const [file = ''] = files.split(' ');
        expect(existsSync(join(folder, file.replace('*', ''))), files).to.equal(true);
      }
      // `npm ci` needs the packed package in the image.
      expect(instructions('COPY')[0]).to.equal('package*.json *.tgz ./');
      expect(instructions('FROM')).to.deep.equal(['node:24-slim']);
      expect(instructions('USER')).to.deep.equal(['node']);
    });

    it('waits for the database, keeps its files, and is reached from this machine alone', () => {
      const { shipping, database } = compose();
      expect(shipping.depends_on).to.deep.equal({ database: { condition: 'service_healthy' } });
      expect(shipping.ports).to.deep.equal([`127.0.0.1:8787:${instructions('EXPOSE')}`]);
      expect(database.healthcheck.test.slice(0, 2)).to.deep.equal(['CMD', 'pg_isready']);
      const [volume] = database.volumes[0].split(':');
      expect(Object.keys(load(text('compose.yaml')).volumes)).to.deep.equal([volume]);
    });

    it('is built where Docker is', async () => {
      // Without it `npm run check` says that this was not tested.
      if (!hasDocker()) return;
      const context = mkdtempSync(join(tmpdir(), 'ship-image-'));
      cpSync(join(root, 'demo/hosts/docker'), context, { recursive: true });
      rmSync(join(context, 'package-lock.json'));
      // The packed package is in no registry.
      const { file } = pack(context);
      await npm(context, ['install', '--package-lock-only', ...carefully, `./${basename(file)}`]);
      const { status, stderr } = spawnSync('docker', ['build', context], { encoding: 'utf8' });
      rmSync(context, { recursive: true });
      expect(status, stderr).to.equal(0);
    }).timeout(600_000);
  });
