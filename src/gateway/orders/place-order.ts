import { canonical } from '../../contract/index.ts';
import type { Entry, Intent } from '../ledger/index.ts';
import { type GatewayAnswer, Refusal } from '../upstream/index.ts';
import { type OrderDeps, poll, secondsLeft, storedAnswer } from './order-deps.ts';
import { sendOrder } from './send.ts';

/**
 * Makes an order, or a draft, once. The same request again gets the same answer, or waits for it.
 * @param check checks the body. Its rules may depend on the date, so an order that was sent before is not checked again
 * @param alone the order belongs to the permit that claimed it. Another one is refused, and gets neither the answer nor the wait
 * @throws {Refusal | ServiceRefusal}
 */
export async function placeOrder(
  deps: OrderDeps,
  intent: Intent,
  check: () => void,
  alone = false,
): Promise<GatewayAnswer> {
  let last: Entry | undefined;
  const answer = await poll(deps, async () => {
    last = await deps.ledger.find(intent);
    const claimed = await claim(deps, intent, last, check, alone);
    if (claimed) return carryOut(deps, claimed);
    if (alone) {
      // Another process may have claimed it since.
      last = await deps.ledger.find(intent);
      if (last && last.state !== 'refused' && last.permit !== intent.permit) throw new Refusal('reference-used');
    }
    return last && answerOf(deps, intent, last);
  });
  if (answer) return answer;
  throw unconfirmed(deps, last);
}

/** Returns the entry if this request has claimed it. */
async function claim(
  { ledger }: OrderDeps,
  intent: Intent,
  entry: Entry | undefined,
  check: () => void,
  alone: boolean,
): Promise<Entry | undefined> {
  if (!entry) {
    check();
    return ledger.claim(intent);
  }
  const claimAgain = () => {
    check();
    return ledger.claimAnew(intent, entry);
  };
  const permitted = entry.permit === intent.permit;
  const same = entry.fingerprint === intent.fingerprint;
  if (entry.state === 'claimed' && ledger.over(entry)) {
    // The shopper may have accepted another price since.
    const unchanged = same && canonical(entry.terms) === canonical(intent.terms);
    return unchanged && (permitted || !alone) ? ledger.begin(entry, { kind: 'take-over' }) : claimAgain();
  }
  // A refused order does not exist. The shop may allow it again, or another order under the same reference.
  const isAnswered = same && permitted && !alone;
  return entry.state === 'refused' && !isAnswered ? claimAgain() : undefined;
}

/**
 * Returns the answer for an entry of another request. Sends the order again if the lease has ended. Undefined while the other request
 * works on it.
 * @throws {Refusal} `reference-used`, `needs-attention` or `unconfirmed`
 */
async function answerOf(deps: OrderDeps, intent: Intent, entry: Entry): Promise<GatewayAnswer | undefined> {
  if (entry.fingerprint !== intent.fingerprint) {
    if (entry.state === 'claimed' || entry.state === 'refused') return undefined;
    throw new Refusal('reference-used');
  }
  if (entry.answer !== null) return storedAnswer(entry);
  if (entry.state === 'needs-attention') throw new Refusal('needs-attention');
  if (entry.state === 'claimed' || !deps.ledger.over(entry)) return undefined;
  const sending = await deps.ledger.begin(entry, { kind: 'send-again' });
  if (!sending) return undefined;
  return answerAfter(deps, sending.state === 'sending' ? await sendOrder(deps, sending) : sending);
}

/** Checks the price and sends the order. Undefined if another request has taken the claim over. */
async function carryOut(deps: OrderDeps, claimed: Entry): Promise<GatewayAnswer | undefined> {
  const terms = await deps.check(claimed).catch(async (problem) => {
    // Nothing was sent and the caller gets the reason, so the claim is deleted.
    await deps.ledger.release(claimed);
    throw problem;
  });
  const sending = await deps.ledger.begin(claimed, { kind: 'send', terms });
  return sending && answerAfter(deps, await sendOrder(deps, sending));
}

function answerAfter(deps: OrderDeps, entry: Entry): GatewayAnswer {
  if (entry.answer !== null) return storedAnswer(entry);
  throw unconfirmed(deps, entry);
}

function unconfirmed(deps: OrderDeps, entry: Entry | undefined): Refusal {
  if (entry?.state === 'needs-attention') return new Refusal('needs-attention');
  return new Refusal('unconfirmed', entry ? { retryAfter: secondsLeft(deps, entry) } : {});
}
