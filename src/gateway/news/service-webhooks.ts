import * as z from 'zod/mini';
import type { Clock } from '../../client/index.ts';
import { digest } from '../../tokens/index.ts';
import { forEach } from '../for-each.ts';
import { isLink } from '../http/answers.ts';
import { invalid } from '../http/bodies.ts';
import { type GatewayAnswer, Refusal } from '../http/refusal.ts';
import type { EntryKey } from '../ledger/transitions.ts';
import { type ChargedParts, momentOf } from '../parcels/parcel.ts';
import { noteParcel, type ParcelStore } from '../parcels/tracking.ts';
import { lineOf, type Matched, type NewsStore } from './news.ts';

/** Accepts the service's own webhooks. */
export interface ServiceWebhooks {
  /** The header with the secret, as set in the service's dashboard. `authorization` by default. */
  header?: string;
  /** At least 16 random characters. */
  secret: string;
}

const event = z.enum(['order.status', 'order.price', 'order.waybill_id']);
const order_id = z.string().check(z.regex(/^[\w-]{1,64}$/));
const textOf = (holds: (given: string) => boolean) =>
  z.catch(z.nullish(z.string().check(z.maxLength(200), z.refine(holds))), undefined);

/** Parts of digits alone that are an Indonesian mobile number. A letter before its digits makes it a waybill: `JP0812345678`. */
const mobile = /^(62|0)8\d{7,11}$/;

/** Whether a text can be a number of a parcel. It has digits and no spaces. A name or a phone number must not go on from here. */
function isParcelNumber(given: string): boolean {
  if (!/^(?=.*\d)[\w./-]{1,64}$/.test(given)) return false;
  return ![...given.split(/[^a-z\d]/i), given.replace(/[^a-z\d]/gi, '')].some((part) => mobile.test(part));
}

/** Dates may have names behind them, and still be read. */
const isTime = (given: string) => /^\d{4}-\d\d-\d\d[\dT:.Z +-]*$/.test(given);

/** Rupiah. A larger amount is a mistake. */
const amount = z.catch(z.nullish(z.number().check(z.gte(0), z.lte(1_000_000_000))), undefined);

/** Fields that are passed on. Names and phones of drivers are not. */
const Webhook = z.object({
  event,
  order_id,
  status: textOf(() => true),
  courier_waybill_id: textOf(isParcelNumber),
  courier_tracking_id: textOf(isParcelNumber),
  courier_link: textOf(isLink),
  order_price: amount,
  price: amount,
  /** So spelt, `published`. */
  shippment_fee: amount,
  cash_on_delivery_fee: amount,
  proof_of_delivery_fee: amount,
  /** Published samples have no time, and recorded ones do. */
  updated_at: textOf(isTime),
});
type Webhook = z.output<typeof Webhook>;

/** The fields of a webhook that are read. */
export const webhookFields: readonly string[] = Object.keys(Webhook.shape);

/** A webhook as it is kept: with its id, and the time of its receipt. */
interface Received {
  id: string;
  received: number;
  webhook: Webhook;
}

/** What the service's webhooks need of the gateway. */
export interface WebhookDeps {
  /** Undefined if the shop takes none. */
  access: ServiceWebhooks | undefined;
  account: string;
  news: NewsStore;
  parcels: ParcelStore;
  /** Whether the shop's server gets them, too. */
  passOn: boolean;
  /** Milliseconds for the body of a request. */
  timeout: number;
}

const day = 24 * 3_600_000;

/** Kept webhooks that one run adds to their orders. */
const batch = 50;

/** The digest of a secret. Some dashboards write `Bearer` before it. */
const digestOf = (secret: string | null) => digest((secret ?? '').replace(/^bearer +/i, ''));

/** Compares digests, so that the time of the comparison does not depend on the secret. @throws {Refusal} */
export async function requireSecret(
  headers: Headers,
  { header = 'authorization', secret }: ServiceWebhooks,
): Promise<void> {
  const [given, expected] = await Promise.all([digestOf(headers.get(header)), digestOf(secret)]);
  if (given === expected) return;
  const what = headers.has(header) ? `another secret in the header ${header}` : `no secret in the header ${header}`;
  throw new Refusal('token-invalid', {
    sentence: 'The secret of this webhook is not the one of this gateway.',
    mismatch: `A webhook came with ${what}: set webhooks.secret in the dashboard of the shipping service.`,
  });
}

/**
 * Takes the webhooks of one request.
 * @throws {Refusal} the first one, after all were tried. The service sends them again, and those that were taken change nothing then
 */
export async function takeWebhooks(bodies: unknown[], deps: WebhookDeps, now: Date): Promise<GatewayAnswer> {
  const problems: unknown[] = [];
  for (const body of bodies) await takeWebhook(body, deps, now).catch((problem) => problems.push(problem));
  if (problems.length) throw problems[0];
  return { status: 200, body: { success: true } };
}

