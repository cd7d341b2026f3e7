import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { type Offer, signOffer } from '../../src/tokens/index.ts';
import { installShop } from './installed-shop.ts';
import { buyOnPage, type MedusaShop, startMedusa } from './medusa.ts';
import { typeErrors } from './plugin-types.ts';
import { testShop } from './scenarios.ts';
import type { Switches, Visit } from './shop.ts';

/** The secret of the example shop is public. */
const keys = { account: 'demo', current: { kid: 'demo', secret: 'the-demo-has-no-secret-that-matters' } };

const plain: Switches = { insured: false, cashOnDelivery: false };

let shop: MedusaShop;

/** Chooses JNE Reguler. Resolves with its price. */
async function choose(visit: Visit, switches: Switches = plain): Promise<number> {
  const rate = (await visit.rates(switches)).find(({ service }) => service === 'jne/reg');
  return visit.choose({ service: 'jne/reg', offer: rate?.offer ?? '', ...switches });
}

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    ({ message }: Error) => message,
  );

testShop(
  'Medusa',
  async (service) => {
    shop = await startMedusa(service);
    return shop;
  },
  buyOnPage,
  (placed) => {
    it('sells only with the payment that the switch for cash on delivery asks for', async () => {
      const [paid, collected] = [await shop.visit(), await shop.visit()];
      await choose(paid);
      await choose(collected, { insured: false, cashOnDelivery: true });
      expect(await failure(paid.buy('cash-on-delivery'))).to.contain('Switch cash on delivery on, or pay now.');
      expect(await failure(collected.buy('prepaid'))).to.contain('Pay at the door, or switch cash on delivery off.');
    });

    it('shows the price for the cart as it is, and sells only after a new choice', async () => {
      const visit = await shop.visit();
      const light = await choose(visit);
      const heavy = await visit.takeMore();
      expect(heavy).to.be.above(light);
      expect(await failure(visit.buy('prepaid'))).to.contain('choose the delivery again');
      expect(await choose(visit)).to.equal(heavy);
      expect(await shop.order(await visit.buy('prepaid'))).to.include({ delivery: 'placed' });
    });

    it('orders once if the staff ask for the delivery twice', async () => {
      const visit = await shop.visit();
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      const clicks = await Promise.allSettled([shop.fulfill(id), shop.fulfill(id)]);
      expect(clicks.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
      expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
      expect(await shop.order(id)).to.include({ delivery: 'placed' });
    });

    it('orders at a higher price only if the staff accept it', async () => {
      const visit = await shop.visit();
      const [rate] = await visit.rates(plain);
      const { service = '', offer = '' } = rate ?? {};
      const claims = decodeJwt<Offer>(offer);
      const parts = claims.parts && { ...claims.parts, shipping: claims.parts.shipping - 1_000 };
      const cheaper = await signOffer({ ...claims, price: claims.price - 1_000, parts }, keys);
      await visit.choose({ ...plain, service, offer: cheaper });
      const id = await visit.checkOut('prepaid');
      expect(await failure(shop.fulfill(id))).to.contain('accept_higher_price');
      expect(await placed()).to.deep.equal([]);
      await shop.fulfill(id, { accept_higher_price: true });
      expect(await placed()).to.have.lengthOf(1);
    });

    it('orders another delivery after the first is cancelled', async () => {
      const visit = await shop.visit();
      await choose(visit);
      const id = await visit.buy('prepaid');
      const first = await shop.order(id);
      await shop.cancel(id);
      await shop.fulfill(id);
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
