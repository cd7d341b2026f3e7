import { base64url, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type * as z from 'zod/mini';
import { cryptoKeyOf, requireKeys, secretNamed, type TokenKeys } from './keys.ts';
import { TokenError } from './token-error.ts';

/** One of the four kinds of token. */
export interface TokenKind<Claims> {
  /** In messages: `cart`. */
  name: string;
  /** The reader: the gateway reads what the shop signs, and the shop reads what the gateway signs. */
  reader: 'gateway' | 'shop';
  /** Seconds from the signature. */
  lifetime: number;
  claims: z.ZodMiniType<Claims>;
}

/** Seconds that the two clocks may differ by. */
const skew = 60;

/** Bytes. A compact token is ASCII. */
const largest = 16 * 1024;

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
    throw new TokenError('too-large', `The ${kind.name} is above 16 KiB: give fewer items, or shorter names.`);
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
  if (typeof token !== 'string') throw forged(kind);
  if (token.length > largest) throw new TokenError('too-large', `The ${kind.name} is above 16 KiB.`);
  const keyOf = ({ kid }: { kid?: string | undefined }) => {
    const secret = secretNamed(kid, keys);
    if (!secret) throw forged(kind);
    return cryptoKeyOf(secret);
  };
  try {
    if (!isCanonical(token)) throw forged(kind);
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [algorithm],
      typ: typeOf(kind),
      audience: audienceOf(kind, keys),
      requiredClaims: ['exp', 'iat', 'aud'],
      // A later `exp` does not prolong the lifetime.
      maxTokenAge: kind.lifetime,
      clockTolerance: skew,
      currentDate: now,
    });
    return readClaims(kind, payload, 'forged');
  } catch (problem) {
    if (problem instanceof TokenError) throw problem;
    if (problem instanceof errors.JWTExpired) throw expired(kind);
    throw forged(kind);
  }
}

/**
 * Whether a token has the exact characters that were signed. Decoders ignore white space, padding and spare bits, so one signature
 * would have many spellings.
 */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => /^[\w-]*$/.test(part) && base64url.encode(base64url.decode(part)) === part);
}

/** @throws {TokenError} naming the claim that is wrong and its remedy */
export function readClaims<Claims>(kind: TokenKind<Claims>, claims: unknown, code: 'claims' | 'forged'): Claims {
  const read = kind.claims.safeParse(claims);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.map(String).join('.') || 'it';
  throw new TokenError(code, `The ${kind.name} cannot be used: ${field} ${issue?.message ?? 'cannot be read'}.`);
}

const forged = ({ name }: TokenKind<unknown>) =>
  new TokenError('forged', `The ${name} was not signed with a secret of this account, or is no ${name}.`);

const expired = ({ name, lifetime }: TokenKind<unknown>) =>
  new TokenError('expired', `The ${name} is older than its ${lifetime / 60} minutes: ask for a new one.`);
