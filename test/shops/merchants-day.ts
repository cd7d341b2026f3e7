import { expect } from 'chai';
import { decodeJwt } from 'jose';
import type { OrderResponse } from '../../src/index.ts';
import type { Service } from './service.ts';
import {
  clockTolerance,
  type Day,
  type OfferedRate,
  type Pricing,
  type Shop,
  type ShopOrder,
  type Switches,
  track,
  type Visit,
  type VisitWithPayment,
} from './shop.ts';

const plain: Switches = { insurance: false, cashOnDelivery: false };
const atDoor: Switches = { ...plain, cashOnDelivery: true };

/** A postal code in Papua. Each service that delivers there charges more than to Bandung. */
const farAway = 99_111;

/** A postal code in Bandung that lies in two districts. JNE charges more to Gedebage than to Arcamanik. */
const shared = { code: 40_294, arcamanik: 'IDNP9IDNC206IDND1052IDZ40294', gedebage: 'IDNP9IDNC206IDND1069IDZ40294' };

/** What the cases use. `placed` lists the orders that the test made at the service. */
export interface DayTools {
  shop(): Shop & { day: Day };
  service(): Service;
  placed(): Promise<OrderResponse[]>;
  settled(id: string): Promise<ShopOrder>;
  /** The shop keeps an area with the shipping address. */
  hasAreas?: boolean;
  /** Staff can accept a higher price before the service has named it. */
  acceptsAhead?: boolean;
  /** The payment makes the order. In WooCommerce the order is there before, so nothing of its cart can change during the payment. */
  paysThenOrders?: boolean;
  /** Staff add goods beside those that were sold. WooCommerce has `swap` alone. */
  addsGoods?: boolean;
  /** `erase` waits for the end of a delivery. WooCommerce's staff erase at once here; that its eraser waits is in `woocommerce.test.ts`. */
  waitsToErase?: boolean;
  /** The payment that can be cancelled before it is captured. Medusa has no money from one at the door before that. */
  authorised?: 'prepaid' | 'cash-on-delivery';
  /** Staff pay a part back without a question. WooCommerce asks about each refund: see `woocommerce-day.ts`. */
  paysBack?: boolean;
  /** An order is cancelled after its delivery. WooCommerce cancels an order at once, and asks about its delivery. */
  cancelsFirst?: boolean;
  /** Shoppers read their orders by an API. WooCommerce has pages and e-mails. */
  hasShopApi?: boolean;
  /** Staff read the page in Indonesian, too: `day.speak`. */
  speaksIndonesian?: boolean;
}

/**
 * The merchant's day, as one list for all shop systems: orders that are edited, cancelled and clicked twice. Each name says what must
 * hold. After each case at most one parcel of it is on its way, and what the courier collects is what the shop has not been paid.
 */
