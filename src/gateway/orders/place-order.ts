import type { Entry, Intent } from '../ledger/index.ts';
import { type Answer, Refusal } from '../wire/index.ts';
import { type Desk, lookUntil, secondsLeft, toldBefore } from './desk.ts';
import { sendOrder } from './send.ts';

/**
 * Makes an order, or a draft, once: whoever asks for the same again is told what was told before, or waits for it.
 * @throws {Refusal | ServiceRefusal}
 */
export async function placeOrder(desk: Desk, intent: Intent): Promise<Answer> {
  let last: Entry | undefined;
  const answer = await lookUntil(desk, async () => {
    last = await desk.ledger.find(intent);
    const claimed = last ? await takeUp(desk, intent, last) : await desk.ledger.claim(intent);
    if (claimed) return carryOut(desk, claimed);
    return last && answerOf(desk, intent, last);
  });
  if (answer) return answer;
  throw unconfirmed(desk, last);
}

/** The entry, if it is now ours to carry out. */
async function takeUp(desk: Desk, intent: Intent, entry: Entry): Promise<Entry | undefined> {
  const same = entry.fingerprint === intent.fingerprint;
  if (entry.state === 'claimed' && desk.ledger.over(entry))
    return same ? desk.ledger.begin(entry, { kind: 'take-over' }) : desk.ledger.claimAnew(intent, entry);
  // Refused, nothing is there: the shop may allow it once more, or something else under the same number.
  const told = same && entry.permit === intent.permit;
  return entry.state === 'refused' && !told ? desk.ledger.claimAnew(intent, entry) : undefined;
}

/** What can be said of somebody else's work; undefined while it goes on. */
async function answerOf(desk: Desk, intent: Intent, entry: Entry): Promise<Answer | undefined> {
  if (entry.fingerprint !== intent.fingerprint) {
    if (entry.state === 'claimed' || entry.state === 'refused') return undefined;
    throw new Refusal('reference-used');
  }
  if (entry.answer !== null) return toldBefore(entry);
  if (entry.state === 'needs-attention') throw new Refusal('needs-attention');
  if (entry.state === 'claimed' || !desk.ledger.over(entry)) return undefined;
  const sending = await desk.ledger.begin(entry, { kind: 'send-again' });
  if (!sending) return undefined;
  return told(desk, sending.state === 'sending' ? await sendOrder(desk, sending) : sending);
}

/** Carries out what is claimed; undefined where somebody else has taken it up meanwhile. */
async function carryOut(desk: Desk, claimed: Entry): Promise<Answer | undefined> {
  const terms = await desk.check(claimed).catch(async (problem) => {
    // Nothing was sent, and whoever asked will know: nothing is to be remembered.
    await desk.ledger.release(claimed);
    throw problem;
  });
  const sending = await desk.ledger.begin(claimed, { kind: 'send', terms });
  return sending && told(desk, await sendOrder(desk, sending));
}

function told(desk: Desk, entry: Entry): Answer {
  if (entry.answer !== null) return toldBefore(entry);
  throw unconfirmed(desk, entry);
}

function unconfirmed(desk: Desk, entry: Entry | undefined): Refusal {
  if (entry?.state === 'needs-attention') return new Refusal('needs-attention');
  return new Refusal('unconfirmed', entry ? { retryAfter: secondsLeft(desk, entry) } : {});
}
