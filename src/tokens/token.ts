import { base64url, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type * as z from 'zod/mini';

/** Why a token is refused. */
export type TokenProblem =
  /** The keys are invalid. */
  | 'keys'
  /** The claims to sign are invalid. */
  | 'claims'
  | 'missing'
  /** Above 96 KiB. */
  | 'too-large'
  /** Not signed with our secret, for another account, of another kind, or no token. */
  | 'forged'
  | 'expired'
  /** The offer is for other goods, or for other amounts. */
  | 'other-cart'
  /** The offer is for another place. */
  | 'other-destination'
  /** The offer is for another service. */
  | 'other-service'
  /** The offer has no price for these switches, because other switches were asked. */
  | 'not-quoted'
  /** The service does not collect cash here, or not so much. */
  | 'cod-unavailable';

/**
 * What of a forged token does not match the reader. Only the holder of a secret sees `kind`, `account` or `clock`, because the signature is
 * verified first. The kid stands in each token.
 */
export type TokenMismatch = 'form' | 'kid' | 'secret' | 'kind' | 'account' | 'clock';

/** A refused token. `code` says why. The message quotes no token and no secret. It may name a kid or an account. */
export class TokenError extends Error {
  readonly code: TokenProblem;
  /** With `forged`, what does not match. Undefined if a claim is wrong. */
  readonly mismatch: TokenMismatch | undefined;

  constructor(code: TokenProblem, message: string, mismatch?: TokenMismatch) {
    super(message);
    this.name = 'TokenError';
    this.code = code;
    this.mismatch = mismatch;
  }
}

/** Whether a caught value is a `TokenError`, of this copy of the package or of another. */
export function isTokenError(thrown: unknown): thrown is TokenError {
  return thrown instanceof Error && thrown.name === 'TokenError' && 'code' in thrown;
}

/** One secret with its name. A token names the secret that signed it. */
export interface Secret {
  /** Goes into the header of every token: 1 to 64 of letters, digits, `.`, `_` and `-`. */
  kid: string;
  /** At least 32 random bytes, as text. Anyone who has it can order in the shop's name. */
  secret: string;
  /** Of a previous secret, in ISO 8601: from then on it reads links to parcels and purchases (track and purchase tokens) alone. Without it, it reads every token. */
  until?: string | undefined;
}

/** The keys that shop and gateway share. */
export interface TokenKeys {
  /** The shop's name at its gateway. A token of another account is refused. */
  account: string;
  /** Signs new tokens. Its tokens are accepted. */
  current: Secret;
  /** The secret before, or several. Their tokens are still accepted. Remove each 90 days after it signed last: its links end with it. */
  previous?: Secret | readonly Secret[] | undefined;
}

/** The secrets before the current one. */
export const previousOf = ({ previous }: Pick<TokenKeys, 'previous'>): readonly Secret[] =>
  previous ? [previous].flat() : [];

const fewestBytes = 32;

const text = new TextEncoder();

/** Returns the problem of the keys as one sentence with its remedy. Undefined if they are valid. */
export function keysProblem(keys: TokenKeys): string | undefined {
  const { account, current, previous }: TokenKeys = Object(keys);
  const before = previousOf({ previous });
  if (!/^[\w.-]{1,64}$/.test(account ?? ''))
    return 'account must be a name of 1 to 64 letters, digits, dots, dashes and underscores, for example toko-senja.';
  for (const [name, secret] of [['current', current], ...before.map((one) => ['previous', one] as const)] as const) {
    if (!/^[\w.-]{1,64}$/.test(secret?.kid ?? ''))
      return `The ${name} secret needs a kid: a name such as 2026-11, that goes into each token.`;
    if (secret.until !== undefined && !isTime(secret.until))
      return `The ${name} secret has an until that is no time: write it as 2026-11-28T18:00:00Z.`;
    if (text.encode(secret.secret ?? '').length < fewestBytes)
      return `The ${name} secret must have at least ${fewestBytes} bytes: make one with "openssl rand -base64 33".`;
  }
  if (new Set([current, ...before].map(({ kid }) => kid)).size <= before.length)
    return 'The current and the previous secret have the same kid: give each a name of its own.';
  return undefined;
}

const isTime = (text: unknown): boolean => typeof text === 'string' && !Number.isNaN(Date.parse(text));

/** @throws {TokenError} */
function requireKeys(keys: TokenKeys): void {
  const problem = keysProblem(keys);
  if (problem) throw new TokenError('keys', problem);
}

const imported = new WeakMap<object, Promise<CryptoKey>>();

/** The secret as a `CryptoKey`. It is cached, because a quote may sign fifty offers. */
export function cryptoKeyOf(secret: Pick<Secret, 'secret'>): Promise<CryptoKey> {
  const known = imported.get(secret);
  if (known) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', text.encode(secret.secret), algorithm, false, ['sign', 'verify']);
  imported.set(secret, key);
  return key;
}

/** Tokens of links in people's messages: they end by their own time. No other outlives a day. */
const longLived = ['track', 'purchase'];

/** The secrets that read a kind of token now. */
const secretsFor = (kind: string, keys: TokenKeys, now: Date): Secret[] => [
  keys.current,
  ...previousOf(keys).filter(
    ({ until }) => longLived.includes(kind) || until === undefined || now.getTime() < Date.parse(until),
  ),
];

/** One of the six kinds of token. */
export interface TokenKind<Claims> {
  /** In messages: `cart`. */
  name: string;
  /** The reader: the gateway reads what the shop signs, and the shop reads what the gateway signs. */
  reader: 'gateway' | 'shop';
  /** Seconds from the signature. */
  lifetime: number;
  claims: z.ZodMiniType<Claims>;
  /** Says what of valid claims is read otherwise than it was written, as other languages sign it. */
  warn?(written: Claims): void;
}

/** Seconds that the clocks of two machines may differ by, ahead or behind. It is the same for each kind of token, and for the ledger. */
export const clockSkew = 300;

/** Bytes. A compact token is ASCII. The largest cart takes 64 KiB, and its grant has contacts and an address besides. */
const largest = 96 * 1024;

const algorithm = 'HS256';
const typeOf = ({ name }: TokenKind<unknown>) => `ship-${name}+jwt`;
const audienceOf = ({ reader }: TokenKind<unknown>, { account }: TokenKeys) => `ship-${reader}:${account}`;
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** @throws {TokenError} naming the claim that is wrong and its remedy, or the size */
export async function sign<Claims extends object>(
  kind: TokenKind<Claims>,
  claims: Claims,
  keys: TokenKeys,
  now: Date,
): Promise<string> {
  requireKeys(keys);
  const read = readClaims(kind, claims, 'claims');
  const key = await cryptoKeyOf(keys.current);
  const token = await new SignJWT(read as JWTPayload)
    .setProtectedHeader({ alg: algorithm, typ: typeOf(kind), kid: keys.current.kid })
    .setAudience(audienceOf(kind, keys))
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now) + kind.lifetime)
    .sign(key);
  if (token.length > largest)
    throw new TokenError('too-large', `The ${kind.name} is above 96 KiB: give fewer items, or shorter names.`);
  return token;
}

