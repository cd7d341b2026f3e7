import { expect } from 'chai';
import { type Reason, RefusedError } from '../../src/client/index.ts';

/** The reason of a refusal. Without more it has status 400, no code and no text. */
function reasonOf(
  serviceCode: number | undefined,
  more: { status?: number; text?: string; details?: Record<string, unknown> } = {},
): Reason {
  const { status = 400, text, details } = more;
  return new RefusedError({ status, serviceCode, serviceMessage: text, details }, { operation: 'createOrder' }).reason;
}

const codes: [Reason, number[]][] = [
  ['no-courier', [40001010]],
  ['location', [40001001, 40002010, 40002011, 40002020, 40002021, 40002022, 40002023, 40002024, 40002025, 42211013]],
  ['contact', [40002012, 40002014, 40002015, 40002016, 40002017, 40002018, 40002019]],
  ['items', [40001002, 40002038]],
  ['declared-value', [40001007, 40002072]],
  ['cod-unavailable', [40002009, 40002028, 40002029, 40002031, 42211010, 42211012]],
  ['cod-limit', [40002030, 42211011]],
  ['other', [40002004, 40002008]],
  ['insurance-unavailable', [40002034]],
  ['proof-of-delivery', [40002032, 40002033]],
  ['service-removed', [40002026, 40002027]],
  ['schedule', [40002005, 40002006, 40002007, 40002013, 40002035, 40002036, 40002037, 40002061, 40002062]],
  ['reference-used', [40002060, 42211015]],
  ['not-cancellable', [40002053]],
  ['order-not-found', [40002057]],
  ['merchant-balance', [40002039, 40009003]],
  ['merchant-account', [40000001, 40002001, 40002002, 40002003]],
  ['merchant-account', [40101001, 40101002, 40101003, 40301001, 40301002]],
  ['other', [40002998]],
];

describe('the reason of a refusal', () => {
  for (const [reason, known] of codes)
    it(`is ${reason} for ${known.join(', ')}`, () => {
      for (const code of known) expect(reasonOf(code), String(code)).to.equal(reason);
    });

  it('is the merchant’s balance if the text says so without a known code', () => {
    const text = 'No sufficient balance to call rates API. Please top up.';
    expect(reasonOf(undefined, { text })).to.equal('merchant-balance');
    expect(reasonOf(40002998, { text })).to.equal('merchant-balance');
    expect(reasonOf(40002038, { text })).to.equal('items');
  });

  it('is the merchant’s balance for 402 without a known code', () => {
    expect(reasonOf(undefined, { status: 402, text: 'failed' })).to.equal('merchant-balance');
    expect(reasonOf(40001010, { status: 402 })).to.equal('no-courier');
  });

  for (const code of [40000000, 40011001])
    it(`is the reason of the field in the details of a draft: ${code}`, () => {
      for (const [field, reason] of [
        ['origin_area_id', 'location'],
        ['destination_postal_code', 'location'],
        ['destination_coordinate.latitude', 'location'],
        ['destination_contact_phone', 'contact'],
        ['origin_address', 'contact'],
        ['items.0.weight', 'items'],
        ['destination_cash_on_delivery', 'cod-limit'],
        ['origin_collection_method', 'pickup-unavailable'],
        ['delivery_date', 'schedule'],
        ['courier_insurance', 'insurance-unavailable'],
        ['destination_proof_of_delivery_note', 'proof-of-delivery'],
        ['courier_type', 'service-removed'],
        ['grant', 'token-missing'],
      ] as const)
        expect(reasonOf(code, { details: { field } }), field).to.equal(reason);
      for (const field of [
        'my_cart',
        'cart_note',
        'gift_items',
        'reorder',
        'order_note',
        'past_delivery',
        'my_courier_insurance',
        7,
      ])
        expect(reasonOf(code, { details: { field } }), String(field)).to.equal('other');
      expect(reasonOf(code)).to.equal('other');
      expect(reasonOf(40002998, { details: { field: 'origin_area_id' } })).to.equal('other');
    });

  it('is the pickup if the text of 40002031 says so, and cash on delivery otherwise', () => {
    for (const text of ['Existing courier cannot provide pickup service', 'Pick up is not available', 'no pick-up'])
      expect(reasonOf(40002031, { text }), text).to.equal('pickup-unavailable');
    expect(reasonOf(40002031, { text: 'Existing courier cannot provide COD' })).to.equal('cod-unavailable');
  });

  it('is the merchant’s account if a key is not accepted', () => {
    for (const status of [401, 403]) expect(reasonOf(undefined, { status })).to.equal('merchant-account');
    expect(reasonOf(undefined, { status: 404 })).to.equal('other');
  });
});
