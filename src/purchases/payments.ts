import type { Rupiah } from '../contract/index.ts';
import { isPurchaseError, PurchaseError, rupiah } from './form.ts';
import type { Purchases } from './options.ts';
import { isCallbackError, type PaymentEvent } from './providers/provider.ts';
import type { Delivery, Purchase } from './purchase.ts';
import type { PurchaseEvent } from './transitions.ts';
import { numberOf, type PurchaseView, referenceOf } from './view.ts';

interface PaymentVerbsOptions {
  log(line: string): void;
  logOnce(line: string, kind?: string): void;
  apply(reference: string, event: PurchaseEvent): Promise<{ purchase: Purchase; changed: boolean }>;
  /** Applies an event, and tells the shop's code. */
  done(reference: string, event: PurchaseEvent): Promise<PurchaseView>;
  view(purchase: Purchase): Promise<PurchaseView>;
}

/** The verbs for the money of purchases: what a provider is asked for, and what it says. */
export function paymentVerbs({
  log,
  logOnce,
  apply,
  done,
  view,
}: PaymentVerbsOptions): Pick<Purchases, 'take' | 'paid' | 'declined' | 'givenBack' | 'callback'> {
  async function money({ payment, id, taken = 0, back = 0, isVoid = false }: PaymentEvent): Promise<PurchaseView> {
    for (const [field, text] of Object.entries({ payment, id }))
      if (typeof text !== 'string' || !text)
        throw new PurchaseError('unreadable', `${field} must be a text: ${whatIs[field as 'id']}.`, { field });
    const sums = { taken: rupiah(taken, 'taken'), back: rupiah(back, 'back') };
    return done(referenceOf(payment), { kind: 'money', payment: { id, ...sums, isVoid }, number: numberOf(payment) });
  }

  /** Asks the provider for what is due. What has no answer may have been taken: it stays asked for under the same number, and nothing else does. */
  async function take(reference: string, takePayment: Parameters<Purchases['take']>[1]): Promise<PurchaseView> {
    // Stored before it is asked: the answer may be lost, or this process.
    const before = await view((await apply(reference, { kind: 'unanswered' })).purchase);
    const { pay } = before;
    if (!pay) return before;
    try {
      const id = await takePayment(pay.id, pay.rupiah);
      if (id !== null) return await money({ payment: pay.id, id, taken: pay.rupiah });
      await money({ payment: pay.id, id: `${pay.id} declined` });
    } catch (problem) {
      log(`${pay.id} waits: its payment has no answer: ${problem}`);
      throw unconfirmed(before.deliveries, pay.rupiah);
    }
    throw new PurchaseError('declined', 'The payment was not taken. Please try again or pay otherwise.');
  }

  return {
    take,
    paid: async (payment, { id, rupiah: sum }) => money({ payment, id, taken: rupiah(sum, 'rupiah') }),
    declined: async (payment, { id }) => money({ payment, id }),
    givenBack: async (payment, { id, rupiah: sum }) => money({ payment, id, back: rupiah(sum, 'rupiah') }),
    async callback(provider, request) {
      try {
        const event = await provider.read(request);
        if (event) await money(event);
        return Response.json({ ok: true });
      } catch (problem) {
        const { message, field } = problem as { message: string; field?: string };
        const doesNotCount = "A payment's callback does not count, and is answered with";
        if (isCallbackError(problem)) {
          const { status } = problem;
          const line = `${doesNotCount} ${status}: ${message}`;
          // What is answered with 200 was signed, and does not come again.
          if (status === 200) log(line);
          else logOnce(line, `${status} ${field}`);
          return Response.json({ error: message, field }, { status });
        }
        if (!isPurchaseError(problem)) {
          log(`A payment's callback failed, and is answered with 500: ${message}`);
          return Response.json({ error: 'It was not stored: call again.' }, { status: 500 });
        }
        const status = problem.code === 'unreadable' ? 400 : 404;
        // It was signed, so it is no stranger's.
        log(`${doesNotCount} ${status}: ${message}`);
        return Response.json({ error: message, field }, { status });
      }
    },
  };
}

/** It names the choice that may be paid: the page may have another one by now. */
export const unconfirmed = (deliveries: readonly Pick<Delivery, 'courier' | 'service'>[], rupiah: Rupiah) => {
  const same = deliveries.map(({ courier, service }) => `${courier}/${service}`).join(', ');
  return new PurchaseError(
    'unconfirmed',
    `We are checking your payment. Please try the same again in a moment (${same}, same place and switches, Rp ${rupiah.toLocaleString('en')} now): you pay once at most.`,
  );
};

const whatIs = { payment: 'the `id` of `pay`', id: "the provider's own number of the transaction" };
