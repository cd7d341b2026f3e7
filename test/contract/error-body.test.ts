import { expect } from 'chai';
import { ErrorBody, ReferenceUsed } from '../../src/contract/index.ts';

describe('ErrorBody', () => {
  it('reads a refusal in full', () => {
    const body = {
      success: false,
      error: 'Bad request.-',
      code: 40000000,
      details: { field: 'items', reason: 'empty' },
    };
    expect(ErrorBody.parse(body)).to.deep.equal(body);
  });

  it('reads a refusal without a code', () => {
    const body = { success: false, error: 'No sufficient balance to call rates API' };
    expect(ErrorBody.parse(body)).to.include(body);
    expect(ErrorBody.parse(body).code).to.equal(undefined);
  });

  it('reads a code that is a text of digits', () => {
    expect(ErrorBody.parse({ success: false, code: '40002060' }).code).to.equal(40002060);
    expect(ErrorBody.parse({ success: false, code: 'E_BALANCE' }).code).to.equal(undefined);
  });

  it('reads a 401 that claims success', () => {
    const body = { success: true, error: 'Authorization failed', code: 40101001 };
    expect(ErrorBody.parse(body)).to.include(body);
  });

  it('tolerates nulls and odd types', () => {
    const read = ErrorBody.parse({ success: 'no', error: { text: 'x' }, code: null, details: 'none', trace: 'kept' });
    expect(read).to.include({ code: null, trace: 'kept' });
    for (const key of ['success', 'error', 'details'] as const) expect(read[key], key).to.equal(undefined);
  });

  it('is an object', () => {
    for (const body of [null, 'Bad request', 400, [], true]) expect(ErrorBody.safeParse(body).success).to.equal(false);
  });
});

describe('ReferenceUsed', () => {
  it('reads the order that a reference belongs to', () => {
    const details = { order_id: '66f0c1d2e3a4b5c6d7e8f901', waybill_id: null, reference_id: 'shop-17' };
    expect(ReferenceUsed.parse(details)).to.deep.equal(details);
  });

  it('tolerates missing details', () => {
    for (const details of [undefined, null, 'none'])
      expect(ReferenceUsed.safeParse(details).data?.reference_id).to.equal(undefined);
    expect(ReferenceUsed.parse({ reference_id: 17, order_id: [] }).reference_id).to.equal(undefined);
  });
});
