import { isGivenBack, type Money } from '../../purchases/index.ts';
import { type Delivery, needsLook } from './delivery.ts';
import type { DeliveryDeps } from './options.ts';

/** A placed delivery with what the gateway has heard of its parcel since, for the staff. Others stay as they are. */
export async function withParcel({ gateway }: Pick<DeliveryDeps, 'gateway'>, delivery: Delivery): Promise<Delivery> {
  if (delivery.state !== 'placed') return delivery;
  const known = await gateway.find(delivery.reference);
  if (known?.owner !== delivery.owner) return delivery;
  const { charged = known.price, chargedNow, chargedParts, paymentStatus } = known;
  return {
    ...delivery,
    waybill: known.waybill ?? delivery.waybill,
    status: known.status,
    costs: { charged, chargedNow, chargedParts, paymentStatus },
  };
}

const partNames = { shipment_fee: 'delivery', cash_on_delivery_fee: 'COD', proof_of_delivery_fee: 'proof of delivery' };

/**
 * What the staff should know and need not act on: the service charges another price than at the order, and whether it has the money that the
 * courier collected. Undefined if nothing.
 */
export function noteOf(delivery: Delivery): string | undefined {
  const {
    charged,
    chargedNow,
    chargedParts = {},
    paymentStatus,
  } = (delivery.state === 'placed' && delivery.costs) || {};
  const paid = paymentStatus && `The collected money is ${paymentStatus} at the service.`;
  if (charged === undefined || chargedNow === undefined || chargedNow === charged) return paid;
  const [difference, way] = chargedNow > charged ? [chargedNow - charged, 'more'] : [charged - chargedNow, 'less'];
  const parts = Object.entries(partNames).flatMap(([field, name]) => {
    const fee = chargedParts[field as keyof typeof partNames];
    return fee ? `${name} Rp ${fee}` : [];
  });
  const of = parts.length ? ` (${parts.join(', ')})` : '';
  const price = `The service charges Rp ${chargedNow} for this delivery by now${of}: Rp ${difference} ${way} than when it was ordered.`;
  return [price, paid].filter(Boolean).join(' ');
}

/** Ends in which no parcel arrives. */
const ends: Record<string, string> = {
  courier_not_found: 'no driver was found',
  rejected: 'it was rejected',
  returned: 'the parcel came back',
  disposed: 'the parcel was disposed of',
  cancelled: 'it was cancelled',
};

/** Rupiah that the shop has been paid for an order, and that it has given back. */
export type Paid = Pick<Money, 'taken' | 'givenBack'>;

/**
 * Asks the staff about a delivery of an order whose money went back after the label was made: only they know whether the parcel still goes.
 * Undefined if that is not so.
 */
export const attentionOfMoney = (delivery: Delivery, paid: Paid): string | undefined =>
  delivery.state === 'placed' && isGivenBack(paid) && delivery.status !== 'delivered' && !ends[delivery.status ?? '']
    ? 'The order was paid back, and its delivery is still ordered: cancel the fulfillment, or let the parcel go.'
    : undefined;

/** What a person should do about a delivery. Undefined if nothing. */
export function attentionOf(delivery: Delivery): string | undefined {
  if (delivery.state === 'placed') {
    const end = ends[delivery.status ?? ''];
    return end && `The courier has ended the delivery: ${end}. Cancel its fulfillment to send the order again.`;
  }
  if (delivery.state === 'refused' || delivery.state === 'cancelling') return delivery.message;
  return delivery.state === 'waiting' && delivery.reason === 'needs-attention' ? needsLook : undefined;
}

/** English and Indonesian. */
type Words = readonly [string, string];

const waitingWords: Record<string, Words> = {
  unconfirmed: [
    'Waiting: the service has not confirmed the delivery yet',
    'Menunggu: layanan belum mengonfirmasi pengiriman',
  ],
  'needs-attention': [
    'Waiting: it is not known whether the delivery was ordered',
    'Menunggu: belum diketahui apakah pengiriman sudah dipesan',
  ],
  'shipping-unavailable': [
    'Waiting: the account at the service cannot order now',
    'Menunggu: akun di layanan belum dapat memesan',
  ],
  'quotes-exhausted': [
    'Waiting: the shop has asked for all the prices of this day',
    'Menunggu: batas permintaan harga hari ini tercapai',
  ],
  'being-edited': ['Waiting: the order is being modified', 'Menunggu: pesanan sedang diubah'],
};

const noAnswer: Words = [
  'Waiting: the service does not answer, and is asked again',
  'Menunggu: layanan tidak menjawab, dan akan ditanya lagi',
];

const stateWords: Record<Exclude<Delivery['state'], 'waiting'>, Words> = {
  placed: ['The delivery is ordered', 'Pengiriman sudah dipesan'],
  refused: ['Not ordered', 'Tidak dipesan'],
  cancelling: ['Being cancelled at the service', 'Sedang dibatalkan di layanan'],
  cancelled: ['Cancelled', 'Dibatalkan'],
};

/** The state in words, for the staff. */
export function stateInWords(delivery: Delivery, language: 'en' | 'id' = 'en'): string {
  const words = delivery.state === 'waiting' ? (waitingWords[delivery.reason] ?? noAnswer) : stateWords[delivery.state];
  return words[language === 'id' ? 1 : 0];
}
