import type { Rate, RatesRequest } from '../../../src/contract/index.ts';
import { rate } from '../../support/fixtures.ts';

const couriers = 12;

/** The couriers' codes, as a page asks for them. */
export const courierCodes = Array.from({ length: couriers }, (_nothing, index) => `c${index}`).join();

/** Fastest first: the name of the service, its range and its unit. */
const speeds = [
  ['Instant', '1 - 3', 'hours'],
  ['Same Day', '6 - 8', 'hours'],
  ['Next Day', '1', 'days'],
  ['Reguler', '2 - 3', 'days'],
  ['Ekonomi', '4 - 7', 'days'],
] as const;

/** A row as the service answers it, with the fees that were asked for. Fees differ from row to row. */
function row(index: number, insurance: boolean, cashOnDelivery: boolean): Rate {
  const courier = index % couriers;
  const speed = Math.floor(index / 2) % speeds.length;
  const [service, range, unit] = speeds[speed] ?? speeds[0];
  // Slower is cheaper, so that each speed has a rate that no other beats. The order of the answer is not that of the prices.
  const shipping_fee = 9_000 + (speeds.length - 1 - speed) * 50_000 + ((index * 7) % 1_009) * 40;
  const insurance_fee = insurance ? 925 + (index % 5) * 75 : 0;
  const cash_on_delivery_fee = cashOnDelivery ? 3_700 + (index % 4) * 925 : 0;
  return rate({
    courier_code: `c${courier}`,
    company: `c${courier}`,
    courier_name: `Courier ${courier}`,
    courier_service_code: `s${index}`,
    type: `s${index}`,
    courier_service_name: `${service} ${index}`,
    shipment_duration_range: range,
    shipment_duration_unit: unit,
    duration: `${range} ${unit}`,
    shipping_fee,
    insurance_fee,
    cash_on_delivery_fee,
    price: shipping_fee + insurance_fee + cash_on_delivery_fee,
  });
}

export interface HeldService {
  fetch(request: Request): Promise<Response>;
  /** Holds the next answer. Resolves when its question has arrived. */
  hold(): Promise<void>;
  /** Sends the held answer. Later answers are not held. */
  release(): void;
}

/** A service with this many rates. It answers at once, unless it holds its answer. */
export function createHeldService(count: number): HeldService {
  // Kept as text, because writing a thousand rows as JSON is not measured.
  const answers = new Map<string, string>();
  let tellAsked = () => {};
  let release = () => {};
  let released: Promise<void> | undefined;

  function answer(insurance: boolean, cashOnDelivery: boolean): Response {
    const key = `${insurance} ${cashOnDelivery}`;
    const rows = () => Array.from({ length: count }, (_nothing, index) => row(index, insurance, cashOnDelivery));
    const body = answers.get(key) ?? JSON.stringify({ success: true, pricing: rows() });
    answers.set(key, body);
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  }

  /** One service of each courier. */
  const listing = Array.from({ length: couriers }, (_nothing, index) => row(index, false, false));

  return {
    async fetch(request) {
      if (request.method !== 'POST') return Response.json({ success: true, couriers: listing });
      const asked: Partial<RatesRequest> = await request.json();
      tellAsked();
      await released;
      return answer(Boolean(asked.courier_insurance), Boolean(asked.destination_cash_on_delivery));
    },
    hold() {
      released = new Promise((resolve) => {
        release = resolve;
      });
      return new Promise((resolve) => {
        tellAsked = resolve;
      });
    },
    release: () => release(),
  };
}
