import { rupiah } from '../form.ts';
import { CallbackError, isSecret, jsonOf, type PaymentProvider, requireRupiah, textOf } from './provider.ts';

/**
 * Reads Midtrans' HTTP notifications (https://docs.midtrans.com/docs/https-notification-webhooks), with all statuses of
 * https://docs.midtrans.com/docs/transaction-status-cycle.
 * Ask for a payment with `order_id: pay.id`.
 * @param serverKey of the Midtrans account
 * @throws {TypeError} if there is no key: no payment would count
 */
export function midtrans({ serverKey }: { serverKey: string | undefined }): PaymentProvider {
  if (!serverKey) throw new TypeError('midtrans needs the serverKey of your account: is the variable set?');
  return {
    async read(request) {
      const body = await jsonOf(request);
      const payment = textOf(body, 'order_id');
      const signed = payment + textOf(body, 'status_code') + textOf(body, 'gross_amount') + serverKey;
      if (!(await isSecret(textOf(body, 'signature_key').toLowerCase(), await sha512(signed))))
        throw new CallbackError(403, 'signature_key is not of this shop.', 'signature_key');
      requireRupiah(body.currency);
      const sum = rupiah(body.gross_amount, 'gross_amount');
      const transaction = { payment, id: textOf(body, 'transaction_id') };
      switch (textOf(body, 'transaction_status')) {
        case 'capture':
          // A challenged card is captured again once the merchant has accepted it.
          return body.fraud_status === 'accept' ? { ...transaction, taken: sum } : undefined;
        case 'settlement':
          return { ...transaction, taken: sum };
        case 'refund':
        case 'partial_refund':
        case 'partial_chargeback':
          return { ...transaction, taken: sum, back: refunded(body, sum) };
        case 'chargeback':
          return { ...transaction, taken: sum, isVoid: true };
        case 'deny':
        case 'cancel':
          return { ...transaction, isVoid: true };
        case 'expire':
        case 'failure':
          return transaction;
        default:
          return undefined;
      }
    },
  };
}

/** Rupiah that went back until now. A full refund need not say how much; a part that does not is refused. */
function refunded({ transaction_status, refund_amount, refunds }: Record<string, unknown>, sum: number): number {
  const parts = Array.isArray(refunds) ? refunds.map((one) => rupiah(Object(one).refund_amount, 'refunds')) : [];
  const listed = parts.reduce((total, part) => total + part, 0);
  if (refund_amount === undefined && listed) return listed;
  if (refund_amount === undefined && transaction_status === 'refund') return sum;
  return Math.max(listed, rupiah(refund_amount, 'refund_amount'));
}

async function sha512(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-512', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
