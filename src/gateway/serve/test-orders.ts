import { randomUUID } from 'node:crypto';
import { isEndState } from '../../contract/index.ts';
import type { Answer, Ask } from './activate-service.ts';

/** Why the run ends its orders. */
export const reason = { cancellation_reason_code: 'others', cancellation_reason: 'Test order' };

/** An order or a draft that this run has made, or may have made. */
export interface Made {
  kind: 'order' | 'draft';
  reference: string;
  /** Empty while it is not known. */
  id: string;
}

/** Each order and draft of a run, so that none stays behind at the service. */
export class TestOrders {
  readonly #ask: Ask;
  readonly #open = new Set<Made>();
  readonly #ids = new Set<string>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /**
   * Makes an order or a draft. One whose answer does not say whether it was made is asked for again: a used reference names its order.
   * @returns the first answer, and what is known of it. Undefined if it was refused
   */
  async make(kind: Made['kind'], body: object, reference = `activate-${randomUUID()}`) {
    const send = () =>
      this.#ask(kind === 'order' ? 'createOrder' : 'createDraftOrder', { ...body, reference_id: reference });
    const answer = await send();
    if (isRefused(answer)) return { answer, made: undefined };
    const made: Made = { kind, reference, id: idOf(answer) };
    this.#open.add(made);
    if (!made.id) made.id = idOf(await send());
    this.#ids.add(made.id);
    return { answer, made };
  }

  /** Whether an id is that of an order or a draft of this run. */
  has(id: unknown): boolean {
    return typeof id === 'string' && id !== '' && this.#ids.has(id);
  }

  /** A draft has become an order. */
  confirmed(draft: Made, id: string): Made {
    this.#open.delete(draft);
    const order: Made = { kind: 'order', reference: draft.reference, id };
    this.#open.add(order);
    this.#ids.add(id);
    return order;
  }

  /** It was delivered. */
  ended(made: Made): void {
    this.#open.delete(made);
  }

  /** @returns whether the service says, asked again, that it has ended */
  async end(made: Made): Promise<boolean> {
    const { kind, id } = made;
    if (!id) return false;
    if (kind === 'order') await this.#ask('cancelOrder', reason, { id });
    else await this.#ask('deleteDraftOrder', undefined, { id });
    return this.hasEnded(made);
  }

  /** Asks the service, and believes no answer to a cancellation alone. */
  async hasEnded(made: Made): Promise<boolean> {
    const { kind, id } = made;
    const now = await this.#ask(kind === 'order' ? 'readOrder' : 'readDraftOrder', undefined, { id });
    const hasEnded =
      kind === 'order'
        ? now.status === 200 && now.json.id === id && typeof now.json.status === 'string' && isEndState(now.json.status)
        : now.status === 404;
    if (hasEnded) this.#open.delete(made);
    return hasEnded;
  }

  /**
   * Ends what is left.
   * @returns a sentence for each that is still at the service, or may be, with what to do
   */
  async clear(): Promise<string[]> {
    const left: string[] = [];
    for (const made of [...this.#open]) {
      if (await this.end(made)) continue;
      const { kind, id, reference } = made;
      const end = kind === 'order' ? 'cancel' : 'delete';
      left.push(
        id
          ? `The test ${kind} ${id} is still at the service: ${end} it in the dashboard.`
          : `It is not known whether the test ${kind} with the reference ${reference} was made: look for it in the dashboard, and ${end} it.`,
      );
    }
    return left;
  }
}

/** The service has understood it, and made nothing. */
const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500;

/** The id of what was made, or of the order that has the reference already. */
function idOf({ json }: Answer): string {
  const id = json.id ?? Object(json.details).order_id;
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : '';
}
