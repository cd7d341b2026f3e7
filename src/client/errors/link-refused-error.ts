import { ShippingError } from './shipping-error.ts';

/**
 * The gateway does not accept the token of a tracking link. It has expired after 90 days, was signed with a key that is gone, or is no
 * token at all. The shop has another link. It is thrown by `createParcelClient` alone.
 */
export class LinkRefusedError extends ShippingError {
  readonly code = 'link-refused';
  readonly reason: 'track-expired' | 'track-invalid';

  constructor(reason: LinkRefusedError['reason']) {
    super(`trackParcel was refused (${reason}): ask the shop's server for a new link (signTrack).`, {
      operation: 'trackParcel',
    });
    this.name = 'LinkRefusedError';
    this.reason = reason;
  }
}
