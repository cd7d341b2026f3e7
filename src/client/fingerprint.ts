import { canonical } from '../contract/index.ts';

/** A unique reference: 128 random bits as 32 hexadecimal digits. */
export function randomReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A 64-bit hash that tells two bodies apart. Pages over plain HTTP have no `crypto.subtle`. */
export function fingerprint(body: unknown): string {
  let [high, low] = [0x811c9dc5, 0x41c6ce57];
  for (const character of canonical(body)) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x5bd1e995) ^ (low >>> 13);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}
