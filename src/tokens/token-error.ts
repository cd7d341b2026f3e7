/** Why a token is refused. */
export type TokenProblem =
  /** The keys are invalid. */
  | 'keys'
  /** The claims to sign are invalid. */
  | 'claims'
  | 'missing'
  /** Above 16 KiB. */
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

/** A refused token. `code` says why. The message quotes no token and no value. */
export class TokenError extends Error {
  readonly code: TokenProblem;

  constructor(code: TokenProblem, message: string) {
    super(message);
    this.name = 'TokenError';
    this.code = code;
  }
}

/** Whether a caught value is a `TokenError`, of this copy of the package or of another. */
export function isTokenError(thrown: unknown): thrown is TokenError {
  return thrown instanceof Error && thrown.name === 'TokenError' && 'code' in thrown;
}
