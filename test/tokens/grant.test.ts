import { expect } from 'chai';
import {
  cartFingerprint,
  destinationFingerprint,
  type GrantDetails,
  signGrant,
  verifyOffer,
} from '../../src/server.ts';
import { type Offer, signOffer, verifyGrant } from '../../src/tokens/index.ts';
import { contacts } from '../support/fixtures.ts';
import { cart, destination, keys, now, problem } from './shop-keys.ts';

const offer: Offer = {
  cart: await cartFingerprint(cart),
  destination: await destinationFingerprint(destination),
  courier: 'jne',
  service: 'reg',
  price: 24_000,
  asked: { insured: true, cash_on_delivery: true },
  parts: {
    shipping: 15_000,
    insurance: { fee: 750, amount: 150_000 },
    cash_on_delivery: { fee: 8_250, amount: 140_000, type: '3_days' },
  },
};

/** What the gateway reads in a grant that is signed for an accepted offer. */
async function granted(submitted: object = {}, more: object = {}, changes: Partial<Offer> = {}) {
  const token = await signOffer({ ...offer, ...changes }, keys, now);
  const accepted = await verifyOffer(token, { cart, destination, service: 'jne/reg', ...submitted }, keys, now);
  const details = { ...contacts, ...more } as GrantDetails;
  return verifyGrant(await signGrant({ offer: accepted, contacts: details, reference: 'INV-1' }, keys, now), keys, now);
}

describe('a grant that is signed for an accepted offer', () => {
  it('has everything that the offer says', async () => {
    expect(await granted({ insured: true, cashOnDelivery: true })).to.deep.equal({
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

  it('insures and collects only what was chosen', async () => {
    const { order, price_max } = await granted();
    expect(price_max).to.equal(15_000);
    expect(order).to.not.have.any.keys('courier_insurance', 'destination_cash_on_delivery');
  });

  it('cannot be contradicted by what a page adds to the contacts', async () => {
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

  it('is insured for the amount that was asked, also without the parts of the price', async () => {
    const amounts = { insurance: 150_000, cash_on_delivery: { amount: 140_000, type: '7_days' as const } };
    const both = { insured: true, cashOnDelivery: true };
    const { order } = await granted(both, {}, { parts: undefined, amounts });
    expect(order).to.include({ courier_insurance: 150_000, destination_cash_on_delivery: 164_000 });
    for (const other of [{}, { ...amounts, insurance: 1 }, { ...amounts, cash_on_delivery: undefined }])
      expect(await problem(granted(both, {}, { parts: undefined, amounts: other }))).to.match(/other-cart|not-quoted/);
  });

  it('is not signed without a recipient', async () => {
    expect(await problem(granted({}, { destination_contact_name: '' }))).to.equal('claims');
  });
});
