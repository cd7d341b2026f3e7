// Pages over plain HTTP have no crypto.randomUUID.
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const hexadecimal = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 24 hexadecimal digits, as orders have (contract/README.md §1.6). */
export function orderId(): string {
  return hexadecimal(randomBytes(12));
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 24 letters of both cases and digits, as trackings have (contract/README.md §2.8). */
export function trackingId(): string {
  return Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join('');
}

/** A random UUID (version 4), as drafts have (contract/README.md §1.6). */
export function draftId(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexadecimal(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The id of an order or a draft in a path. Clients send it in capitals too (contract/README.md §1.6). */
export function identifierIn(word: string): string | undefined {
  const isId = /^([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(word);
  return isId ? word.toLowerCase() : undefined;
}

/** The id of a tracking in a path. Its case counts. */
export const trackingIn = (word: string): string | undefined => (/^[0-9A-Za-z]{24}$/.test(word) ? word : undefined);

/** `WYB-` and 13 digits. */
export function waybill(): string {
  return `WYB-${Array.from(randomBytes(13), (byte) => byte % 10).join('')}`;
}
