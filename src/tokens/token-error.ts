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
