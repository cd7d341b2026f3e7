import { expect } from 'chai';
import { type Reason, reasons } from '../../../src/client/index.ts';
import { json, orderRequest } from '../../support/fixtures.ts';
import { failure, refusal, serve } from '../service.ts';

/** With the shop's own reference: a random one that is used is no refusal. */
const order = { ...orderRequest, reference_id: 'shop-17' };

const reasonOf = async (answer: () => Response) => (await failure(serve(answer).client.createOrder(order))).reason;

const codes: [Reason, number[]][] = [
  ['no-courier', [40001010]],
  ['location', [40001001, 40002010, 40002011, 40002020, 40002021, 40002022, 40002023, 40002024, 40002025, 42211013]],
  ['contact', [40002012, 40002014, 40002015, 40002016, 40002017, 40002018, 40002019]],
  ['items', [40001002, 40002038]],
  ['declared-value', [40001007, 40002072]],
  ['cod-unavailable', [40002009, 40002028, 40002029, 40002031, 42211010, 42211012]],
  ['cod-limit', [40002030, 42211011]],
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
];

describe('the reason of a refusal', () => {
  for (const [reason, known] of codes)
    it(`is ${reason} for ${known.join(', ')}`, async () => {
      for (const code of known) expect(await reasonOf(() => refusal(code)), String(code)).to.equal(reason);
    });

  it('is the merchant’s balance if the text says so without a code', async () => {
    const body = { success: false, error: 'No sufficient balance to call rates API. Please top up.' };
    expect(await reasonOf(() => json(body, { status: 400 }))).to.equal('merchant-balance');
    expect(await reasonOf(() => json({ ...body, code: 'E1' }, { status: 400 }))).to.equal('merchant-balance');
  });

  for (const code of [40000000, 40011001, '40000000'])
    it(`is the reason of the field in the details of a draft: ${code}`, async () => {
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
        ['metadata', 'other'],
        [undefined, 'other'],
        [7, 'other'],
      ] as const)
        expect(await reasonOf(() => refusal(code, { field, reason: 'is wrong' })), String(field)).to.equal(reason);
      expect(await reasonOf(() => refusal(code))).to.equal('other');
    });

  it('is the pickup if the text of 40002031 says so, and cash on delivery otherwise', async () => {
    const answer = (error?: string) => json({ success: false, error, code: 40002031 }, { status: 400 });
    for (const words of ['Existing courier cannot provide pickup service', 'Pick up is not available', 'no pick-up'])
      expect(await reasonOf(() => answer(words)), words).to.equal('pickup-unavailable');
    expect(await reasonOf(() => answer('Existing courier cannot provide cash on delivery'))).to.equal(
      'cod-unavailable',
    );
    expect(await reasonOf(() => answer())).to.equal('cod-unavailable');
  });

  it('ignores the field in the details of other codes', async () => {
    expect(await reasonOf(() => refusal(40002998, { field: 'origin_area_id' }))).to.equal('other');
  });

  it('goes by the code before the text', async () => {
    const body = { success: false, error: 'Your balance of stock is wrong', code: 40002038 };
    expect(await reasonOf(() => json(body, { status: 400 }))).to.equal('items');
  });

  it('is the merchant’s account if a key is not accepted', async () => {
    expect(await reasonOf(() => refusal(undefined, undefined, 401))).to.equal('merchant-account');
    expect(await reasonOf(() => refusal(undefined, undefined, 403))).to.equal('merchant-account');
  });

  it('is other for an unknown code, which the error keeps', async () => {
    const thrown = await failure(serve(() => refusal(40002998)).client.createOrder(order));
    expect(thrown).to.include({ code: 'refused', reason: 'other', serviceCode: 40002998, status: 400 });
    expect(await reasonOf(() => json({}, { status: 404 }))).to.equal('other');
  });

  it('is one of the exported list', async () => {
    expect(reasons).to.include.members([...codes.map(([reason]) => reason), 'price-changed', 'other']);
    expect(new Set(reasons).size).to.equal(reasons.length);
  });
});