/**
 * Verifies signature, account, kind and age of a token, and returns its claims.
 * @throws {TokenError}
 */
export async function verify<Claims>(
  kind: TokenKind<Claims>,
  token: unknown,
  keys: TokenKeys,
  now: Date,
): Promise<Claims> {
  requireKeys(keys);
  if (token === undefined || token === null || token === '')
    throw new TokenError('missing', `The ${kind.name} is missing.`);
  if (typeof token !== 'string') throw forged(kind, 'form', '', keys);
  if (token.length > largest) throw new TokenError('too-large', `The ${kind.name} is above 96 KiB.`);
  if (!isCanonical(token)) throw forged(kind, 'form', token, keys);
  const keyOf = (header: { kid?: string | undefined }) => {
    const secret = secretsFor(kind.name, keys, now).find(({ kid }) => kid === header.kid);
    if (!secret) throw forged(kind, 'kid', token, keys, now);
    return cryptoKeyOf(secret);
  };
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [algorithm],
      typ: typeOf(kind),
      audience: audienceOf(kind, keys),
      requiredClaims: ['exp', 'iat', 'aud'],
      // A later `exp` does not prolong the lifetime.
      maxTokenAge: kind.lifetime,
      clockTolerance: clockSkew,
      currentDate: now,
    });
    return readClaims(kind, payload, 'forged');
  } catch (problem) {
    if (problem instanceof TokenError) throw problem;
    if (problem instanceof errors.JWTExpired) throw expired(kind, token, now);
    throw forged(kind, mismatchOf(problem), token, keys, now);
  }
}

