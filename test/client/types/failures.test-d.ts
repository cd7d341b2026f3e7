import { type InvalidField, isShippingFailure, type Reason, type Recovered } from '../../../src/client/index.ts';

export function failures(thrown: unknown): string | number | InvalidField[] | undefined {
  // @ts-expect-error anything may be thrown
  thrown.code;
  if (!isShippingFailure(thrown)) return undefined;
  // @ts-expect-error only an invalid request has fields
  thrown.fields;
  // @ts-expect-error not every failure has a reason
  thrown.reason;
  switch (thrown.code) {
    case 'invalid-request':
      return thrown.fields;
    case 'refused':
      // @ts-expect-error an unknown reason
      if (thrown.reason === 'refused') return undefined;
      // @ts-expect-error only the client sets the earlier write
      thrown.earlier = undefined;
      return ((earlier?: Recovered) => earlier?.reference_id)(thrown.earlier) ?? (thrown.reason satisfies Reason);
    case 'unavailable':
      return thrown.retryAfter;
    case 'timeout':
      return thrown.timeout;
    case 'network':
      return thrown.operation;
    case 'unexpected-response':
      return thrown.status;
    default:
      return thrown satisfies never;
  }
}
