import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Hono } from 'hono';
import { type CallbackError, midtrans, xendit } from '../../src/purchases/index.ts';
import { recipe } from '../recipes/server-shop.ts';
import { openPurchases } from './shop.ts';

const serverKey = 'midtrans-server-key';
const callbackToken = 'xendit-callback-token';

/** A callback as Midtrans documents it. */
function ofMidtrans(changes: object = {}): object {
  const body = {
    ...{ order_id: 'INV-1', transaction_id: '9aed5972', status_code: '200', gross_amount: '161000.00' },
    ...{ transaction_status: 'settlement', currency: 'IDR', ...changes },
  };
  const signed = `${body.order_id}${body.status_code}${body.gross_amount}${serverKey}`;
  return { signature_key: createHash('sha512').update(signed).digest('hex'), ...body };
}

const ofXendit = (changes: object = {}) => ({
  ...{ id: '579c8d61', external_id: 'INV-1', status: 'PAID', amount: 161_000, paid_amount: 161_000, currency: 'IDR' },
  ...changes,
});

const post = (body: object, headers: Record<string, string> = {}) =>
  new Request('https://shop.test/', { method: 'POST', body: JSON.stringify(body), headers });
const token = { 'x-callback-token': callbackToken };

const refused = async (work: Promise<unknown>): Promise<Pick<CallbackError, 'status' | 'field'>> => {
  const caught = await work.then(
    () => undefined,
    (problem) => problem,
  );
  return { status: caught?.status ?? caught?.code, field: caught?.field };
};

describe('midtrans', () => {
  const read = (changes?: object) => midtrans({ serverKey }).read(post(ofMidtrans(changes)));
  const transaction = { payment: 'INV-1', id: '9aed5972' };
  const cases: [changes: object, event: object | undefined][] = [
    [{}, { taken: 161_000 }],
    [{ transaction_status: 'capture', fraud_status: 'accept' }, { taken: 161_000 }],
    [{ transaction_status: 'capture', fraud_status: 'challenge' }, undefined],
    [{ transaction_status: 'pending', status_code: '201' }, undefined],
    [
      { transaction_status: 'refund', refund_amount: '161000.00' },
      { taken: 161_000, back: 161_000 },
    ],
    [{ transaction_status: 'refund' }, { taken: 161_000, back: 161_000 }],
    [
      { transaction_status: 'partial_refund', refund_amount: '10000.00' },
      { taken: 161_000, back: 10_000 },
    ],
    [
      { transaction_status: 'partial_refund', refunds: [{ refund_amount: '10000.00' }, { refund_amount: 5_000 }] },
      { taken: 161_000, back: 15_000 },
    ],
    [{ transaction_status: 'chargeback' }, { taken: 161_000, isVoid: true }],
    [{ transaction_status: 'deny', status_code: '202' }, { isVoid: true }],
    [{ transaction_status: 'cancel' }, { isVoid: true }],
    [{ transaction_status: 'expire' }, {}],
    [{ transaction_status: 'failure' }, {}],
    [{ transaction_status: 'authorize' }, undefined],
    [
      { transaction_status: 'partial_chargeback', refund_amount: '10000.00' },
      { taken: 161_000, back: 10_000 },
    ],
  ];
  for (const [changes, event] of cases)
    it(`reads ${JSON.stringify(changes)}`, async () => {
      expect(await read(changes)).to.deep.equal(event && { ...transaction, ...event });
    });

  for (const [changes, problem] of [
    [{ gross_amount: '161000.50' }, { status: 'unreadable', field: 'gross_amount' }],
    [{ gross_amount: '-1' }, { status: 'unreadable', field: 'gross_amount' }],
    [{ transaction_status: 'partial_chargeback' }, { status: 'unreadable', field: 'refund_amount' }],
    [
      { transaction_status: 'partial_refund', refunds: [] },
      { status: 'unreadable', field: 'refund_amount' },
    ],
    [{ currency: 'USD' }, { status: 400, field: 'currency' }],
    [{ transaction_id: undefined }, { status: 400, field: 'transaction_id' }],
    [{ signature_key: 'f00' }, { status: 403, field: 'signature_key' }],
    [{ signature_key: null }, { status: 400, field: 'signature_key' }],
  ] as const)
    it(`refuses ${JSON.stringify(changes)}`, async () => {
      expect(await refused(read(changes))).to.deep.equal(problem);
    });

  it('needs its key, because without one no payment counts', () => {
    for (const missing of [undefined, ''])
      expect(() => midtrans({ serverKey: missing })).to.throw(TypeError, 'serverKey');
  });
});

/** What public bug reports of shops and their payments say went wrong. */
describe('the callbacks of several attempts', () => {
  for (const [what, attempts, state, owed] of [
    [
      'a late failure of the first, after the second was paid',
      'deny 1, settlement 2, expire 1, pending 2',
      'booking',
      0,
    ],
    ['a payment that comes although it had expired', 'expire 1, settlement 1', 'booking', 0],
    ['both are paid, and the second expires after that', 'settlement 1, settlement 2, expire 2', 'booking', 1],
    ['a cancellation that overtakes its payment', 'cancel 1, settlement 1, capture 1', 'cancelled', 0],
    ['a capture and its settlement, each twice', 'capture 1, settlement 1, settlement 1, capture 1', 'booking', 0],
    ['a refund that overtakes its payment', 'refund 1, settlement 1', 'cancelled', 0],
    ['a chargeback that the shop wins', 'settlement 1, chargeback 1, settlement 1', 'cancelled', 0],
    ['nobody pays, and the provider never says so', 'pending 1', 'to-pay', -1],
  ] as const)
    it(what, async () => {
      const { purchases, accept, find } = openPurchases();
      const { reference, pay } = await accept();
      for (const attempt of attempts.split(', ')) {
        const [transaction_status, transaction_id] = attempt.split(' ');
        const sum = { gross_amount: `${pay?.rupiah}.00`, fraud_status: 'accept' };
        const body = ofMidtrans({ order_id: reference, transaction_status, transaction_id, ...sum });
        expect((await purchases.callback(midtrans({ serverKey }), post(body))).status).to.equal(200);
      }
      const purchase = await find(reference);
      expect([purchase.state, purchase.money.owed]).to.deep.equal([state, owed * (pay?.rupiah ?? 0)]);
    });
});

