import { within } from '../upstream/index.ts';
import type { NewsMessage, NewsStore, NewsUpdate, Undelivered } from './message.ts';

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

/** Milliseconds that the messages of an order belong to one process, for each message. */
const lease = 30_000;

/** Milliseconds before the second attempt; twice as long after each. */
const pause = 5_000;
const longestPause = 3_600_000;

/**
 * Sends the waiting messages to the shop's server, at least once, by the Standard Webhooks scheme. The messages of one order keep
 * their sequence. A failed attempt is repeated after a pause, without an end.
 */
export async function deliverNews(options: DeliveryOptions, signal?: AbortSignal): Promise<void> {
  const sign = await signerOf(options.notify.secret);
  const waiting = await options.store.due(options.account, options.now(), batch);
  const work = async () => {
    for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift())
      await deliverOrder(next, options, sign, signal);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

type Sign = (text: string) => Promise<string>;

/** Signs as Standard Webhooks defines it. @param secret `whsec_` and base64 */
async function signerOf(secret: string): Promise<Sign> {
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (text) => {
    const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
  };
}

async function deliverOrder(
  waiting: Undelivered,
  options: DeliveryOptions,
  sign: Sign,
  signal?: AbortSignal,
): Promise<void> {
  const { store, now } = options;
  const { key } = waiting;
  let { tries, due } = waiting;
  /** Writes the next attempt. False if another process has taken over. */
  const update = async (after: NewsUpdate) => {
    const before = { key, due };
    ({ tries, due } = after);
    return store.update(before, after);
  };
  let delivered = '';
  for (const line of waiting.lines.match(/[^\n]*\n/g) ?? []) {
    // Each message gets a lease of its own, which is longer than its timeout. So no other process sends it meanwhile.
    if (!(await update({ delivered, tries: delivered ? 0 : tries, due: now() + lease }))) return;
    delivered = (await send(JSON.parse(line), options, sign, signal)) ? line : '';
    if (!delivered) {
      const next = now() + Math.min(longestPause, pause * 2 ** Math.min(tries, 20));
      return void (await update({ tries: tries + 1, due: next }));
    }
  }
  await update({ delivered, tries: 0, due: 0 });
}

async function send(
  { id, ...message }: NewsMessage,
  { notify, fetch, now }: DeliveryOptions,
  sign: Sign,
  signal?: AbortSignal,
): Promise<boolean> {
  const seconds = Math.floor(now() / 1000);
  const body = JSON.stringify(message);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': await sign(`${id}.${seconds}.${body}`),
  };
  const init = { method: 'POST', headers, body, redirect: 'manual' } as const;
  try {
    const answer = await within(timeout, signal, (end) => fetch(notify.url, { ...init, signal: end }));
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
