import { expect } from 'chai';
import { type GrantDetails, signGrant, verifyOffer } from '../../src/server.ts';
import { type Offer, signOffer, verifyGrant } from '../../src/tokens/index.ts';
import { contacts } from '../support/fixtures.ts';
import { cart, destination, keys, now, offer, problem } from './shop-keys.ts';

/** Signs a grant for an accepted offer, and reads it as the gateway does. */
async function granted(submitted: object = {}, more: object = {}, changes: Partial<Offer> = {}) {
  const token = await signOffer({ ...offer, ...changes }, keys, now);
  const accepted = await verifyOffer(token, { cart, destination, service: 'jne/reg', ...submitted }, keys, now);
  const details = { ...contacts, ...more } as GrantDetails;
  return verifyGrant(await signGrant({ offer: accepted, contacts: details, reference: 'INV-1' }, keys, now), keys, now);
}

describe('signGrant with an accepted offer', () => {
  it('grants everything that the offer has', async () => {
    expect(await granted({ insurance: true, cashOnDelivery: true })).to.deep.equal({
      order: {
        ...contacts,
        ...cart.origin,
        ...destination,
        delivery_type: 'now',
        items: cart.items,
        courier_company: 'jne',
        courier_type: 'reg',
        courier_insurance: 150_000,
        destination_cash_on_delivery: 164_000,
        destination_cash_on_delivery_type: '3_days',
      },
      reference: 'INV-1',
      price_max: 24_000,
      subtotal: 140_000,
      quoted_cash_on_delivery: 140_000,
    });
  });

  it('insures and collects nothing that was not chosen', async () => {
    const { order, price_max } = await granted();
    expect(price_max).to.equal(15_000);
    expect(order).to.not.have.any.keys('courier_insurance', 'destination_cash_on_delivery');
  });

  it('passes the promised arrival on for as long as it holds', async () => {
    const arrival = {
      ...{ first: '2026-11-27', last: '2026-11-28', hand_over: '2026-11-26T15:00+07:00', later: false },
      ...{ cut_off: '2026-11-26T15:00+07:00', until: '2026-11-26T15:00+07:00' },
    };
    const token = await signOffer(offer, keys, now);
    const accepted = await verifyOffer(token, { cart, destination, service: 'jne/reg' }, keys, now);
    const at = async (moment: string) => {
      const paid = { offer: { ...accepted, arrival }, contacts, reference: 'INV-1' };
      return (await verifyGrant(await signGrant(paid, keys, new Date(moment)), keys, new Date(moment))).arrival;
    };
    expect(await at('2026-11-26T14:59:59+07:00')).to.deep.equal(arrival);
    expect(await at('2026-11-26T15:00:00+07:00')).to.equal(undefined);
  });

  it('takes no goods, place, courier or extra from the contacts', async () => {
    const page = {
      courier_type: 'yes',
      courier_insurance: 1,
      destination_cash_on_delivery: 1,
      destination_postal_code: 99351,
      destination_area_id: 'IDZ99351',
      destination_coordinate: { latitude: -2.5, longitude: 140.7 },
      items: [{ name: 'Gold', value: 1, quantity: 1, weight: 1 }],
    };
    const { order } = await granted({}, page);
    expect(order).to.deep.equal((await granted()).order);
  });

  it('insures and collects the amounts that were asked, if the price has no parts', async () => {
    const amounts = { insurance: 150_000, cash_on_delivery: { amount: 140_000, type: '7_days' as const } };
    const both = { insurance: true, cashOnDelivery: true };
    const { order } = await granted(both, {}, { parts: undefined, amounts });
    expect(order).to.include({ courier_insurance: 150_000, destination_cash_on_delivery: 164_000 });
    for (const other of [{}, { ...amounts, insurance: 1 }, { ...amounts, cash_on_delivery: undefined }])
      expect(await problem(granted(both, {}, { parts: undefined, amounts: other }))).to.match(/other-cart|not-quoted/);
  });
});
