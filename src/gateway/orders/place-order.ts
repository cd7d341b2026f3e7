import type { Entry, Intent } from '../ledger/index.ts';
import { type Answer, Refusal } from '../upstream/index.ts';
import { lookUntil, type OrderDeps, secondsLeft, toldBefore } from './order-deps.ts';
import { sendOrder } from './send.ts';

/**
 * Makes an order, or a draft, once: whoever asks for the same again is told what was told before, or waits for it.
 * @throws {Refusal | ServiceRefusal}
 */
export async function placeOrder(deps: OrderDeps, intent: Intent): Promise<Answer> {
  let last: Entry | undefined;
  const answer = await lookUntil(deps, async () => {
    last = await deps.ledger.find(intent);
    const claimed = last ? await takeUp(deps, intent, last) : await deps.ledger.claim(intent);
    if (claimed) return carryOut(deps, claimed);
    return last && answerOf(deps, intent, last);
  });
  if (answer) return answer;
  throw unconfirmed(deps, last);
}

/** The entry, if it is now ours to carry out. */
async function takeUp(deps: OrderDeps, intent: Intent, entry: Entry): Promise<Entry | undefined> {
  const same = entry.fingerprint === intent.fingerprint;
  if (entry.state === 'claimed' && deps.ledger.over(entry))
    return same ? deps.ledger.begin(entry, { kind: 'take-over' }) : deps.ledger.claimAnew(intent, entry);
  // Refused, nothing is there: the shop may allow it once more, or something else under the same number.
  const told = same && entry.permit === intent.permit;
  return entry.state === 'refused' && !told ? deps.ledger.claimAnew(intent, entry) : undefined;
}

/** What can be said of somebody else's work; undefined while it goes on. */
async function answerOf(deps: OrderDeps, intent: Intent, entry: Entry): Promise<Answer | undefined> {
  if (entry.fingerprint !== intent.fingerprint) {
    if (entry.state === 'claimed' || entry.state === 'refused') return undefined;
    throw new Refusal('reference-used');
  }
  if (entry.answer !== null) return toldBefore(entry);
  if (entry.state === 'needs-attention') throw new Refusal('needs-attention');
  if (entry.state === 'claimed' || !deps.ledger.over(entry)) return undefined;
  const sending = await deps.ledger.begin(entry, { kind: 'send-again' });
  if (!sending) return undefined;
  return told(deps, sending.state === 'sending' ? await sendOrder(deps, sending) : sending);
}

/** Carries out what is claimed; undefined where somebody else has taken it up meanwhile. */
async function carryOut(deps: OrderDeps, claimed: Entry): Promise<Answer | undefined> {
  const terms = await deps.check(claimed).catch(async (problem) => {
    // Nothing was sent, and whoever asked will know: nothing is to be remembered.
    await deps.ledger.release(claimed);
    throw problem;
  });
  const sending = await deps.ledger.begin(claimed, { kind: 'send', terms });
  return sending && told(deps, await sendOrder(deps, sending));
}

function told(deps: OrderDeps, entry: Entry): Answer {
  if (entry.answer !== null) return toldBefore(entry);
  throw unconfirmed(deps, entry);
}

function unconfirmed(deps: OrderDeps, entry: Entry | undefined): Refusal {
  if (entry?.state === 'needs-attention') return new Refusal('needs-attention');
  return new Refusal('unconfirmed', entry ? { retryAfter: secondsLeft(deps, entry) } : {});
}
