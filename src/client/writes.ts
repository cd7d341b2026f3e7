import { type WriteOperation, type Written, withoutTokens } from '../contract/index.ts';
import { isShippingFailure } from './errors/index.ts';
import { fingerprint, randomReference } from './fingerprint.ts';
import type { WriteOptions } from './options.ts';
import type { PlacedWrites } from './placed-writes.ts';
import { sameWrite, type UnansweredWrite, type UnansweredWrites } from './unanswered-writes.ts';

/**
 * Sends each write once. The service may call the reference used because an earlier send worked: browsers repeat a POST by
 * themselves when a connection closes without an answer, and only the second one is answered (contract/README.md §2.3).
 *
 * - A random reference belongs to this order alone, and a cancelled order is cancelled. Both are success.
 * - An earlier send of the same write without an answer is success too. If only another body was sent under the reference,
 *   that one was placed and this one is refused: the error carries it as `earlier`.
 * - The shop's own reference may be used by this send or by another order. The `outcome` is unknown for all writes under it.
 */
export class Writes {
  readonly #unanswered: UnansweredWrites;
  readonly #placed: PlacedWrites;

  constructor(unanswered: UnansweredWrites, placed: PlacedWrites) {
    this.#unanswered = unanswered;
    this.#placed = placed;
  }

  /**
   * @param transmit sends the body once, and calls `onSend` right before it does
   * @returns the answer, or the result of an earlier send of the same write
   * @throws the error of `transmit`; its `outcome` is `unknown` while any send of the same write has no answer
   */
  async send<Request extends object, Response extends Written, Found extends Written>(
    operation: UnansweredWrite['operation'],
    row: WriteOperation<Request, Response, Found>,
    request: Request,
    { widgetKey, random, shopReference }: Omit<WriteOptions, 'signal'>,
    transmit: (body: Request, onSend: () => void) => Promise<Response>,
  ): Promise<Response | Found> {
    const newReference = randomReference();
    const body = row.complete(request, newReference);
    const reference = String(body[row.reference]);
    const write: UnansweredWrite = {
      ...{ operation, reference, fingerprint: fingerprint(row.sameWrite === 'reference' ? {} : withoutTokens(body)) },
      ...(shopReference && { shopReference }),
    };
    // Now, because the caller may change its objects before the answer comes.
    const goods = fingerprint(row.goods?.(body) ?? null);
    const isOurs = random || reference === newReference;
    let earlier = this.#unanswered.under(write);
    let sent = false;
    const onSend = () => {
      // Another write may have been sent since the call began.
      earlier = [...earlier, ...this.#unanswered.under(write)];
      sent = true;
      this.#unanswered.start(write, widgetKey);
    };
    const succeed = <Answer extends Response | Found>(answer: Answer): Answer => {
      this.#unanswered.resolve(write);
      if (operation === 'cancelOrder') this.#placed.cancel(reference);
      else {
        const { id, cancel } = answer;
        this.#placed.remember(widgetKey, { operation, reference, id, goods, ...(cancel && { cancel }) });
      }
      return answer;
    };
    try {
      const answer = await transmit(body, onSend);
      this.#unanswered.end(write, false);
      return succeed(answer);
    } catch (thrown) {
      const failure = isShippingFailure(thrown) ? thrown : undefined;
      const refusal = failure?.code === 'refused' ? failure : undefined;
      const { serviceCode: code, serviceMessage: error, details } = refusal ?? {};
      const found = row.recovered({ code, error, details }, reference, isOurs);
      // The gateway answers 409 if its ledger has another order under the reference.
      const isUsed = refusal?.reason === 'reference-used' && refusal.status !== 409;
      // An order that used the reference before is none of the writes sent since.
      const candidates = this.#unanswered.isUsed(write) ? [] : earlier;
      const isUncertain = isUsed && !candidates.length && !(isOurs && found);
      // After an abort there is no answer either.
      if (sent) this.#unanswered.end(write, !failure || failure.outcome === 'unknown' || isUncertain);
      if (isUncertain) this.#unanswered.markUsed(write);
      else if (refusal && found) {
        if (!candidates.length || candidates.some((other) => sameWrite(other, write))) return succeed(found);
        this.#unanswered.resolve(write);
        Object.assign(refusal, { earlier: found });
      }
      if (failure && this.#unanswered.has(write)) failure.outcome = 'unknown';
      throw thrown;
    }
  }
}
