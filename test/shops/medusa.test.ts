import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { installShop } from './installed-shop.ts';
import { buyOnPage, type MedusaShop, startMedusa } from './medusa.ts';
import { typeErrors } from './plugin-types.ts';
import { choose, failure, plain, testShop } from './scenarios.ts';

let shop: MedusaShop;

testShop(
  'Medusa',
  async (service) => {
    shop = await startMedusa(service);
    return shop;
  },
  /accept_higher_price/,
  buyOnPage,
  (placed) => {
    it('sells only with the payment that the switch for cash on delivery asks for', async () => {
      const [paid, collected] = [await shop.visit(), await shop.visit()];
      await choose(paid);
      await choose(collected, { ...plain, cashOnDelivery: true });
      expect(await failure(paid.checkOut('cash-on-delivery'))).to.contain('Switch cash on delivery on, or pay now.');
      expect(await failure(collected.checkOut('prepaid'))).to.contain(
        'Pay at the door, or switch cash on delivery off.',
      );
    });

    it('shows the price for the cart as it is, and sells only after a new choice', async () => {
      const visit = await shop.visit();
      const { added: light } = await choose(visit);
      const heavy = await visit.takeMore();
      expect(heavy).to.be.above(light);
      expect(await failure(visit.checkOut('prepaid'))).to.contain('choose the delivery again');
      expect(await choose(visit)).to.include({ added: heavy });
      await visit.checkOut('prepaid');
    });

    it('orders once if the staff ask for the delivery twice', async () => {
      const visit = await shop.visit();
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      const clicks = await Promise.allSettled([shop.send(id), shop.send(id)]);
      expect(clicks.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
      expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
      expect(await shop.order(id)).to.include({ delivery: 'placed' });
    });

    it('orders another delivery after the first is cancelled', async () => {
      const visit = await shop.visit();
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      await shop.send(id);
      const first = await shop.order(id);
      await shop.cancel(id);
      await shop.send(id);
      const second = await shop.order(id);
      expect(second.delivery).to.equal('placed');
      expect(second.shippingId).not.to.equal(first.shippingId);
    });
  },
);

describe('the plugin for Medusa', () => {
  it('names the options that are missing', async () => {
    const script = `import('ship-elements/medusa').then((plugin) => plugin.ShipElementsProvider.validateOptions({}))`;
    const cwd = await installShop('medusa');
    const { stderr } = spawnSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' });
    expect(stderr)
      .to.contain('database must be')
      .and.contain('origin must have')
      .and.contain('sender.origin_address is');
  });

  it('has types that agree with Medusa’s', async function () {
    this.timeout(120_000);
    expect(typeErrors('medusa', await installShop('medusa'), ['@medusajs/framework/*'])).to.equal('');
  });
});
