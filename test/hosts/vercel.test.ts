import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import { installExample } from '../support/installed-example.ts';
import { npm, quiet } from '../support/installed-page.ts';
import { startPostgres } from '../support/postgres.ts';
import { runProgram } from '../support/running-program.ts';
import { type Ask, buy, finishBySchedule, type Service, shipBySchedule, startService, through } from './host.ts';

const postgres = await startPostgres();

if (postgres)
  describe('demo/hosts/vercel', () => {
    let folder: string;
    let service: Service;
    let ask: Ask;
    let server: Awaited<ReturnType<typeof runProgram>>;

    const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

    /** The cron job as Vercel calls it: its documentation says GET, with the secret as a bearer. */
    const cron = (secret: string) =>
      ask(json('vercel.json').crons[0].path, { headers: { authorization: `Bearer ${secret}` } });

    before(async () => {
      folder = await installExample('hosts/vercel');
      await npm(folder, ['run', 'build']);
      service = await startService();
      const env = { ...quiet, ...service.environment, DATABASE_URL: postgres.url, CRON_SECRET: 'of-vercel', PORT: '0' };
      server = await runProgram(['npm', 'start'], { cwd: folder, env });
      ask = through(server.origin);
    }).timeout(300_000);

    after(async () => {
      await server.stop();
      await service.stop();
      await postgres.stop();
    }).timeout(30_000);

    it('is built without Cache Components, and sells', () => buy(ask, service));

    const task = async () => expect((await cron('of-vercel')).status).to.equal(204);

    it('finishes an order without an answer by its cron job', () => finishBySchedule(ask, service, task));

    it('ships by its cron job what is paid, though the page was closed', async () =>
      shipBySchedule(await openPostgresStore(postgres.url), service, task));

    it('refuses a cron job without Vercel’s secret', async () => {
      expect((await cron('of-someone')).status).to.equal(401);
      expect((await cron('undefined')).status).to.equal(401);
    });

    it('has a cron job for a route that was built, every minute', () => {
      const { $schema, framework, crons, ...others } = json('vercel.json');
      expect({ $schema, framework, others }).to.deep.equal({
        $schema: 'https://openapi.vercel.sh/vercel.json',
        framework: 'nextjs',
        others: {},
      });
      const routes = Object.values(json('.next/app-path-routes-manifest.json'));
      expect(crons.map(({ path }: { path: string }) => routes.includes(path))).to.deep.equal([true]);
      expect(crons[0].schedule).to.equal('* * * * *');
    });
  });
