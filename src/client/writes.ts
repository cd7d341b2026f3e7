import { type WriteOperation, type Written, withoutTokens } from '../contract/index.ts';
import { isShippingFailure } from './errors/index.ts';
import { fingerprint, randomReference } from './fingerprint.ts';
import type { WriteOptions } from './options.ts';
import type { PlacedWrites } from './placed-writes.ts';
import { sameWrite, type UnansweredWrite, type UnansweredWrites } from './unanswered-writes.ts';

/**
 * Sends each write once, and knows by which refusal it had worked all the same: a browser sends a POST twice by itself where
 * a kept connection closes without an answer, and only the second one is answered (contract/README.md §2.3).
 *
 * - A random reference is used by nobody else, and an order is cancelled once, whoever did it: that is success.
 * - So it is where the very same write went out before and had no answer. Where only another body did, under the same
 *   reference, that one was placed, and this one is refused: the refusal carries the `earlier` write.
 * - A reference of the shop's own may be used by this very send or by anybody: the `outcome` is unknown, and stays so for all
 *   that goes out under it.
 */
export class Writes {
  readonly #unanswered: UnansweredWrites;
  readonly #placed: PlacedWrites;

  constructor(unanswered: UnansweredWrites, placed: PlacedWrites) {
    this.#unanswered = unanswered;
    this.#placed = placed;
  }

  /**
   * @param transmit sends the body once, and calls `onSend` as it goes out: what fails before that did not happen
   * @returns what `transmit` returns, or what a send of the very same write has come to
   * @throws what `transmit` throws; the `outcome` is `unknown` while any send of the very same write has no answer
   */
  async send<Request extends object, Response extends Written, Found extends Written>(
    operation: UnansweredWrite['operation'],
    row: WriteOperation<Request, Response, Found>,
    request: Request,
    { place, random, shopReference }: Omit<WriteOptions, 'signal'>,
    transmit: (body: Request, onSend: () => void) => Promise<Response>,
  ): Promise<Response | Found> {
    const made = randomReference();
    const body = row.complete(request, made);
    const reference = String(body[row.reference]);
    const write: UnansweredWrite = {
      ...{ operation, reference, fingerprint: fingerprint(row.sameWrite === 'reference' ? {} : withoutTokens(body)) },
      ...(shopReference && { shopReference }),
    };
    // Taken now: until the answer is there the caller may change its objects.
    const goods = fingerprint(row.goods?.(body) ?? null);
    const isOurs = random || reference === made;
    let before = this.#unanswered.under(write);
    let sent = false;
    const onSend = () => {
      // Again: since the call began, another one may have gone out.
      before = [...before, ...this.#unanswered.under(write)];
      sent = true;
      this.#unanswered.start(write, place);
    };
    const worked = <Answer extends Response | Found>(answer: Answer): Answer => {
      this.#unanswered.settle(write);
      if (operation === 'cancelOrder') this.#placed.cancel(reference);
      else {
        const { id, cancel } = answer;
        this.#placed.remember(place, { operation, reference, id, goods, ...(cancel && { cancel }) });
      }
      return answer;
    };
    try {
      const answer = await transmit(body, onSend);
      this.#unanswered.end(write, false);
      return worked(answer);
    } catch (thrown) {
      const failure = isShippingFailure(thrown) ? thrown : undefined;
      const refusal = failure?.code === 'refused' ? failure : undefined;
      const { serviceCode: code, serviceMessage: error, details } = refusal ?? {};
      const found = row.recovered({ code, error, details }, reference, isOurs);
      // By its ledger the gateway knows: it is another order's.
      const isCertain = refusal?.status === 409;
      // What was used before does not belong to what went out since.
      const holders = this.#unanswered.isUsed(write) ? [] : before;
      const isUsed = refusal?.reason === 'reference-used' && !isCertain;
      const doubtful = isUsed && !holders.length && !(isOurs && found);
      // An abort is no answer: the request may have been on its way.
      if (sent) this.#unanswered.end(write, !failure || failure.outcome === 'unknown' || doubtful);
      if (doubtful) this.#unanswered.markUsed(write);
      else if (refusal && found) {
        if (!holders.length || holders.some((other) => sameWrite(other, write))) return worked(found);
        this.#unanswered.settle(write);
        Object.assign(refusal, { earlier: found });
      }
      if (failure && this.#unanswered.has(write)) failure.outcome = 'unknown';
      throw thrown;
    }
  }
}