export function merchantsDay({
  shop,
  service,
  placed,
  settled,
  hasAreas = false,
  acceptsAhead = false,
  paysThenOrders = false,
  addsGoods = false,
  authorised: authorisedPayment = 'cash-on-delivery',
  paysBack = false,
  cancelsFirst = false,
  hasShopApi = false,
  waitsToErase = false,
  speaksIndonesian = false,
}: DayTools): void {
  const day = () => shop().day;
  const over = ['cancelled', 'courier_not_found', 'rejected', 'returned'];
  const living = async () => (await placed()).filter(({ status }) => !over.includes(status ?? ''));
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (problem: Error) => problem.message,
    );

  const offered = async (visit: Visit, switches = plain, service = 'jne/reg'): Promise<OfferedRate> => {
    const rate = (await visit.rates(switches)).find((row) => row.service === service);
    if (!rate) throw new Error(`The shop does not offer ${service}.`);
    return rate;
  };

  /** Chooses JNE Reguler. Resolves with its price. */
  const choose = async (visit: Visit, switches = plain): Promise<number> => {
    const { offer } = await offered(visit, switches);
    return visit.choose({ ...switches, service: 'jne/reg', offer });
  };

  /** Buys to Bandung, prepaid. */
  async function bought(...place: [code?: number, area?: string]): Promise<{
    id: string;
    price: number;
    visit: VisitWithPayment;
  }> {
    const visit = await day().visit(...place);
    const price = await choose(visit);
    return { id: await visit.checkOut('prepaid'), price, visit };
  }

  const only = async (): Promise<OrderResponse> => {
    const [made, ...others] = await living();
    expect(others).to.deep.equal([]);
    if (!made) throw new Error('No parcel is on its way.');
    return made;
  };

  const areaOf = ({ destination }: OrderResponse) => (destination as { area_id?: string | null } | undefined)?.area_id;

  const goodsOf = (items: OrderResponse['items'] = []): number =>
    (items ?? []).reduce((sum, item) => sum + Number(item.value) * Number(item.quantity), 0);

  /** Sends what costs more than was paid: refused at first, then accepted. */
  async function sendAtHigherPrice(id: string): Promise<OrderResponse> {
    expect(await outcome(shop().send(id))).to.be.a('string');
    expect(await living()).to.deep.equal([]);
    await day().tryAgain(id, true);
    return only();
  }

  /** The gateway pauses before it asks again. */
  async function until(holds: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!(await holds())) if (Date.now() > deadline) throw new Error('It does not hold after a minute.');
  }

  describe('a merchant’s day', () => {
    afterEach(async () => {
      expect((await living()).length, 'parcels of one order').to.be.below(2);
    });

    describe('a shopper during the payment', () => {
      it('pays for the delivery although the address changes, and no parcel goes elsewhere for that price', async () => {
        const visit = await day().visit();
        const price = await choose(visit);
        await visit.toPayment();
        await outcome(visit.moveTo(farAway));
        const id = await visit.pay('prepaid').catch(() => undefined);
        if (!id) return;
        const { charged } = await shop().order(id);
        expect(charged).to.be.at.least(visit.goods + price);
        await outcome(shop().send(id));
        for (const { price: sent, destination } of await living()) {
          if (destination?.postal_code === 40_111) expect(sent).to.equal(price);
          expect(charged).to.be.at.least(visit.goods + Number(sent));
        }
      });

      it('pays for the delivery although the quantity changes, and the parcel has what was paid', async () => {
        const visit = await day().visit();
        await choose(visit);
        await visit.toPayment();
        await outcome(visit.take(5));
        const id = await visit.pay('prepaid').catch(() => undefined);
        if (!id) return;
        await outcome(shop().send(id));
        for (const { items, price } of await living()) {
          expect((await shop().order(id)).charged).to.be.at.least(goodsOf(items) + Number(price));
        }
      });

      it('is asked to choose again at most once when goods change in another tab, and orders them then', async () => {
        const visit = await day().visit();
        await choose(visit);
        await outcome(visit.take(3));
        const id = await visit.checkOut('prepaid').catch(async () => {
          await choose(visit);
          return visit.checkOut('prepaid');
        });
        await shop().send(id);
        const { items, price } = await only();
        expect(items?.map(({ quantity }) => quantity)).to.deep.equal([3]);
        expect((await shop().order(id)).charged).to.equal(goodsOf(items) + Number(price));
      });

      if (paysThenOrders) {
        it('has an order for the money although staff corrected the size of the goods, and their parcel has its real size', async () => {
          const visit = await day().visit();
          const price = await choose(visit);
          await visit.toPayment();
          await day().correctGoods?.();
          const id = await visit.pay('prepaid');
          expect((await shop().order(id)).charged).to.equal(visit.goods + price);
          if (await outcome(shop().send(id))) await day().tryAgain(id, true);
          await only();
        });

        const meanwhile: Record<string, (visit: VisitWithPayment) => Promise<unknown>> = {
          'the address was changed': (visit) => visit.moveTo(farAway),
          'staff corrected the size of the goods': async () => day().correctGoods?.(),
        };
        for (const [name, change] of Object.entries(meanwhile))
          it(`has an order for money that arrives by webhook although the shopper went back and ${name}`, async () => {
            const visit = await day().visit();
            const price = await choose(visit);
            await visit.toPayment();
            await visit.goBack?.();
            await change(visit);
            const id = (await visit.arrive?.()) ?? '';
            expect((await shop().order(id)).charged).to.equal(visit.goods + price);
            if (await outcome(shop().send(id))) await day().tryAgain(id, true);
            await only();
          });

        for (const [name, before] of [
          ['applied', false],
          ['removed', true],
        ] as const)
          it(`has an order for the money although a coupon was ${name} during the payment, or no payment before another choice`, async () => {
            const visit = await day().visit();
            if (before) await visit.useCoupon?.(true);
            const price = await choose(visit);
            await visit.toPayment();
            await outcome(visit.useCoupon?.(!before) ?? Promise.resolve());
            const id = await visit.pay('prepaid').catch(async ({ message }) => {
              // Medusa has ended the payment, and another one does not begin.
              expect(message).to.contain('payment-sessions').and.contain('choose the delivery again');
              await choose(visit);
              return visit.pay('prepaid');
            });
            expect((await shop().order(id)).charged).to.be.at.least(visit.goods * 0.93 + price);
            if (await outcome(shop().send(id))) await day().tryAgain(id, true);
            await only();
          });

        it('cannot pay for a choice that a coupon has made another one, or has an order for the money', async () => {
          const visit = await day().visit();
          await choose(visit);
          await visit.useCoupon?.(true);
          const refused = await outcome(visit.toPayment());
          if (refused) {
            expect(refused).to.match(/choose the delivery again|set the shipping method again/);
            await choose(visit);
          }
          await visit.checkOut('prepaid');
        });
      }

      it('pays the price of the choice when its offer ends before the payment, or chooses again', async () => {
        const visit = await day().visit();
        const { offer } = await offered(visit);
        const ending = await day().endingOffer(offer);
        const price = await visit.choose({ ...plain, service: 'jne/reg', offer: ending });
        const ends = Number(decodeJwt(ending).exp) * 1_000 + clockTolerance;
        while (Date.now() <= ends) await new Promise((resume) => setTimeout(resume, 50));
        const id = await visit.checkOut('prepaid').catch(() => undefined);
        if (id) expect((await shop().order(id)).charged).to.equal(visit.goods + price);
      });
    });

    describe('an order that staff edit', () => {
      it('sends the phone that staff corrected after the payment', async () => {
        const { id } = await bought();
        await day().correct(id, { phone: '081311112222' });
        await shop().send(id);
        expect((await only()).destination?.contact_phone).to.equal('081311112222');
      });

      it('asks the price again for another postal code, and a person accepts the higher one', async () => {
        const { id, price } = await bought();
        await day().correct(id, { postalCode: farAway });
        const made = await sendAtHigherPrice(id);
        expect(made.destination?.postal_code).to.equal(farAway);
        expect(made.price).to.be.above(price);
      });

      it('sends the quantity that staff set after the payment', async () => {
        const { id } = await bought();
        await day().setQuantity(id, 12);
        const made = await sendAtHigherPrice(id);
        expect(made.items?.map(({ quantity }) => quantity)).to.deep.equal([12]);
      });

      it('sends the goods that staff swapped at the same price, by their own weight', async () => {
        const { id } = await bought();
        const name = await day().swap(id);
        const refused = await outcome(shop().send(id));
        if (refused) await day().tryAgain(id, true);
        expect((await only()).items?.map((item) => item.name)).to.deep.equal([name]);
      });

      if (addsGoods)
        it('sends the goods that staff added together with those that were sold', async () => {
          const { id } = await bought();
          const name = await day().add?.(id);
          if (await outcome(shop().send(id))) await day().tryAgain(id, true);
          const { items } = await only();
          expect(items).to.have.lengthOf(2);
          expect(items?.map((item) => item.name)).to.include(name);
        });

      it('sends the rest after a part was taken out', async () => {
        const { id } = await bought();
        await day().setQuantity(id, 1);
        await shop().send(id);
        expect((await only()).items?.map(({ quantity }) => quantity)).to.deep.equal([1]);
      });

      it('sends the phone that staff corrected while it waited for the service', async () => {
        const { id } = await bought();
        // No price is kept for this place, so that nothing can be sent before the service answers.
        await day().correct(id, { postalCode: 40_113 });
        service().isDown = true;
        await shop().send(id);
        await day().correct(id, { phone: '081311112222' });
        service().isDown = false;
        await settled(id);
        expect((await only()).destination?.contact_phone).to.equal('081311112222');
      });

      it('sends the quantity that staff set while it waited, at once or after another click', async () => {
        const { id } = await bought();
        await day().correct(id, { postalCode: 40_114 });
        service().isDown = true;
        await shop().send(id);
        await day().setQuantity(id, 3);
        service().isDown = false;
        if ((await settled(id)).delivery === 'refused') {
          await shop().cancel(id);
          if (await outcome(shop().send(id))) await day().tryAgain(id, true);
        }
        expect((await only()).items?.map(({ quantity }) => quantity)).to.deep.equal([3]);
      });

      it('finds its one parcel after a lost answer, although staff corrected the phone', async () => {
        const { id } = await bought();
        service().loseNextAnswer();
        await shop().send(id);
        await day().correct(id, { phone: '081311112222' });
        expect(await settled(id)).to.include({ delivery: 'placed', shippingId: (await only()).id });
        if (paysBack) expect((await day().view(id)).attention, 'what was sent').to.contain('another receiver');
        await shop().cancel(id);
        expect(await living()).to.deep.equal([]);
      });
    });

    if (hasAreas)
      describe('an address with an area', () => {
        it('is priced and sent to by its district', async () => {
          const { id, price } = await bought(shared.code, shared.arcamanik);
          const other = await bought(shared.code, shared.gedebage);
          expect(other.price).to.be.above(price);
          await shop().send(id);
          const made = await only();
          expect(areaOf(made)).to.equal(shared.arcamanik);
          expect(made.price).to.equal(price);
        });

        it('is asked again if staff change its district after the payment', async () => {
          const { id, price } = await bought(shared.code, shared.arcamanik);
          await day().correct(id, { postalCode: shared.code, area: shared.gedebage });
          const made = await sendAtHigherPrice(id);
          expect(areaOf(made)).to.equal(shared.gedebage);
          expect(made.price).to.be.above(price);
        });

        it('has none if staff change the postal code alone', async () => {
          const { id } = await bought(shared.code, shared.arcamanik);
          await day().correct(id, { postalCode: farAway });
          const made = await sendAtHigherPrice(id);
          expect(areaOf(made)).to.equal(null);
          expect(made.destination?.postal_code).to.equal(farAway);
        });

        it('keeps it if staff correct the phone alone', async () => {
          const { id } = await bought(shared.code, shared.arcamanik);
          await day().correct(id, { phone: '081311112222' });
          await shop().send(id);
          const made = await only();
          expect([areaOf(made), made.destination?.contact_phone]).to.deep.equal([shared.arcamanik, '081311112222']);
        });
      });

    // WooCommerce has its own: `woocommerce-changes.test.ts`.
    if (paysBack)
      describe('an order that is changed after the label', () => {
        const attention = async (id: string) => (await day().view(id)).attention;

        it('is asked about if its phone or its address is another one, until staff keep the delivery so', async () => {
          const { id } = await bought();
          await shop().send(id);
          await day().correct(id, { phone: '081311112222' });
          expect(await attention(id)).to.contain('another receiver, address or service');
          await day().keep?.(id);
          expect(await attention(id)).to.equal(undefined);
          await day().correct(id, { postalCode: farAway });
          expect(await attention(id), 'after another change').to.contain('another receiver, address or service');
        });

        const sums: Record<string, (id: string, due: number) => Promise<number>> = {
          'it costs less': async (id, due) => {
            await day().reduce?.(id, 10_000);
            return due - 10_000;
          },
          'the shop has the money already': async (id) => {
            await day().settleCash?.(id);
            return 0;
          },
        };
        for (const [name, change] of Object.entries(sums))
          it(`is asked about with what the courier collects if ${name}, until the parcel has arrived`, async () => {
            const visit = await day().visit();
            await choose(visit, atDoor);
            const id = await visit.checkOut('cash-on-delivery');
            await shop().send(id);
            const made = await only();
            const collects = Number(made.destination?.cash_on_delivery?.amount);
            const due = await change(id, collects);
            const sentence = `The courier collects Rp ${collects}, and Rp ${due} is due at the door now. The`;
            expect(await attention(id)).to.contain(sentence);
            await service().end(made.id, 'delivered');
            await track((await day().view(id)).trackingLink);
            expect(await attention(id)).to.equal(undefined);
          });
      });

    describe('an order that is cancelled', () => {
      it('is not sent if it was cancelled before', async () => {
        const { id } = await bought();
        await day().cancelOrder(id);
        expect(await outcome(shop().send(id))).to.be.a('string');
        expect(await living()).to.deep.equal([]);
      });

      it('is not sent if it was cancelled while it waited', async () => {
        const { id } = await bought();
        // Its price is not kept, so it waits for that.
        await day().correct(id, { postalCode: 40_116 });
        service().isDown = true;
        await shop().send(id);
        const isRefused = await outcome(day().cancelOrder(id));
        if (isRefused) await outcome(shop().cancel(id));
        service().isDown = false;
        await until(async () => {
          await shop().settle();
          await day().other.settle();
          return !isRefused || !(await outcome(day().cancelOrder(id)));
        });
        expect(await placed()).to.deep.equal([]);
      });

      it('is not cancelled while its parcel is on its way, or the parcel is cancelled with it', async () => {
        const { id } = await bought();
        await shop().send(id);
        const refusal = await outcome(day().cancelOrder(id));
        expect(await living()).to.have.lengthOf(refusal ? 1 : 0);
        if (!refusal) return;
        await shop().cancel(id);
        await day().cancelOrder(id);
        expect(await living()).to.deep.equal([]);
      });

      for (const status of over.slice(1))
        it(`is sent again after the courier has ended its delivery: ${status}`, async () => {
          const { id } = await bought();
          await shop().send(id);
          await service().end((await only()).id, status);
          await shop().cancel(id);
          await shop().send(id);
          await only();
          expect(await placed()).to.have.lengthOf(2);
        });

      it('has no parcel in the end although its customer was erased before, and its waybill is erased then', async () => {
        const { id } = await bought();
        await shop().send(id);
        const { waybill = '' } = await day().view(id);
        expect(waybill).not.to.equal('');
        await day().erase(id);
        // What is open keeps what its cancellation needs.
        await shop().settle();
        await shop().cancel(id);
        expect(await living()).to.deep.equal([]);
        await until(async () => {
          await shop().settle();
          return !JSON.stringify(await day().view(id)).includes(waybill);
        });
      });

      if (cancelsFirst)
        it('stays with its parcel if the courier takes it before the service answers, and staff let it go on', async () => {
          const { id } = await bought();
          await shop().send(id);
          const before = await day().view(id);
          service().isDown = true;
          expect(await outcome(shop().cancel(id))).to.contain('is being cancelled at the service');
          expect(await day().view(id)).to.deep.equal({ ...before, words: 'Being cancelled at the service' });
          const refused = async () =>
            expect(await outcome(day().cancelOrder(id))).to.match(/must be canceled|cancel its/);
          await refused();
          await service().end((await only()).id, 'picked');
          service().isDown = false;
          await until(async () => {
            await shop().settle();
            return (await day().view(id)).words === before.words;
          });
          const { attention, trackingLink, ...after } = await day().view(id);
          expect(before).to.include(after);
          expect(trackingLink).to.match(/track\.html#t=/);
          expect(attention).to.match(/^The delivery was not cancelled\. .+, or keep the delivery\.$/);
          await refused();
          expect(await outcome(shop().send(id)))
            .to.be.a('string')
            .and.not.contain('moment ago');
          await day().keep?.(id);
          expect(await day().view(id)).to.include({ ...after, trackingLink, attention: undefined });
          await refused();
          await day().correct(id, { phone: '081311112222' });
          expect((await day().view(id)).attention, 'it is known what was ordered').to.contain('another receiver');
        });

      it('has no parcel in the end if the service is down when staff cancel it', async () => {
        const { id } = await bought();
        await shop().send(id);
        service().isDown = true;
        const refusal = await outcome(shop().cancel(id));
        expect((await shop().order(id)).delivery).to.equal(refusal ? 'placed' : 'cancelled');
        service().isDown = false;
        if (refusal) await outcome(shop().cancel(id));
        await until(async () => {
          await day().other.settle();
          return (await living()).length === 0;
        });
      });
    });

    describe('a person whose data are erased', () => {
      if (waitsToErase)
        it('keeps the waybill while the parcel is on its way, and staff read until when', async () => {
          const { id } = await bought();
          await shop().send(id);
          const { waybill = '' } = await day().view(id);
          await day().erase(id);
          await shop().settle();
          // Medusa tells its plugins of a deletion a moment later.
          await until(async () => /at the latest on \d/.test((await day().view(id)).note ?? ''));
          expect((await day().view(id)).waybill).to.equal(waybill);
          await shop().cancel(id);
        });

      it('is sent nothing any more, or its waybill stays until the parcel has ended', async () => {
        const { id } = await bought();
        await day().erase(id);
        await outcome(shop().send(id));
        for (const { courier } of await living()) {
          await shop().settle();
          expect((await day().view(id)).waybill).to.equal(courier?.waybill_id);
          await shop().cancel(id);
        }
        expect(await living()).to.deep.equal([]);
      });
    });

    if (paysBack)
      describe('money that the shop gives back', () => {
        it('does not hold a parcel if it is a part of what was paid', async () => {
          const { id } = await bought();
          await day().payBack?.(id, 10_000);
          await shop().send(id);
          await only();
        });

        it('is asked about after the label if it is everything, and the label can be cancelled', async () => {
          const { id } = await bought();
          await shop().send(id);
          await day().payBack?.(id);
          expect((await day().view(id)).attention).to.contain('paid back');
          await shop().cancel(id);
          expect(await living()).to.deep.equal([]);
        });

        describe('with a payment that is authorised alone', () => {
          const authorised = async () => {
            const visit = await day().visit();
            await choose(visit, authorisedPayment === 'prepaid' ? plain : atDoor);
            return visit.checkOut(authorisedPayment);
          };

          it('does not send what nobody pays, once the payment is cancelled', async () => {
            const id = await authorised();
            await day().cancelPayment?.(id);
            expect(await outcome(shop().send(id))).to.match(/payment was cancelled|not paid/);
            expect(await living()).to.deep.equal([]);
          });

          it('is asked about if the payment is cancelled after the label', async () => {
            const id = await authorised();
            await shop().send(id);
            expect((await day().view(id)).attention).to.equal(undefined);
            await day().cancelPayment?.(id);
            expect((await day().view(id)).attention).to.contain('payment was cancelled');
            await shop().cancel(id);
          });
        });
      });

    describe('two clicks', () => {
      for (const [name, twice] of [
        ['in one process', () => [shop(), shop()]],
        ['in two processes', () => [shop(), day().other]],
      ] as const) {
        it(`order one parcel ${name}, which one cancellation ends`, async () => {
          const { id } = await bought();
          await Promise.allSettled(twice().map((each) => each.send(id)));
          await only();
          expect(await shop().order(id)).to.include({ delivery: 'placed' });
          await shop().cancel(id);
          expect(await living()).to.deep.equal([]);
        });

        it(`cancel one parcel ${name}, and the order can be sent again`, async () => {
          const { id } = await bought();
          await shop().send(id);
          await Promise.allSettled(twice().map((each) => each.cancel(id)));
          expect(await living()).to.deep.equal([]);
          await shop().send(id);
          await only();
        });

        it(`settle one parcel ${name}`, async () => {
          const { id } = await bought();
          service().isDown = true;
          await shop().send(id);
          service().isDown = false;
          await Promise.all(twice().map((each) => each.settle()));
          expect(await settled(id)).to.include({ delivery: 'placed' });
          await only();
        });
      }
    });

    describe('cash on delivery', () => {
      const prices: Record<string, Pricing> = {
        'a price of 99,999': {},
        'a discount of 7 %': { discount: 7 },
        'free delivery': { freeDelivery: true },
        'a tax of 11 %': { tax: 11 },
        'a tax of 7 % and a discount of 7 %': { tax: 7, discount: 7 },
      };
      for (const [name, pricing] of Object.entries(prices))
        it(`collects what is due, to the rupiah, with ${name}`, async () => {
          const visit = await day().visitAt(pricing);
          await choose(visit, atDoor);
          const id = await visit.checkOut('cash-on-delivery');
          await shop().send(id);
          const { destination } = await only();
          const collected = Number(destination?.cash_on_delivery?.amount);
          expect(collected).to.equal(Math.round(await day().total(id)));
          expect((await shop().order(id)).charged).to.equal(0);
          expect((await day().view(id)).attention).to.equal(undefined);
        });

      it('collects what is due after staff took goods out', async () => {
        const visit = await day().visit();
        await visit.take(3);
        await choose(visit, atDoor);
        const id = await visit.checkOut('cash-on-delivery');
        await day().setQuantity(id, 1);
        await shop().send(id);
        const { items, destination } = await only();
        expect(items?.map(({ quantity }) => quantity)).to.deep.equal([1]);
        expect(destination?.cash_on_delivery?.amount).to.equal(Math.round(await day().total(id)));
      });

      if (addsGoods)
        it('collects what is due after staff added goods', async () => {
          const visit = await day().visit();
          await choose(visit, atDoor);
          const id = await visit.checkOut('cash-on-delivery');
          await day().add?.(id);
          if (await outcome(shop().send(id))) await day().tryAgain(id, true);
          const { items, destination } = await only();
          expect(items).to.have.lengthOf(2);
          const paid = (await shop().order(id)).charged;
          expect(paid + Number(destination?.cash_on_delivery?.amount)).to.equal(Math.round(await day().total(id)));
        });

      it('collects nothing of an order that costs nothing', async () => {
        const visit = await day().visitAt({ discount: 100, freeDelivery: true });
        await choose(visit);
        const id = await visit.checkOut('prepaid').catch(() => undefined);
        if (!id) return;
        await shop().send(id);
        expect((await only()).destination?.cash_on_delivery?.amount ?? 0).to.equal(0);
      });
    });

    describe('the service', () => {
      it('may be down while the order is sent by one process, and is asked again by the other', async () => {
        const { id } = await bought();
        service().isDown = true;
        await shop().send(id);
        await day().other.settle();
        expect(await shop().order(id)).to.include({ delivery: 'waiting' });
        service().isDown = false;
        await settled(id);
        await only();
      });

      if (acceptsAhead)
        it('keeps “accept the higher price” of the button over an outage', async () => {
          const { id } = await bought();
          // No price is kept for this place, so that nothing can be sent before the service answers.
          await day().correct(id, { postalCode: 99_112 });
          service().isDown = true;
          await shop().send(id);
          await day().tryAgain(id, true);
          service().isDown = false;
          expect(await settled(id)).to.include({ delivery: 'placed' });
          await only();
        });

      it('keeps “accept the higher price” over an outage', async () => {
        const id = await shop().sellTooCheap();
        service().isDown = true;
        await shop().send(id, true);
        service().isDown = false;
        expect(await settled(id)).to.include({ delivery: 'placed' });
        await only();
      });
    });

    if (hasShopApi)
      it('tells the shopper which service and which dates were promised', async () => {
        const { id } = await bought();
        const promised = await day().promised?.(id);
        expect(promised?.service).to.equal('jne/reg');
        expect([promised?.first, promised?.last].every((date) => /^\d{4}-\d\d-\d\d$/.test(date ?? ''))).to.equal(true);
      });

    it('does not send what was shipped by hand meanwhile', async () => {
      const { id } = await bought();
      await day().sendByHand(id);
      expect(await outcome(shop().send(id))).to.be.a('string');
      expect(await living()).to.deep.equal([]);
    });

    describe('the staff’s page', () => {
      if (speaksIndonesian)
        it('is in Indonesian, too, also what was stored in English', async () => {
          const id = await shop().sellTooCheap();
          expect(await outcome(shop().send(id))).to.match(/^The delivery costs Rp \d+ by now/);
          day().speak?.('id');
          try {
            const { words, attention } = await day().view(id);
            expect(words).to.equal('Tidak dipesan');
            expect(attention).to.match(/^Ongkos kirim kini Rp \d+, sedangkan yang disepakati Rp \d+: kirim/);
          } finally {
            day().speak?.('en');
          }
        });

      it('says in words that a parcel is ordered, with its waybill and its tracking link', async () => {
        const { id } = await bought();
        await shop().send(id);
        const { words, waybill, trackingLink, attention } = await day().view(id);
        expect(words).to.match(/^\w+( \w+)+$/);
        expect(waybill).to.equal((await only()).courier?.waybill_id);
        expect(trackingLink).to.match(/^https?:/);
        expect(attention).to.equal(undefined);
      });

      it('says that a delivery waits, and that a higher price needs a person', async () => {
        const { id } = await bought();
        service().isDown = true;
        await shop().send(id);
        expect((await day().view(id)).words).to.match(/wait/i);
        service().isDown = false;
        await settled(id);
        const tooCheap = await shop().sellTooCheap();
        expect(await outcome(shop().send(tooCheap))).to.be.a('string');
        expect((await day().view(tooCheap)).attention).to.match(/Rp\s?\d/);
        await day().tryAgain(tooCheap, true);
        expect(await shop().order(tooCheap)).to.include({ delivery: 'placed' });
        await shop().cancel(tooCheap);
      });
    });
  });
}
