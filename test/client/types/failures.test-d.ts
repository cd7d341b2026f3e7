import {
  type InvalidField,
  type InvalidRequestError,
  isShippingFailure,
  type NetworkError,
  type Reason,
  type Recovered,
  type RefusedError,
  type reasons,
  type ShippingFailure,
  type TimeoutError,
  type UnavailableError,
  type UnexpectedResponseError,
} from '../../../src/client/index.ts';
import type { Equal, Expect } from './equal.ts';

export type Codes = Expect<
  Equal<
    ShippingFailure['code'],
    'invalid-request' | 'network' | 'timeout' | 'refused' | 'unavailable' | 'unexpected-response'
  >
>;
export type Reasons = Expect<Equal<Reason, (typeof reasons)[number]>>;
export type Outcomes = Expect<Equal<ShippingFailure['outcome'], 'unknown' | undefined>>;

export function failures(thrown: unknown): string | number | InvalidField[] | undefined {
  // @ts-expect-error anything may be thrown
  thrown.code;
  if (!isShippingFailure(thrown)) return undefined;
  // @ts-expect-error not every failure has fields
  thrown.fields;
  // @ts-expect-error not every failure has a reason
  thrown.reason;
  switch (thrown.code) {
    case 'invalid-request':
      return ((error: InvalidRequestError): InvalidField[] => error.fields)(thrown);
    case 'refused':
      // @ts-expect-error a reason that does not exist
      if (thrown.reason === 'refused') return undefined;
      // @ts-expect-error nobody but the client says what an earlier write has come to
      thrown.earlier = undefined;
      if (thrown.earlier) return ((earlier: Recovered): string => earlier.reference_id)(thrown.earlier);
      return ((error: RefusedError): Reason => error.reason)(thrown);
    case 'unavailable':
      return ((error: UnavailableError): number | undefined => error.retryAfter)(thrown);
    case 'timeout':
      return ((error: TimeoutError): number => error.timeout)(thrown);
    case 'network':
      return ((error: NetworkError): string => error.operation)(thrown);
    case 'unexpected-response':
      return ((error: UnexpectedResponseError): number => error.status)(thrown);
    default:
      return thrown satisfies never;
  }
}
