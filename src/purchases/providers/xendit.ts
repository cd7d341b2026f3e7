import { rupiah } from '../form.ts';
import {
  CallbackError,
  isSecret,
  jsonOf,
  type PaymentEvent,
  type PaymentProvider,
  requireRupiah,
  textOf,
} from './provider.ts';

/**
 * Reads Xendit's callbacks of invoices, refunds (https://docs.xendit.co/apidocs/refund-webhook-notification) and disputes
 * (https://docs.xendit.co/apidocs/dispute-webhook-notifications). A declined attempt leaves an invoice open, so it is no callback.
 * Ask for a payment with `external_id: pay.id`, and refund with a `reference_id` that begins with it: `pay.id + '/1'`.
 * @param callbackToken of the Xendit account
 * @throws {TypeError} if there is no token: no payment would count
 */
export function xendit({ callbackToken }: { callbackToken: string | undefined }): PaymentProvider {
  if (!callbackToken) throw new TypeError('xendit needs the callbackToken of your account: is the variable set?');
  return {
    async read(request) {
      if (!(await isSecret(request.headers.get('x-callback-token'), callbackToken)))
        throw new CallbackError(403, 'x-callback-token is not of this shop.', 'x-callback-token');
      const body = await jsonOf(request);
      if (typeof body.event === 'string') return goneIn(body);
      const transaction = { payment: textOf(body, 'external_id'), id: textOf(body, 'id') };
      requireRupiah(body.currency);
      switch (textOf(body, 'status')) {
        case 'PAID':
        case 'SETTLED':
          return { ...transaction, taken: rupiah(body.paid_amount ?? body.amount, 'amount') };
        case 'EXPIRED':
          return transaction;
        default:
          return undefined;
      }
    },
  };
}

function goneIn(body: Record<string, unknown>): PaymentEvent {
  switch (body.event) {
    case 'refund.succeeded': {
      const data = objectIn(body, 'data');
      // The published sample has the refund in a second envelope.
      const refund = data.data === undefined ? data : objectIn(data, 'data');
      return gone(refund, refund.amount);
    }
    case 'dispute.lost': {
      const { initial, terminal } = objectIn(body, 'amount');
      return gone(body, terminal ?? initial);
    }
    default: {
      const { reference_id, external_id = reference_id } = { ...body, ...Object(body.data) };
      const of = external_id === undefined ? '' : ` for ${external_id}`;
      throw new CallbackError(
        200,
        `the event ${body.event} of Xendit${of} is not read, also if it is a payment.`,
        'event',
      );
    }
  }
}

/** Each refund is a transaction of its own, and each chargeback. */
function gone(data: Record<string, unknown>, sum: unknown): PaymentEvent {
  requireRupiah(data.currency);
  const [payment = ''] = textOf(data, 'reference_id').split('/');
  return { payment, id: textOf(data, 'id'), back: rupiah(sum, 'amount') };
}

function objectIn(body: Record<string, unknown>, field: string): Record<string, unknown> {
  const value = body[field];
  if (typeof value !== 'object' || value === null) throw new CallbackError(400, `${field} must be an object.`, field);
  return value as Record<string, unknown>;
}
