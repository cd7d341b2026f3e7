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

/** A provider for tests and demos, which takes no money. */
export interface TestProvider extends PaymentProvider {
  /** A callback that the shop's route reads. `declined` takes nothing, `taken-back` takes all of it back. */
  callback(payment: string, rupiah: number, status?: 'paid' | 'declined' | 'taken-back'): Request;
}

/**
 * A provider that can decline and take back, for tests and demos.
 * @param secret signs its callbacks: whoever has it can say "paid"
 */
export function testProvider({ secret }: { secret: string }): TestProvider {
  if (!secret) throw new TypeError('testProvider needs a secret.');
  return {
    callback(payment, sum, status = 'paid') {
      const body = JSON.stringify({ payment, amount: sum, currency: 'IDR', status });
      const headers = { 'content-type': 'application/json', 'x-test-secret': secret };
      return new Request('http://shop.invalid/payments/test', { method: 'POST', headers, body });
    },
    async read(request): Promise<PaymentEvent> {
      if (!(await isSecret(request.headers.get('x-test-secret'), secret)))
        throw new CallbackError(403, 'x-test-secret is not of this shop.', 'x-test-secret');
      const body = await jsonOf(request);
      requireRupiah(body.currency);
      const payment = textOf(body, 'payment');
      const transaction = { payment, id: `test ${payment}` };
      const status = textOf(body, 'status');
      if (status === 'declined') return transaction;
      return { ...transaction, taken: rupiah(body.amount, 'amount'), isVoid: status === 'taken-back' };
    },
  };
}
