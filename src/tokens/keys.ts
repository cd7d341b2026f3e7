import { TokenError } from './token-error.ts';

/** One secret and the name by which a token says that it was signed with it. */
export interface Secret {
  /** Goes into the header of every token: 1 to 64 of letters, digits, `.`, `_` and `-`. */
  kid: string;
  /** At least 32 random bytes, as text. Anyone who has it can order in the shop's name. */
  secret: string;
}

/** What shop and gateway share. */
export interface TokenKeys {
  /** The shop's name at its gateway: a token for one account is nothing to another. */
  account: string;
  /** Signs, and is accepted. */
  current: Secret;
  /** Is still accepted: the one before, until its last token has expired. */
  previous?: Secret | undefined;
}

const fewestBytes = 32;

const text = new TextEncoder();

/** What is wrong with the keys, as a sentence that says what to give; undefined where nothing is. */
export function problemOf({ account, current, previous }: TokenKeys): string | undefined {
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

/** The secret as the platform signs with it: made once, because a quote has fifty offers to sign. */
export function cryptoKeyOf(secret: Secret): Promise<CryptoKey> {
  const known = imported.get(secret);
  if (known) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', text.encode(secret.secret), algorithm, false, ['sign', 'verify']);
  imported.set(secret, key);
  return key;
}

/** The secret that a token names; undefined where none of ours has that name. */
export function secretNamed(kid: string | undefined, { current, previous }: TokenKeys): Secret | undefined {
  return [current, previous].find((secret) => secret?.kid === kid);
}
