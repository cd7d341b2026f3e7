import type {
  AreasRequest,
  AreasResponse,
  FreeDelivery,
  PromiseRequest,
  PromiseResponse,
  Rupiah,
} from '../contract/index.ts';
import { machineClock } from './clock.ts';
import { UnexpectedResponseError } from './errors.ts';
import { arrivalIn, type PlainClientOptions, plainSender, texts } from './plain-answer.ts';

const operation = 'readPromise';

/** Milliseconds that an answer is shared in a page. The gateway keeps it for hours. */
const lifetime = 5 * 60_000;

/** Milliseconds after which a failed question is asked again. A page with many products fails once. */
const failureLifetime = 10_000;

/** What delivery costs to a place. `weightClassOf` makes weight and volume of items. */
export interface PromiseQuestion extends PromiseRequest {}

/** The options of `createPromiseClient`. */
export type PromiseClientOptions = PlainClientOptions;

/** The client of a page that shows what delivery costs before any checkout. */
export interface PromiseClient {
  /**
   * Asks for the least price to a place, before any checkout: `POST {baseUrl}/v1/promise`. Equal questions share one request, for five
   * minutes.
   * @param options.fresh asks again
   * @throws {NetworkError} no answer came, or it was cut off
   * @throws {TimeoutError} no whole answer came within the deadline
   * @throws {UnavailableError} 408, 429, 5xx
   * @throws {UnexpectedResponseError} the gateway has no `promises`, refuses the question, or the base URL is not a gateway's
   */
  promise(question: PromiseQuestion, options?: { fresh?: boolean }): Promise<PromiseResponse>;
  /** For the search that the element opens. Without it, the search asks at the base URL. */
  searchAreas?(request: AreasRequest): Promise<AreasResponse>;
}

/**
 * A client for promises alone. It reads the one answer without zod, so that a product's page loads neither zod nor the client of a checkout.
 * @example
 * const { rate } = await createPromiseClient({ baseUrl: '/shipping' }).promise({ destination_area_id, weight: 1000 });
 */
export function createPromiseClient(options: PromiseClientOptions): PromiseClient {
  const { clock = machineClock } = options;
  const send = plainSender(operation, options);
  const known = new Map<string, { until: number; answer: Promise<PromiseResponse> }>();

  async function ask(body: string): Promise<PromiseResponse> {
    const headers = { 'content-type': 'application/json' };
    const { status, body: text, json } = await send('/v1/promise', { method: 'POST', headers, body });
    const answer = status === 200 && readPromise(json);
    // The gateway's refusal names the field. It has no personal data.
    if (!answer) throw new UnexpectedResponseError(status, { operation, cause: text.slice(0, 300) });
    return answer;
  }

  return {
    promise(question, { fresh = false } = {}) {
      const body = JSON.stringify(question);
      const found = known.get(body);
      // Products of one weight ask together, also for a fresh answer: all of them come back online at once.
      const isOnItsWay = found?.until === Number.POSITIVE_INFINITY;
      if (found && (isOnItsWay || (!fresh && clock.now() < found.until))) return found.answer;
      for (const [before, { until }] of known) if (until <= clock.now()) known.delete(before);
      const entry = { until: Number.POSITIVE_INFINITY, answer: ask(body) };
      known.set(body, entry);
      const keepFor = (milliseconds: number) => () => {
        entry.until = clock.now() + milliseconds;
      };
      entry.answer.then(keepFor(lifetime), keepFor(failureLifetime));
      return entry.answer;
    },
  };
}

/** @returns undefined if it is not the answer of a gateway */
export function readPromise(json: Record<string, unknown>): PromiseResponse | undefined {
  const { success, rate } = json;
  if (success !== true || rate === undefined) return undefined;
  const { price, arrivals } = Object(rate);
  if (rate !== null && !isRupiah(price)) return undefined;
  const named = texts(
    rate,
    'courier_code',
    'courier_service_code',
    'courier_name',
    'courier_service_name',
    'duration',
    'shipment_duration_range',
    'shipment_duration_unit',
  );
  const promised = Array.isArray(arrivals) ? arrivals.flatMap((one) => arrivalIn(one) ?? []) : [];
  const { courier_code, courier_service_code } = named;
  return {
    success,
    rate:
      rate === null
        ? null
        : {
            ...named,
            courier_code: courier_code ?? '',
            courier_service_code: courier_service_code ?? '',
            price,
            arrivals: promised,
          },
    free_delivery: freeDeliveryIn(json.free_delivery),
  };
}

const isRupiah = (value: unknown): value is Rupiah => typeof value === 'number' && value >= 0;

function freeDeliveryIn(json: unknown): FreeDelivery | undefined {
  const { from, missing } = Object(json);
  const named = texts(json, 'courier_name', 'courier_service_name');
  return isRupiah(from) && isRupiah(missing) && from > 0
    ? { from, missing: Math.min(missing, from), ...named }
    : undefined;
}
