// Pages over plain HTTP have no crypto.randomUUID.
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const hexadecimal = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 24 hexadecimal digits, as orders have (contract/README.md §1.6). */
export function orderId(): string {
  return hexadecimal(randomBytes(12));
}

/** A random UUID (version 4), as drafts have (contract/README.md §1.6). */
export function draftId(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexadecimal(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Whether a text has the form of an id, in lower or upper case (contract/README.md §1.6). */
export function isIdentifier(word: string): boolean {
  return /^([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(word);
}

/** `WYB-` and 13 digits. */
export function waybill(): string {
  return `WYB-${Array.from(randomBytes(13), (byte) => byte % 10).join('')}`;
}
