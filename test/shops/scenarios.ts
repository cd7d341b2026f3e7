import { chromium, type Page } from '@playwright/test';
import { expect } from 'chai';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import type { DayTools } from './merchants-day.ts';
import { type Service, startService } from './service.ts';
import type { OfferedRate, Shop, StartShop, Switches, Visit } from './shop.ts';

export const plain: Switches = { insurance: false, cashOnDelivery: false };

/** Chooses a service as the shopper does. Resolves with the row and with what the shop adds to the cart. */
export async function choose(visit: Visit, switches: Switches = plain, service = 'jne/reg') {
  const rate = find(await visit.rates(switches), service);
  const added = await visit.choose({ service, offer: rate.offer, ...switches });
  return { rate, added };
}

/** A shopper buys. Resolves with the id of the order. */
export async function buy(shop: Shop, payment: 'prepaid' | 'cash-on-delivery' = 'prepaid'): Promise<string> {
  const visit = await shop.visit();
  await choose(visit, { ...plain, cashOnDelivery: payment === 'cash-on-delivery' });
  return visit.checkOut(payment);
}

/** The words of an error. */
export const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    ({ message }: Error) => message,
  );

export function find(rates: OfferedRate[], service: string): OfferedRate {
  const rate = rates.find((row) => row.service === service);
  if (!rate) throw new Error(`The shop does not offer ${service}.`);
  return rate;
}

interface ShopTools extends Omit<DayTools, 'shop'> {
  shop(): Shop;
}

/** Registers tests with one shop and one service, which are started once. */
export function withShop(name: string, start: StartShop, tests: (tools: ShopTools) => void): void {
  describe(name, function () {
    this.timeout(120_000);
    let service: Service;
    let shop: Shop;
    /** How many orders the service had before the test. */
    let earlier = 0;

    const placed = async () => (await service.orders()).slice(earlier);

    /** Settles until the delivery is no longer waiting. The gateway pauses before it sends again. */
    async function settled(id: string) {
      const deadline = Date.now() + 60_000;
      while (Date.now() < deadline) {
        await shop.settle();
        const order = await shop.order(id);
        if (order.delivery !== 'waiting') return order;
      }
      throw new Error('The delivery is still waiting after a minute.');
    }

    before(async function () {
      this.timeout(600_000);
      service = await startService();
      shop = await start(service);
    });
    beforeEach(async () => {
      earlier = (await service.orders()).length;
    });
    afterEach(() => {
      service.isDown = false;
    });
    after(async () => {
      await shop?.stop();
      await service.stop();
    });

    tests({ service: () => service, shop: () => shop, placed, settled });
  });
}

/**
 * Registers the purchases that each shop system must pass.
 * @param higherPrice what the staff read if the price has risen
 * @param buyOnPage chooses an insured delivery by JNE Reguler and buys, as a shopper does in a browser
 * @param more registers tests of this shop system alone, and `merchantsDay`. It gets a function that lists the orders that the test made
 * at the service, and what `merchantsDay` needs
 */
