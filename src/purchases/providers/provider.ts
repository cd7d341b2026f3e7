import type { Rupiah } from '../../contract/index.ts';

/**
 * What a provider says of one transaction: all sums of it until now, so that a message counts once however often and late it comes. Without
 * a sum, nothing was taken: declined, or expired.
 */
export interface PaymentEvent {
  /** The number that the payment was asked for with: `view.pay.id`. */
  payment: string;
  /** The provider's own id of the transaction, or of a refund that it counts by itself. */
  id: string;
  /** Rupiah that were taken. 0 by default. */
  taken?: Rupiah;
  /** Rupiah that went back. 0 by default. */
  back?: Rupiah;
  /** All of it goes back, if any was taken: denied, cancelled or charged back. */
  isVoid?: boolean;
}

/**
 * Reads the callbacks of one payment provider. Its page and its refunds stay calls of the shop.
 * A third one is a function like `midtrans` beside this: verify the signature, then name the sums.
 */
export interface PaymentProvider {
  /**
   * @returns undefined if the callback says nothing of money, such as "pending"
   * @throws {CallbackError}
   */
  read(request: Request): Promise<PaymentEvent | undefined>;
}

/** A callback that does not count. The provider hears its status and its reason, and so does the log. With 200 it need not be sent again. */
export class CallbackError extends Error {
  readonly status: 200 | 400 | 403;
  readonly field: string | undefined;

  constructor(status: 200 | 400 | 403, message: string, field?: string) {
    super(message);
    this.name = 'CallbackError';
    this.status = status;
    this.field = field;
  }
}

/** Every copy of the package has a class of its own, so the name counts. */
export const isCallbackError = (problem: unknown): problem is CallbackError =>
  problem instanceof Error && problem.name === 'CallbackError';

/**
 * The JSON object of a callback.
 * @throws {CallbackError} 400
 */
export async function jsonOf(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text().catch((cause) => {
    throw new Error('its body cannot be read. Was it read before, as by express.json()?', { cause });
  });
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new CallbackError(400, text ? 'The body is not JSON.' : 'The callback has no body.');
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new CallbackError(400, 'The body is not a JSON object.');
  return read as Record<string, unknown>;
}

/**
 * A text field.
 * @throws {CallbackError} 400
 */
export function textOf(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || !value || value.length > 200)
    throw new CallbackError(400, `${field} must be a text of 1 to 200 characters.`, field);
  return value;
}

/**
 * Refuses another currency. Without the field it is rupiah.
 * @throws {CallbackError} 400
 */
export function requireRupiah(currency: unknown): void {
  if (currency !== undefined && currency !== 'IDR')
    throw new CallbackError(400, 'currency must be IDR: this shop is paid in rupiah.', 'currency');
}

/** Compares without telling how far two texts are equal. False if nothing is expected. */
export async function isSecret(given: unknown, expected: string | undefined): Promise<boolean> {
  if (typeof given !== 'string' || !expected) return false;
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const [one, other] = await Promise.all([digest(given), digest(expected)]);
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0;
}
