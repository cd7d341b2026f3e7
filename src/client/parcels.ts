import type { ParcelResponse } from '../contract/index.ts';
import { LinkRefusedError, UnexpectedResponseError } from './errors.ts';
import type { CallOptions } from './options.ts';
import { arrivalIn, type PlainClientOptions, plainSender, texts } from './plain-answer.ts';

const operation = 'trackParcel';

/** The most events, as in the contract: the newest. */
const maxEvents = 1_000;

/** Three parts of base64url. A header with a line break would be an error that quotes the token. */
const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The options of `createParcelClient`. */
export type ParcelClientOptions = PlainClientOptions;

/** The client of a page that shows a parcel. */
export interface ParcelClient {
  /**
   * Asks where a parcel is: `GET {baseUrl}/v1/tracking`. The answer has no personal data. The token goes into a header, never into
   * the address.
   * @param token of the answer to an order, or of `signTrack`
   * @throws {LinkRefusedError} the token has expired, or is not valid
   * @throws {NetworkError} no answer came, or it was cut off
   * @throws {TimeoutError} no whole answer came within the deadline
   * @throws {UnavailableError} 408, 429, 5xx
   * @throws {UnexpectedResponseError} the gateway has no `tracking`, or the base URL is not a gateway's
   * @throws the reason of `signal` if the caller aborts
   */
  track(token: string, options?: CallOptions): Promise<ParcelResponse>;
}

/**
 * A client for tracking alone. It reads the one answer without zod, so that a page with a parcel loads neither zod nor the client of a
 * checkout. `ParcelResponse` of the contract says the same; a test compares both.
 * @example
 * const { status, history } = await createParcelClient({ baseUrl: '/shipping' }).track(token);
 */
export function createParcelClient(options: ParcelClientOptions): ParcelClient {
  const send = plainSender(operation, options);
  return {
    async track(token, { signal } = {}) {
      if (!tokenForm.test(token)) throw new LinkRefusedError('track-invalid');
      const headers = { authorization: `Bearer ${token}` };
      const { status, json } = await send(
        '/v1/tracking',
        { headers, referrerPolicy: 'no-referrer', cache: 'no-store' },
        signal,
      );
      if (status === 401)
        throw new LinkRefusedError(json.reason === 'track-expired' ? 'track-expired' : 'track-invalid');
      const parcel = status === 200 && readParcel(json);
      if (!parcel) throw new UnexpectedResponseError(status, { operation });
      return parcel;
    },
  };
}

/** @returns undefined if it is not the answer of a gateway */
export function readParcel(json: Record<string, unknown>): ParcelResponse | undefined {
  const { success, history } = json;
  if (success !== true || !Array.isArray(history)) return undefined;
  const { amount } = Object(json.cash_on_delivery);
  return {
    success,
    ...texts(json, 'status', 'ordered_at', 'updated_at', 'waybill_id', 'link'),
    ended: json.ended === true,
    courier: texts(
      json.courier,
      'company',
      'type',
      'courier_name',
      'courier_service_name',
      'shipment_duration_range',
      'shipment_duration_unit',
      'collection_method',
    ),
    arrival: arrivalIn(json.arrival),
    cash_on_delivery: amount > 0 && typeof amount === 'number' ? { amount } : undefined,
    history: history.slice(-maxEvents).flatMap((row) => {
      const event = texts(row, 'status', 'note', 'updated_at');
      return event.status?.trim() ? { ...event, status: event.status } : [];
    }),
    dropped: [],
  };
}