export function testShop(
  name: string,
  start: StartShop,
  higherPrice: RegExp,
  buyOnPage: (page: Page, address: string) => Promise<void>,
  more: (placed: DayTools['placed'], tools: Omit<DayTools, 'shop'>) => void = () => {},
): void {
  withShop(`a shop with ${name}`, start, ({ placed, settled, ...its }) => {
    let service: Service;
    let shop: Shop;
    before(() => {
      service = its.service();
      shop = its.shop();
    });

    async function buyAndSend(visit: Visit, payment: 'prepaid' | 'cash-on-delivery' = 'prepaid'): Promise<string> {
      const id = await visit.checkOut(payment);
      await shop.send(id);
      return id;
    }

    it('sells an insured delivery that is paid now, with dates until a cut-off of the shop', async () => {
      const visit = await shop.visit();
      const { rate, added } = await choose(visit, { ...plain, insurance: true });
      expect(rate.cutOff).to.match(/T\d\d:\d\d\+07:00$/);
      expect(added).to.equal(rate.price);
      const order = await shop.order(await buyAndSend(visit));
      const [made, ...others] = await placed();
      expect(others).to.deep.equal([]);
      expect(made).to.deep.include({ status: 'confirmed', price: rate.price });
      expect(made?.courier).to.include({ company: 'jne', type: 'reg' });
      expect(made?.courier?.insurance).to.include({ amount: visit.goods });
      const categories = (made?.items as { category?: string }[] | undefined)?.map(({ category }) => category);
      expect(new Set(categories)).to.deep.equal(new Set(['home_accessories']));
      expect(order).to.deep.equal({
        ...{ charged: visit.goods + rate.price, collected: 0, delivery: 'placed' },
        ...{ shippingId: made?.id, waybill: made?.courier?.waybill_id },
      });
    });

    it('sells with cash on delivery, where the courier collects goods once and delivery once', async () => {
      const visit = await shop.visit();
      const { rate, added } = await choose(visit, { ...plain, cashOnDelivery: true });
      expect(added).to.equal(rate.price);
      const { charged, collected } = await shop.order(await buyAndSend(visit, 'cash-on-delivery'));
      const [made] = await placed();
      expect([charged, collected]).to.deep.equal([0, visit.goods + rate.price]);
      expect(made?.destination?.cash_on_delivery).to.include({ amount: collected });
    });

    it('refuses an offer that was changed, or that belongs to another service', async () => {
      const visit = await shop.visit();
      const rates = await visit.rates(plain);
      const { offer } = find(rates, 'jne/reg');
      const [head, claims = '', signature] = offer.split('.');
      const cheap = JSON.parse(Buffer.from(claims, 'base64url').toString());
      cheap.price = 1;
      const changed = [head, Buffer.from(JSON.stringify(cheap)).toString('base64url'), signature].join('.');
      for (const wrong of [changed, find(rates, 'sicepat/reg').offer, 'nonsense']) {
        const refusal = await visit.choose({ ...plain, service: 'jne/reg', offer: wrong }).catch((problem) => problem);
        expect(refusal).to.be.instanceOf(Error);
      }
    });

    it('orders once when the answer is lost', async () => {
      const visit = await shop.visit();
      await choose(visit);
      service.loseNextAnswer();
      const id = await buyAndSend(visit);
      const order = await settled(id);
      const [made, ...others] = await placed();
      expect(others).to.deep.equal([]);
      expect(order).to.include({ delivery: 'placed', shippingId: made?.id, waybill: made?.courier?.waybill_id });
    });

    it('offers its fallback rate while the service is down', async () => {
      const visit = await shop.visit(60_111);
      service.isDown = true;
      const { rate, added } = await choose(visit);
      expect(rate.estimate).to.equal(true);
      expect(added).to.equal(rate.price);
    });

    it('orders later when the service is down after the payment', async () => {
      const visit = await shop.visit();
      const { rate } = await choose(visit);
      service.isDown = true;
      const id = await buyAndSend(visit);
      expect(await shop.order(id)).to.include({ charged: visit.goods + rate.price, delivery: 'waiting' });
      service.isDown = false;
      expect(await settled(id)).to.include({ delivery: 'placed' });
      expect(await placed()).to.have.lengthOf(1);
    });

    it('orders at a higher price only if the staff accept it', async () => {
      const id = await shop.sellTooCheap();
      expect(await failure(shop.send(id))).to.match(higherPrice);
      expect(await placed()).to.deep.equal([]);
      await shop.send(id, true);
      expect(await shop.order(id)).to.include({ delivery: 'placed' });
      expect(await placed()).to.have.lengthOf(1);
    });

    it('cancels a delivery from the admin', async () => {
      const visit = await shop.visit();
      await choose(visit);
      const id = await buyAndSend(visit);
      await shop.cancel(id);
      expect(await shop.order(id)).to.include({ delivery: 'cancelled' });
      expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
    });

    it('sells on its page in Chromium', async () => {
      const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('pageerror', (problem) => problems.push(String(problem)));
      await buyOnPage(page, shop.page);
      await browser.close();
      expect(problems).to.deep.equal([]);
      const [made, ...others] = await placed();
      expect(others).to.deep.equal([]);
      expect(made?.courier).to.include({ company: 'jne', type: 'reg' });
      expect(made?.courier?.insurance?.amount).to.be.above(0);
    });

    more(placed, { service: its.service, placed, settled });
  });
}