describe('xendit', () => {
  const read = (body: object, headers: Record<string, string> = token) =>
    xendit({ callbackToken }).read(post(body, headers));
  const refund = { id: 'rfd-1', reference_id: 'INV-1.2/1', amount: 10_000, currency: 'IDR', status: 'SUCCEEDED' };
  const dispute = { id: 'mi-dspt-1', reference_id: 'INV-1', payment_id: 'py-1', currency: 'IDR', status: 'LOST' };
  const transaction = { payment: 'INV-1', id: '579c8d61' };
  const cases: [body: object, event: object | undefined][] = [
    [ofXendit(), { ...transaction, taken: 161_000 }],
    [ofXendit({ status: 'SETTLED' }), { ...transaction, taken: 161_000 }],
    [ofXendit({ status: 'PENDING' }), undefined],
    [ofXendit({ status: 'EXPIRED' }), transaction],
    [
      { event: 'refund.succeeded', data: refund },
      { payment: 'INV-1.2', id: 'rfd-1', back: 10_000 },
    ],
    [
      { event: 'refund.succeeded', data: { event: 'refund.succeeded', data: refund } },
      { payment: 'INV-1.2', id: 'rfd-1', back: 10_000 },
    ],
    [
      { event: 'dispute.lost', ...dispute, amount: { initial: '161000.00', terminal: null } },
      { payment: 'INV-1', id: 'mi-dspt-1', back: 161_000 },
    ],
    [
      { event: 'dispute.lost', ...dispute, amount: { initial: '161000.00', terminal: '10000.00' } },
      { payment: 'INV-1', id: 'mi-dspt-1', back: 10_000 },
    ],
  ];
  for (const [body, event] of cases)
    it(`reads ${JSON.stringify(body)}`, async () => {
      expect(await read(body)).to.deep.equal(event);
    });

  it('says by its name that it does not read an event, so that the log has each, and that it need not come again', async () => {
    const { purchases, lines } = openPurchases();
    for (const event of ['payment.capture', 'ewallet.capture', 'qr.payment', 'refund.failed', 'dispute.won']) {
      const body = { event, data: { ...refund, status: 'SUCCEEDED' } };
      expect(await refused(read(body))).to.deep.equal({ status: 200, field: 'event' });
      const answer = await purchases.callback(xendit({ callbackToken }), post(body, token));
      expect(answer.status).to.equal(200);
      // Each may be a payment, however soon the next one comes.
      expect(lines.at(-1)).to.include(` 200: the event ${event} of Xendit for ${refund.reference_id} is not read`);
    }
  });

  it('refuses another token, another currency, and a sum that is no whole rupiah', async () => {
    expect(await refused(read(ofXendit(), {}))).to.include({ status: 403 });
    expect(await refused(read(ofXendit(), { 'x-callback-token': 'guessed' }))).to.include({ status: 403 });
    expect(await refused(read(ofXendit({ currency: 'PHP' })))).to.deep.equal({ status: 400, field: 'currency' });
    expect(await refused(read(ofXendit({ paid_amount: 1.5 })))).to.deep.equal({
      status: 'unreadable',
      field: 'amount',
    });
    for (const [body, field] of [
      [{ event: 'refund.succeeded', data: null }, 'data'],
      [{ event: 'dispute.lost', ...dispute, amount: '161000.00' }, 'amount'],
      [{ event: 'dispute.lost', ...dispute, reference_id: null, amount: { initial: '1.00' } }, 'reference_id'],
      [ofXendit({ external_id: undefined }), 'external_id'],
    ] as const)
      expect(await refused(read(body)), field).to.deep.equal({ status: 400, field });
    expect(() => xendit({ callbackToken: '' })).to.throw(TypeError, 'callbackToken');
  });
});

describe('the recipe of the payment webhook', () => {
  it('counts the callbacks of the providers that the shop uses, and has no route for others', async () => {
    const { createPaymentWebhooks } = await recipe('payment-webhook.mjs');
    const { purchases, accept, find } = openPurchases();
    const { reference, pay } = await accept();
    const webhooks: Hono = createPaymentWebhooks({ purchases, midtransKey: serverKey });
    const paid = ofMidtrans({ order_id: reference, gross_amount: `${pay?.rupiah}.00` });
    const ask = async (path: string, body: string) => (await webhooks.request(path, { method: 'POST', body })).status;
    expect(await ask('/midtrans', '{')).to.equal(400);
    expect(await ask('/midtrans', JSON.stringify({ ...paid, signature_key: 'f00' }))).to.equal(403);
    expect(await ask('/midtrans', JSON.stringify(paid))).to.equal(200);
    expect(await ask('/xendit', JSON.stringify(ofXendit()))).to.equal(404);
    expect((await find(reference)).state).to.equal('booking');
  });
});
