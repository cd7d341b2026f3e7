import type { Rate } from '../../src/contract/index.ts';
import { Selection, type SelectionNotice } from '../../src/elements/state/selection.ts';
import type { Question, Quote } from '../../src/elements/state/terms.ts';
import { type Answer, switches } from '../../src/quote/index.ts';
import { rate, shipment } from '../support/fixtures.ts';

/** The cheaper service of the same courier, which collects nothing. */
export const oke = rate({
  courier_service_code: 'oke',
  courier_service_name: 'OKE',
  price: 12_000,
  shipping_fee: 12_000,
  available_for_cash_on_delivery: false,
});

/** Another courier, which insures nothing, by the quickest way. */
export const sicepat = rate({
  courier_code: 'sicepat',
  courier_name: 'SiCepat',
  price: 16_000,
  shipping_fee: 16_000,
  shipment_duration_range: '1 - 1',
  available_for_insurance: false,
});

/** The courier that insures always. */
export const cargo = rate({
  courier_code: 'jntcargo',
  courier_service_code: 'ft',
  price: 20_000,
  shipping_fee: 20_000,
});

/** A rate at another price for the carriage. */
export const at = (price: number, row: Rate = rate()): Rate => ({ ...row, price, shipping_fee: price });

/** `jne/reg` with insurance for 500 and cash on delivery for 3,000 rupiah in its price. */
export const fees = (shipping: number, row: Rate = rate()): Rate => {
  const [insurance_fee, cash_on_delivery_fee] = [500, row.available_for_cash_on_delivery ? 3_000 : 0];
  const price = shipping + insurance_fee + cash_on_delivery_fee;
  return { ...row, shipping_fee: shipping, insurance_fee, cash_on_delivery_fee, price };
};

/** Another shipment: to Surabaya. */
export const elsewhere = { ...shipment, destination_postal_code: 60111 };

/** A selection, and all that it has told, notices without a notice among them as `undefined`. */
export function select({ offline = () => false }: { offline?: () => boolean } = {}) {
  const selection = new Selection(offline);
  const notices: (SelectionNotice | undefined)[] = [];
  selection.subscribe((notice) => notices.push(notice));

  /** The service's answer to what is asked now, or was asked before, with all that there is to cover or to collect. */
  function quoted(rates: readonly Rate[], question = selection.question as Question): Quote {
    selection.settle();
    const { couriers, extras } = question;
    return {
      question,
      couriers,
      answers: [{ asked: extras, couriers, rates }],
      part: false,
      duration: 1,
      quiet: false,
    };
  }

  return {
    selection,
    notices,
    quoted,
    /** Has the couriers of these rates asked with the switches as they stand, or with others. */
    quotePart({
      rates,
      asked = selection.extras,
      couriers = codesOf(rates),
    }: Partial<Answer> & { rates: readonly Rate[] }) {
      const question = selection.question as Question;
      selection.ask();
      selection.answer({
        ...quoted([], question),
        answers: [{ asked: switches(({ property }) => asked[property]), couriers, rates }],
        part: true,
      });
    },
    /** Asks, and has it answered. */
    quote(...rates: readonly Rate[]): void {
      selection.settle();
      selection.ask();
      selection.answer(quoted(rates));
    },
    /** What has been told since this was asked last: changes of the rate in a few words, the others by their type. */
    told(): string[] {
      return notices.splice(0).flatMap((notice) => (notice ? inWords(notice) : []));
    },
  };
}

const codesOf = (rates: readonly Rate[]) => rates.map(({ courier_code }) => courier_code);

/** The same, with rates for a shipment. */
export function selectQuoted(...rates: readonly Rate[]) {
  const selected = select();
  selected.selection.shipment = shipment;
  selected.quote(...(rates.length ? rates : [rate(), oke, sicepat]));
  selected.told();
  return selected;
}

/** The same, with `jne/reg` for 15,000 rupiah chosen by the shopper. */
export function selectChosen() {
  const selected = selectQuoted();
  selected.selection.choose('jne/reg');
  selected.told();
  return selected;
}

/** The same, each row with the fees of both extras in it, as it is asked for. */
export function selectChosenWithFees() {
  const selected = selectQuoted(fees(15_000), fees(12_000, oke));
  selected.selection.choose('jne/reg');
  selected.told();
  return selected;
}

function inWords(notice: SelectionNotice): string {
  switch (notice.type) {
    case 'rate':
      return `${price(notice.previous)} → ${price(notice.rate)}: ${notice.reason}${notice.now ? ', now' : ''}`;
    case 'switches':
      return `switches by ${notice.by}`;
    case 'rates':
      return notice.again ? 'rates again' : 'rates';
    default:
      return notice.type;
  }
}

const price = (row: Rate | undefined) =>
  row ? `${row.courier_code}/${row.courier_service_code} ${row.price}` : 'none';
