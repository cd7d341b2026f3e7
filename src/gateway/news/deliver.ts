import type { NewsMessage, NewsStore, Undelivered } from './message.ts';

/** The shop's server that receives news of orders. */
export interface Notify {
  url: string;
  /** `whsec_` and 24 to 64 bytes in base64, as Standard Webhooks defines it. */
  secret: string;
}

export interface DeliveryOptions {
  account: string;
  store: NewsStore;
  notify: Notify;
  fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Orders in one call, and orders whose messages are sent at the same time. */
const [batch, atOnce] = [50, 6];

/** Milliseconds for the shop's server to answer. */
const timeout = 10_000;

/** Milliseconds that the messages of an order belong to one process. */
const lease = 30_000;

/** Milliseconds before the second attempt; twice as long after each. */
const pause = 5_000;
const longestPause = 3_600_000;

/**
 * Sends the waiting messages to the shop's server, at least once, by the Standard Webhooks scheme. The messages of one order keep
 * their sequence. A failed attempt is repeated after a pause, without an end.
 */
export async function deliverNews(options: DeliveryOptions, signal?: AbortSignal): Promise<void> {
  // Imported here so that a gateway without `notify` runs without the package.
  const { Webhook } = await import('standardwebhooks');
  const webhook = new Webhook(options.notify.secret);
  const waiting = await options.store.due(options.account, options.now(), batch);
  const work = async () => {
    for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift())
      await deliverOrder(next, options, webhook, signal);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

interface Signer {
  sign(id: string, moment: Date, payload: string): string;
}

async function deliverOrder(
  waiting: Undelivered,
  options: DeliveryOptions,
  webhook: Signer,
  signal?: AbortSignal,
): Promise<void> {
  const { store, now } = options;
  const leased = { ...waiting, due: now() + lease };
  if (!(await store.update(waiting, leased))) return;
  let { lines } = waiting;
  let sent = true;
  while (lines && sent) {
    const end = lines.indexOf('\n') + 1;
    sent = await send(JSON.parse(lines.slice(0, end)), options, webhook, signal);
    if (sent) lines = lines.slice(end);
  }
  const tries = sent ? 0 : waiting.tries + 1;
  const due = sent ? 0 : now() + Math.min(longestPause, pause * 2 ** Math.min(waiting.tries, 20));
  // If a message was added meanwhile, all of them are sent again. Delivery is at least once, not exactly once.
  await store.update(leased, { lines, tries, due });
}

async function send(
  { id, ...message }: NewsMessage,
  { notify, fetch, now }: DeliveryOptions,
  webhook: Signer,
  signal?: AbortSignal,
): Promise<boolean> {
  const moment = new Date(now());
  const body = JSON.stringify(message);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(moment.getTime() / 1000)),
    'webhook-signature': webhook.sign(id, moment, body),
  };
  const end = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
  try {
    const answer = await fetch(notify.url, { method: 'POST', headers, body, redirect: 'manual', signal: end });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
