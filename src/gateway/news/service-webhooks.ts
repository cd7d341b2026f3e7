import * as z from 'zod/mini';
import { digest } from '../../tokens/index.ts';
import { type Answer, Refusal } from '../upstream/index.ts';
import { lineOf, type NewsStore } from './message.ts';

/** Accepts the service's own webhooks. */
export interface ServiceWebhooks {
  /** The header with the secret, as set in the service's dashboard. `authorization` by default. */
  header?: string;
  /** At least 16 random characters. */
  secret: string;
}

const text = z.optional(z.nullable(z.string()));
const amount = z.optional(z.nullable(z.number()));

/** Fields that are passed on. Names and phones of drivers are not. */
const Webhook = z.object({
  event: z.enum(['order.status', 'order.price', 'order.waybill_id']),
  order_id: z.string(),
  status: text,
  courier_waybill_id: text,
  courier_tracking_id: text,
  order_price: amount,
  price: amount,
});

/** Compares digests, so that the time of the comparison does not depend on the secret. @throws {Refusal} */
export async function requireSecret(
  headers: Headers,
  { header = 'authorization', secret }: ServiceWebhooks,
): Promise<void> {
  const [given, expected] = await Promise.all([digest(headers.get(header) ?? ''), digest(secret)]);
  if (given !== expected) throw new Refusal('token-invalid');
}

/**
 * Stores a webhook of the service for the shop's server. Types other than the three are answered and dropped.
 * @throws {Refusal} if no order of this gateway has that id. The service may send it again later
 */
export async function takeWebhook(body: unknown, account: string, store: NewsStore, now: Date): Promise<Answer> {
  const accepted: Answer = { status: 200, body: { success: true } };
  const read = Webhook.safeParse(body);
  if (!read.success) return accepted;
  const { event, order_id: id, status, order_price, price = order_price, ...courier } = read.data;
  const key = await store.keyOf(account, id);
  if (!key) throw new Refusal('order-not-found');
  const facts = { status, price, waybill_id: courier.courier_waybill_id, tracking_id: courier.courier_tracking_id };
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined && fact !== null);
  const data = { reference: key.reference, id, ...Object.fromEntries(known) };
  const message = `msg_${crypto.randomUUID()}`;
  await store.append(key, lineOf({ id: message, type: event, timestamp: now.toISOString(), data }));
  return accepted;
}
