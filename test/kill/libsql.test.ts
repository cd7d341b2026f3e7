import { killAtRandom, seed } from './random-kills.ts';
import { openServers } from './servers.ts';

describe(`gateways one after another on a libSQL file (SEED=${seed})`, () => {
  const servers = openServers();
  before(() => servers.open()).timeout(60_000);

  it('forget no order and double none while they are killed', () =>
    killAtRandom(servers, { processes: 1, kills: 70 })).timeout(600_000);
});
