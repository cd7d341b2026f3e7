import { connect } from 'node:net';
import { expect } from 'chai';
import { clicks, seed, survive } from './storm.ts';
import { grantFor, openTown, post } from './town.ts';

describe(`gateways that are killed at random moments (SEED=${seed})`, () => {
  describe('one after another, on a libSQL file', () => {
    const town = openTown('storm');
    before(() => town.open()).timeout(60_000);

    it('forget no order and double none', () => survive(town, 'file', { processes: 1, kills: 70 })).timeout(600_000);

    it('are one for a browser that sends again when its connection is closed before the answer', async () => {
      const gateway = await town.start();
      const grant = await grantFor('sent-again');
      const body = JSON.stringify({ grant });
      const { port, host } = new URL(gateway.address);
      const head = `POST /v1/orders HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
      await new Promise<void>((closed) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(head + body, () => socket.destroy()));
        socket.once('close', () => closed());
      });
      const [again, third] = await Promise.all([1, 2].map(() => post(gateway.address, '/v1/orders', { grant })));
      expect(again?.status).to.equal(200);
      expect(third?.body.id).to.equal(again?.body.id);
      expect((await town.placed()).get('sent-again')).to.have.lengthOf(1);
      await gateway.kill('SIGTERM');
    }).timeout(30_000);

    it('make one order of twenty clicks over two of them', async () => {
      const gateways = [await town.start(), await town.start()];
      for (const round of [1, 2, 3]) await clicks(town, gateways, `clicks-${round}`);
      await Promise.all(gateways.map((gateway) => gateway.kill('SIGTERM')));
    }).timeout(60_000);
  });
});
