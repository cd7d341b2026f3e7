/** Why a token is not accepted, as one word. */
export type TokenProblem =
  /** The keys themselves are not as they must be. */
  | 'keys'
  /** What was to be signed is not as it must be. */
  | 'claims'
  | 'missing'
  /** Above 16 KiB. */
  | 'too-large'
  /** Not signed by us, not for this account, of another kind, or not a token at all. */
  | 'forged'
  | 'expired'
  /** The offer is for other goods. */
  | 'other-cart'
  /** The offer is for another place. */
  | 'other-destination'
  /** The offer is for another service. */
  | 'other-service'
  /** The offer has no price for these switches: it was asked with others. */
  | 'not-quoted'
  /** The service does not collect cash here. */
  | 'cod-unavailable';

/** A token that is not accepted. Tell them apart by `code`; the message names no claim and quotes no token. */
export class TokenError extends Error {
  readonly code: TokenProblem;

  constructor(code: TokenProblem, message: string) {
    super(message);
    this.name = 'TokenError';
    this.code = code;
  }
}

/** Whether something caught is a token's error, of this copy of the package or of another. */
export function isTokenError(thrown: unknown): thrown is TokenError {
  return thrown instanceof Error && thrown.name === 'TokenError' && 'code' in thrown;
}
