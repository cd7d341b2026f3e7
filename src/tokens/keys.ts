import { TokenError } from './token-error.ts';

/** One secret with its name. A token names the secret that signed it. */
export interface Secret {
  /** Goes into the header of every token: 1 to 64 of letters, digits, `.`, `_` and `-`. */
  kid: string;
  /** At least 32 random bytes, as text. Anyone who has it can order in the shop's name. */
  secret: string;
}

/** The keys that shop and gateway share. */
export interface TokenKeys {
  /** The shop's name at its gateway. A token of another account is refused. */
  account: string;
  /** Signs new tokens. Its tokens are accepted. */
  current: Secret;
  /** The secret before. Its tokens are still accepted. Remove it when the last of them has expired. */
  previous?: Secret | undefined;
}

const fewestBytes = 32;

const text = new TextEncoder();

/** Returns the problem of the keys as one sentence with its remedy. Undefined if they are valid. */
export function problemOf(keys: TokenKeys): string | undefined {
  const { account, current, previous }: TokenKeys = Object(keys);
  if (!/^[\w.-]{1,64}$/.test(account ?? ''))
    return 'account must be a name of 1 to 64 letters, digits, dots, dashes and underscores, for example toko-senja.';
  for (const [name, secret] of Object.entries({ current, ...(previous && { previous }) })) {
    if (!/^[\w.-]{1,64}$/.test(secret?.kid ?? ''))
      return `The ${name} secret needs a kid: a name such as 2026-11, that goes into each token.`;
    if (text.encode(secret.secret ?? '').length < fewestBytes)
      return `The ${name} secret must have at least ${fewestBytes} bytes: make one with "openssl rand -base64 33".`;
  }
  if (previous && previous.kid === current.kid)
    return 'The current and the previous secret have the same kid: give each a name of its own.';
  return undefined;
}

/** @throws {TokenError} */
export function requireKeys(keys: TokenKeys): void {
  const problem = problemOf(keys);
  if (problem) throw new TokenError('keys', problem);
}

const imported = new WeakMap<Secret, Promise<CryptoKey>>();

/** The secret as a `CryptoKey`. It is cached, because a quote may sign fifty offers. */
export function cryptoKeyOf(secret: Secret): Promise<CryptoKey> {
  const known = imported.get(secret);
  if (known) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', text.encode(secret.secret), algorithm, false, ['sign', 'verify']);
  imported.set(secret, key);
  return key;
}

/** Returns the secret that a token names. Undefined if the name is unknown. */
export function secretNamed(kid: string | undefined, { current, previous }: TokenKeys): Secret | undefined {
  return [current, previous].find((secret) => secret?.kid === kid);
}
