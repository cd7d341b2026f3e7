import { startPostgres } from '../support/postgres.ts';
import { killAtRandom, seed } from './random-kills.ts';
import { openServers } from './servers.ts';

const postgres = await startPostgres();

if (postgres)
  describe(`two gateways on one Postgres (SEED=${seed})`, () => {
    const servers = openServers();
    before(() => servers.open(postgres.url)).timeout(60_000);
    after(() => postgres.stop()).timeout(30_000);

    it('forget no order and double none while they are killed', () =>
      killAtRandom(servers, { processes: 2, kills: 30 })).timeout(600_000);
  });
