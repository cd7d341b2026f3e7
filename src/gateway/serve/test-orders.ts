import { randomUUID } from 'node:crypto';
import { isEndState } from '../../contract/index.ts';
import { type Answer, type Ask, codeOf } from './activate-service.ts';

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
    const made: Made = { kind, reference, id: idOf(answer, reference) };
    this.#open.add(made);
    if (!made.id) made.id = idOf(await send(), reference);
    this.#ids.add(made.id);
    return { answer, made };
  }

  /** Whether an id is that of an order or a draft of this run. */
  has(id: unknown): boolean {
    return typeof id === 'string' && id !== '' && this.#ids.has(id);
  }

  /** A draft has become an order. @returns undefined if `id` has not the form of one */
  confirmed(draft: Made, id: unknown): Made | undefined {
    if (!isId(id)) return undefined;
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

  /**
   * Asks the service, because its answer to a cancellation alone proves nothing.
   * @returns the state, `deleted` of a draft that is gone, or undefined if the service does not say
   */
  async state(made: Made): Promise<string | undefined> {
    const { kind, id } = made;
    const answer = await this.#ask(kind === 'order' ? 'readOrder' : 'readDraftOrder', undefined, { id });
    const { status, json } = answer;
    const isGone = kind === 'draft' && status === 404 && ![undefined, unknownRoute].includes(codeOf(answer));
    const read = status === 200 && json.id === id && typeof json.status === 'string' ? json.status : undefined;
    if (isGone || (kind === 'order' && isEndState(read ?? ''))) this.#open.delete(made);
    return isGone ? 'deleted' : read;
  }

  /**
   * Ends what is left.
   * @returns a sentence for each that is still at the service, or may be, with what to do
   */
  async clear(): Promise<string[]> {
    const left: string[] = [];
    for (const made of [...this.#open]) {
      const { kind, id, reference } = made;
      if (id) {
        if (kind === 'order') await this.#ask('cancelOrder', reason, { id });
        else await this.#ask('deleteDraftOrder', undefined, { id });
        await this.state(made);
      }
      if (!this.#open.has(made)) continue;
      const end = kind === 'order' ? 'cancel it in the dashboard' : 'delete it in the dashboard, or cancel its order';
      left.push(
        id
          ? `The test ${kind} ${id} may still be at the service: ${end}.`
          : `It is not known whether the test ${kind} with the reference ${reference} was made: look for it, and ${end}.`,
      );
    }
    return left;
  }
}

/** The code of a 404 for a path that the service does not have. */
const unknownRoute = 40400000;

/** The service itself, and no proxy before it, says that it has made nothing. */
const isRefused = (answer: Answer): boolean => {
  const { status, json } = answer;
  const isSaid = typeof json.error === 'string' || codeOf(answer) !== undefined;
  return status >= 400 && status < 500 && isSaid && !json.id;
};

const isId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,64}$/.test(id);

/** The id of what was made, or of the order that has the reference already. Empty if the answer is about another reference. */
function idOf({ json }: Answer, reference: string): string {
  const id = [undefined, null, reference].includes(json.reference_id as string)
    ? (json.id ?? Object(json.details).order_id)
    : undefined;
  return isId(id) ? id : '';
}
