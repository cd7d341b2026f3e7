import type { Rate, RatesRequest } from '../../../src/contract/index.ts';
import { rate } from '../../support/fixtures.ts';

const couriers = [
  ['anteraja', 'Anteraja'],
  ['idexpress', 'ID Express'],
  ['jne', 'JNE'],
  ['jnt', 'J&T'],
  ['lion', 'Lion Parcel'],
  ['ninja', 'Ninja Xpress'],
  ['paxel', 'Paxel'],
  ['pos', 'POS Indonesia'],
  ['sap', 'SAP Express'],
  ['sicepat', 'SiCepat'],
  ['tiki', 'TIKI'],
  ['wahana', 'Wahana'],
] as const;

/** From the fastest: what a row says of its arrival, and what its services are called. */
const speeds = [
  ['Instant', '1 - 3', 'hours'],
  ['Same Day', '6 - 8', 'hours'],
  ['Next Day', '1', 'days'],
  ['Reguler', '2 - 3', 'days'],
  ['Ekonomi', '4 - 7', 'days'],
] as const;

/** A row as the service answers it: the fees of what was asked for are in it, and each row has its own. */
function row(index: number, insured: boolean, cashOnDelivery: boolean): Rate {
  const [code, name] = couriers[index % couriers.length] ?? couriers[0];
  const [service, range, unit] = speeds[Math.floor(index / 2) % speeds.length] ?? speeds[0];
  // The order of the answer is not that of the prices.
  const shipping_fee = 9_000 + ((index * 7) % 1_009) * 350;
  const insurance_fee = insured ? 925 + (index % 5) * 75 : 0;
  const cash_on_delivery_fee = cashOnDelivery ? 3_700 + (index % 4) * 925 : 0;
  return rate({
    courier_code: code,
    company: code,
    courier_name: name,
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

/** A service with so many rates. It answers at once, except when it is told to hold its answer. */
export class HeldService {
  /** How many times rates were asked for: each is charged to a merchant. */
  questions = 0;
  /** Sends the answer that is held. */
  release: () => void = () => {};
  readonly #count: number;
  readonly #answers = new Map<string, string>();
  #tellAsked: () => void = () => {};
  #released: Promise<void> | undefined;

  constructor(count: number) {
    this.#count = count;
  }

  /** @returns when the question has come whose answer is held */
  hold(): Promise<void> {
    this.#released = new Promise((resolve) => {
      this.release = resolve;
    });
    return new Promise((resolve) => {
      this.#tellAsked = resolve;
    });
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return answer(this.#answerOf(false, false));
    const asked: Partial<RatesRequest> = await request.json();
    this.questions += 1;
    this.#tellAsked();
    await this.#released;
    return answer(this.#answerOf(Boolean(asked.courier_insurance), Boolean(asked.destination_cash_on_delivery)));
  };

  /** As text: writing a thousand rows as JSON is not what is measured. */
  #answerOf(insured: boolean, cashOnDelivery: boolean): string {
    const key = `${insured} ${cashOnDelivery}`;
    const known = this.#answers.get(key);
    if (known) return known;
    const pricing = Array.from({ length: this.#count }, (_nothing, index) => row(index, insured, cashOnDelivery));
    const made = JSON.stringify({ success: true, couriers: pricing.slice(0, couriers.length), pricing });
    this.#answers.set(key, made);
    return made;
  }
}

const answer = (body: string) => new Response(body, { headers: { 'content-type': 'application/json' } });