/** What a failed verification says. `jose` verifies the signature first, then the type, then the other claims. */
function mismatchOf(problem: unknown): TokenMismatch {
  if (problem instanceof errors.JWSSignatureVerificationFailed) return 'secret';
  if (!(problem instanceof errors.JWTClaimValidationFailed)) return 'form';
  return ({ typ: 'kind', aud: 'account', iat: 'clock' } as const)[problem.claim] ?? 'form';
}

/**
 * Whether a token has the exact characters that were signed. Decoders ignore white space, padding and spare bits, so one signature
 * would have many spellings.
 */
function isCanonical(token: string): boolean {
  try {
    return token.split('.').every((part) => /^[\w-]*$/.test(part) && base64url.encode(base64url.decode(part)) === part);
  } catch {
    return false;
  }
}

/** @throws {TokenError} naming the claim that is wrong and its remedy */
export function readClaims<Claims>(kind: TokenKind<Claims>, claims: unknown, code: 'claims' | 'forged'): Claims {
  const read = kind.claims.safeParse(claims);
  if (read.success) {
    kind.warn?.(claims as Claims);
    return read.data;
  }
  const [issue] = read.error.issues;
  const field = issue?.path.map(String).join('.') || 'it';
  throw new TokenError(code, `The ${kind.name} cannot be used: ${field} ${issue?.message ?? 'cannot be read'}.`);
}

/** A name that may stand in a message. Anybody can write any text into a token. */
const quoted = (text: unknown) =>
  typeof text === 'string' && /^[\w.-]{1,64}$/.test(text) ? `"${text}"` : 'another name';

const sentences: Record<TokenMismatch, (what: string, token: string, keys: TokenKeys, now: Date) => string> = {
  form: (what) => `The ${what} is no token: it was cut off or changed on its way.`,
  kid(what, token, keys, now) {
    const known = secretsFor(what, keys, now).map(({ kid }) => quoted(kid));
    return `The ${what} names the secret ${quoted(kidIn(token))}, and here is ${known.join(' and ')}: if it was replaced, leave it out. Else give shop and gateway the same kid and secret.`;
  },
  secret: (what, token) =>
    `The ${what} was signed with another secret than the one that is named ${quoted(kidIn(token))} here, or was changed on its way: give shop and gateway the same secret.`,
  kind: (what, token) => `The token is no ${what}: its type is ${quoted(typeIn(token))}.`,
  account(what, token, { account }) {
    const [, ...own] = String(decodeJwt(token).aud).split(':');
    return `The ${what} is for the account ${quoted(own.join(':'))}, and this is ${quoted(account)}: give shop and gateway the same account.`;
  },
  clock: (what, token, _keys, now) =>
    `The ${what} was signed ${-ageOf(token, now)} seconds in the future of this machine's clock, and ${clockSkew} are allowed: set the clocks of shop and gateway by NTP.`,
};

const kidIn = (token: string) => decodeProtectedHeader(token).kid;
const typeIn = (token: string) => /^ship-(.+)\+jwt$/.exec(String(decodeProtectedHeader(token).typ))?.[1];

/** Seconds since a verified token was signed. Negative for a clock that is behind. */
const ageOf = (token: string, now: Date): number => seconds(now) - Number(decodeJwt(token).iat);

const forged = (
  { name }: TokenKind<unknown>,
  mismatch: TokenMismatch,
  token: string,
  keys: TokenKeys,
  now = new Date(),
) => new TokenError('forged', sentences[mismatch](name, token, keys, now), mismatch);

const units = [
  [24 * 3600, 'days'],
  [3600, 'hours'],
  [60, 'minutes'],
] as const;

const expired = ({ name, lifetime }: TokenKind<unknown>, token: string, now: Date) => {
  const [seconds, unit] = units.find(([size]) => lifetime >= 2 * size) ?? units[2];
  const age = Math.floor(ageOf(token, now) / seconds);
  const clock = 'If it was signed just now, the clock of its signer is behind that of this machine.';
  return new TokenError(
    'expired',
    `The ${name} is older than its ${lifetime / seconds} ${unit}: by the clocks it is ${age} ${unit} old. Ask for a new one. ${clock}`,
  );
};
