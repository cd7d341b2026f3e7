import { type Postgres, startPostgres } from '../support/postgres.ts';
import { clicks, seed, survive } from './storm.ts';
import { openTown } from './town.ts';

const postgres: Postgres | undefined = await startPostgres();

if (postgres)
  describe(`two gateways on one Postgres (SEED=${seed})`, () => {
    const town = openTown('postgres');
    before(() => town.open(postgres.url)).timeout(60_000);
    after(() => postgres.stop()).timeout(30_000);

    it('forget no order and double none while they are killed', () =>
      survive(town, 'postgres', { processes: 2, kills: 30 })).timeout(600_000);

    it('make one order of twenty clicks', async () => {
      const gateways = [await town.start(), await town.start()];
      for (const round of [1, 2, 3]) await clicks(town, gateways, `clicks-${round}`);
      await Promise.all(gateways.map((gateway) => gateway.kill('SIGTERM')));
    }).timeout(60_000);
  });