/**
 * Stores what a webhook of the service says about a parcel, and the message for the shop's server. A webhook that comes before the
 * answer to its order is kept until the order is known. Webhooks without fields, and of other types, are dropped.
 * @throws {Refusal} if it names no event, if the order's id is missing or malformed, or too many of its messages are waiting. The service may
 * send it again later
 */
async function takeWebhook(body: unknown, deps: WebhookDeps, now: Date): Promise<void> {
  const { account, news } = deps;
  const { event: named } = Object(body) as { event?: unknown };
  if (typeof named !== 'string' && !isEmpty(body)) throw invalid('event', 'must be the type of the webhook');
  if (!event.safeParse(named).success) return;
  const read = Webhook.safeParse(body);
  if (!read.success) throw invalid('order_id', 'must be the id of an order');
  const webhook = read.data;
  const received = now.getTime();
  // The service sends a webhook again until it is answered. Without a time of its own, an equal one on the same day is a repetition.
  const moment = webhook.updated_at ?? Math.floor(received / day);
  const { updated_at: _updated, courier_link: _link, ...content } = webhook;
  const id = `msg_${(await digest(JSON.stringify([account, content, moment]))).slice(0, 32)}`;
  const key = await news.keyOf(account, webhook.order_id);
  // A mark is all that is left of it, and nothing comes back.
  if (key === 'erased') return;
  const early = { id, order: webhook.order_id, webhook: JSON.stringify(webhook), received };
  if (!key) await news.keepEarly(account, early);
  else if (!(await apply(deps, key, { id, received, webhook })))
    throw new Refusal('too-many-requests', { retryAfter: 60 });
}

const isEmpty = (body: unknown) => typeof body === 'object' && body !== null && Object.keys(body).length === 0;

/** Adds the webhooks that came before the answer to their order, once the order is known. */
export async function addEarlyWebhooks(deps: WebhookDeps, clock: Clock): Promise<void> {
  const { account, news } = deps;
  const add = async ({ early: { id, received, webhook }, key }: Matched) => {
    // A process that ends here adds it again, under the same id.
    await apply(deps, key, { id, received, webhook: JSON.parse(webhook) });
    await news.forgetEarly(account, id);
  };
  // One after another, because several may be of one parcel.
  await forEach(await news.matched(account, batch), add, { atOnce: 1, clock });
}

/** @returns false if too many messages of the order are waiting */
async function apply({ news, parcels, passOn }: WebhookDeps, key: EntryKey, received: Received): Promise<boolean> {
  const { webhook } = received;
  await noteParcel(parcels, key, {
    status: webhook.event === 'order.status' ? webhook.status : undefined,
    waybill_id: webhook.courier_waybill_id,
    tracking_id: webhook.courier_tracking_id,
    link: webhook.courier_link,
    // Of the other events it may be the price of before.
    ...(webhook.event === 'order.price' && { price: webhook.price ?? webhook.order_price, parts: partsOf(webhook) }),
    time: ownTime(webhook, received.received),
    received: received.received,
  });
  return passOn ? news.append(key, messageOf(received, key), messageOfErased(received, key)) : true;
}

/** What an `order.price` charges for, in rupiah. */
function partsOf({ shippment_fee: shipment_fee, cash_on_delivery_fee, proof_of_delivery_fee }: Webhook): ChargedParts {
  const parts = Object.entries({ shipment_fee, cash_on_delivery_fee, proof_of_delivery_fee });
  return Object.fromEntries(parts.filter(([, fee]) => typeof fee === 'number'));
}

/** Returns the message for the shop's server as one line. */
function messageOf({ id, received, webhook }: Received, { reference }: EntryKey): string {
  const { event, order_id, status, order_price, price = order_price, ...courier } = webhook;
  const { courier_waybill_id: waybill_id, courier_tracking_id: tracking_id } = courier;
  const facts = { status, price, ...(event === 'order.price' && partsOf(webhook)), waybill_id, tracking_id };
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined && fact !== null);
  const data = { reference, id: order_id, ...Object.fromEntries(known) };
  const timestamp = new Date(ownTime(webhook, received) ?? received).toISOString();
  return lineOf({ id, type: event, timestamp, data });
}

/** The message of an order whose erasure was asked for: its state alone. */
function messageOfErased({ id, received, webhook }: Received, key: EntryKey): string {
  const { event, order_id, status } = webhook;
  return event === 'order.status' ? messageOf({ id, received, webhook: { event, order_id, status } }, key) : '';
}

/** The webhook's own time in milliseconds since the epoch. Undefined without a plausible one. */
function ownTime({ updated_at }: Webhook, received: number): number | undefined {
  const time = momentOf(updated_at) ?? Number.NaN;
  return time > received - 30 * day && time < received + day / 24 ? time : undefined;
}
