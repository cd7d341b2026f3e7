import { isShippingFailure, type ShippingClient } from '../../../src/client/index.ts';
import type { Item, Rate, RatesRequest } from '../../../src/contract/index.ts';
import { clientOf } from '../../support/clients.ts';
import { json, rate } from '../../support/fixtures.ts';

/** What the service does with a question, in the end. */
export const replies = [
  'rates',
  'moved',
  'removed',
  'no-cod',
  /** Rows without the parts of their prices. */
  'bare',
  'no-courier',
  /** Nobody collects cash, and all that was asked comes to nothing by it. */
  'refused',
  '500',
  'network',
] as const;
export type Reply = (typeof replies)[number];

/** A request that the service has not answered yet; one that was given up can still be answered, too late. */
interface Held {
  /** Undefined when it is for the list of couriers. */
  question: string | undefined;
  signal: AbortSignal;
  reply(how: Reply): void;
}

/** What an element has asked its client for rates, and what came of it. */
export interface Asked extends Pair {
  question: string;
  couriers: readonly string[];
  outcome: 'waiting' | 'answered' | 'no-courier' | 'refused' | 'failed' | 'given up';
  rates: readonly Rate[];
}

/** Where the switches stand, or what was asked for. */
export interface Pair {
  insured: boolean;
  paid: boolean;
}

const all = ['jne', 'sicepat'];

/** A question in a few words: two of them are the same exactly when their words are. */
export const questionOf = (to: unknown, quantity: unknown, couriers: string, insured: boolean, paid: boolean) =>
  [`to ${to}`, `${quantity} pieces`, couriers || all.join(), insured && 'insured', paid && 'COD']
    .filter(Boolean)
    .join(', ');

/** What a question says of the shipment. */
export const shipmentOf = (question: string) => question.split(', ').slice(0, 2).join();

export type Body = Partial<RatesRequest> & { items?: Item[] };

const asking = ({ destination_postal_code, items, couriers = '', ...body }: Body) =>
  questionOf(
    destination_postal_code,
    items?.[0]?.quantity,
    couriers,
    'courier_insurance' in body,
    'destination_cash_on_delivery' in body,
  );

/** Rupiah that each extra costs where a service has it. */
export const fees = { insured: 1, paid: 2 };

/** The price says what it is an answer to: a stale one gives itself away. Without fees it is kept as what the carriage costs. */
export function rowsFor(body: Body, how: Reply): Rate[] {
  const place = (Number(body.destination_postal_code) % 1000) * 10 + (body.items?.[0]?.quantity ?? 0);
  const base = place * 100 + (how === 'moved' ? 50 : 0);
  const [insured, paid] = [body.courier_insurance !== undefined, body.destination_cash_on_delivery !== undefined];
  const row = (key: string, more: number, collects: boolean, insures: boolean): Rate => {
    const [courier_code = '', courier_service_code = ''] = key.split('/');
    const carriage = base + more;
    const insurance_fee = insured && insures ? fees.insured : 0;
    const cash_on_delivery_fee = paid && collects ? fees.paid : 0;
    const parts = how === 'bare' ? {} : { shipping_fee: carriage, insurance_fee, cash_on_delivery_fee };
    return {
      ...rate({ shipping_fee: undefined, insurance_fee: undefined, cash_on_delivery_fee: undefined, ...parts }),
      ...{ courier_code, courier_service_code, courier_name: courier_code, courier_service_name: key, carriage },
      ...{ available_for_cash_on_delivery: collects, available_for_insurance: insures },
      price: carriage + insurance_fee + cash_on_delivery_fee,
    };
  };
  const rows = [
    row('jne/reg', 20, how !== 'no-cod', true),
    row('jne/oke', 10, false, true),
    row('sicepat/reg', 30, true, false),
  ];
  return rows.filter(
    (candidate) =>
      body.couriers?.split(',').includes(candidate.courier_code) &&
      !(how === 'removed' && candidate.courier_service_code === 'reg'),
  );
}

export function responseTo(body: Body, how: Reply): Response {
  if (how === 'network') throw new TypeError('Failed to fetch');
  if (how === '500') return new Response('', { status: 500 });
  const refused = how === 'refused' && body.destination_cash_on_delivery !== undefined;
  if (refused) return json({ success: false, error: 'no cash', code: 40002031 }, { status: 400 });
  if (how === 'no-courier') return json({ success: false, error: 'nobody', code: 40001010 }, { status: 400 });
  return json({ success: true, pricing: rowsFor(body, how) });
}

/** A service that answers when and as a sequence says, and a client of it that keeps a record of what it is asked. */
export function heldService(onRequest: () => (question: string) => void) {
  const held = new Set<Held>();
  /** Asked for rates, latest last. */
  const asked: Asked[] = [];
  const list: Pick<Asked, 'outcome'> = { outcome: 'waiting' };
  const waiting = new Set<{ question: string | undefined }>();

  const client = clientOf(async (request, signal) => {
    const quoting = request.method === 'POST';
    const requested = quoting ? onRequest() : undefined;
    const body: Body = quoting ? await request.json() : {};
    const question = quoting ? asking(body) : undefined;
    if (question) requested?.(question);
    return new Promise<Response>((resolve, reject) => {
      const reply = (how: Reply) => {
        held.delete(call);
        try {
          const listed = how === '500' || how === 'network' ? responseTo({}, how) : json(couriers);
          resolve(quoting ? responseTo(body, how) : listed);
        } catch (error) {
          reject(error);
        }
      };
      const call: Held = { question, signal, reply };
      held.add(call);
    });
  });

  /** Notes what becomes of an answer, beside the element that waits for it. */
  function follow<T>(answer: Promise<T>, record: Pick<Asked, 'outcome'>, done: (response: T) => void): Promise<T> {
    const waiter = { question: (record as Partial<Asked>).question };
    waiting.add(waiter);
    const failed = (error: unknown) => {
      const reason = isShippingFailure(error) && error.code === 'refused' ? error.reason : undefined;
      if (reason === 'no-courier') record.outcome = reason;
      else if (reason === 'cod-unavailable') record.outcome = 'refused';
      else record.outcome = isShippingFailure(error) ? 'failed' : 'given up';
    };
    void answer.then(done, failed).finally(() => waiting.delete(waiter));
    return answer;
  }

  /** Whether whoever waits has a request under way: an answer that came has been read to its end. */
  const digested = () =>
    [...waiting].every((waiter) =>
      [...held].some((call) => !call.signal.aborted && !call.question === !waiter.question),
    );

  const recording: ShippingClient = {
    ...client,
    listCouriers: (request, options) =>
      follow(client.listCouriers(request, options), list, () => {
        list.outcome = 'answered';
      }),
    quoteRates: (request, options) => {
      const { couriers: codes, ...body } = request;
      const record: Asked = {
        ...{ question: asking(request), outcome: 'waiting', rates: [], couriers: codes.split(',') },
        ...{ insured: 'courier_insurance' in body, paid: 'destination_cash_on_delivery' in body },
      };
      asked.push(record);
      return follow(client.quoteRates(request, options), record, ({ pricing }) => {
        record.outcome = 'answered';
        record.rates = pricing;
      });
    },
  };
  return { client: recording, held, asked, waiting, list, digested };
}

export type HeldService = ReturnType<typeof heldService>;

export const couriers = {
  success: true,
  couriers: all.map((courier_code) => ({ courier_code, courier_name: courier_code, courier_service_code: 'reg' })),
};
