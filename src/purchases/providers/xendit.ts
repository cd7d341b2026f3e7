import { rupiah } from '../form.ts';
import { CallbackError, isSecret, jsonOf, type PaymentProvider, requireRupiah, textOf } from './provider.ts';

/**
 * Reads Xendit's callbacks of invoices and of refunds (https://docs.xendit.co/docs/handling-webhooks).
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
      if (typeof body.event === 'string') return refundIn(body);
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

/** Each refund is a transaction of its own. */
function refundIn({ event, data }: Record<string, unknown>) {
  if (event !== 'refund.succeeded') return undefined;
  if (typeof data !== 'object' || data === null) throw new CallbackError(400, 'data must be an object.', 'data');
  const refund = data as Record<string, unknown>;
  requireRupiah(refund.currency);
  const [payment = ''] = textOf(refund, 'reference_id').split('/');
  return { payment, id: textOf(refund, 'id'), back: rupiah(refund.amount, 'amount') };
}
