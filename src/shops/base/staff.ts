import { isGivenBack, type Money } from '../../purchases/index.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryDeps } from './options.ts';
import { inLanguage, type Language, say, translated, type Words } from './sentences.ts';

/** A delivery at the service with what the gateway has heard of its parcel since, for the staff. Others stay as they are. */
export async function withParcel({ gateway }: Pick<DeliveryDeps, 'gateway'>, delivery: Delivery): Promise<Delivery> {
  if (delivery.state !== 'placed' && delivery.state !== 'cancelling') return delivery;
  const known = await gateway.find(delivery.reference);
  if (known?.owner !== delivery.owner) return delivery;
  if (delivery.state === 'cancelling') return { ...delivery, waybill: known.waybill ?? delivery.waybill };
  const { charged = known.price, chargedNow, chargedParts, paymentStatus } = known;
  return {
    ...delivery,
    waybill: known.waybill ?? delivery.waybill,
    status: known.status,
    costs: { charged, chargedNow, chargedParts, paymentStatus },
  };
}

const partNames: Record<'shipment_fee' | 'cash_on_delivery_fee' | 'proof_of_delivery_fee', Words> = {
  shipment_fee: ['delivery', 'ongkos kirim'],
  cash_on_delivery_fee: ['COD', 'COD'],
  proof_of_delivery_fee: ['proof of delivery', 'bukti pengiriman'],
};

/**
 * What the staff should know and need not act on: the service charges another price than at the order, and whether it has the money that the
 * courier collected. Undefined if nothing.
 */
export function noteOf(delivery: Delivery, language: Language = 'en'): string | undefined {
  const {
    charged,
    chargedNow,
    chargedParts = {},
    paymentStatus,
  } = (delivery.state === 'placed' && delivery.costs) || {};
  const paid = paymentStatus && say('collected', [paymentStatus], language);
  if (charged === undefined || chargedNow === undefined || chargedNow === charged) return paid;
  const parts = Object.entries(partNames).flatMap(([field, name]) => {
    const fee = chargedParts[field as keyof typeof partNames];
    return fee ? `${inLanguage(name, language)} Rp ${fee}` : [];
  });
  const of = parts.length ? ` (${parts.join(', ')})` : '';
  const way = chargedNow > charged ? 'charged-more' : 'charged-less';
  const price = say(way, [chargedNow, of, Math.abs(chargedNow - charged)], language);
  return [price, paid].filter(Boolean).join(' ');
}

/** Ends in which no parcel arrives. */
const ends: Record<string, Words> = {
  courier_not_found: ['no driver was found', 'pengemudi tidak ditemukan'],
  rejected: ['it was rejected', 'ditolak'],
  returned: ['the parcel came back', 'paket kembali'],
  disposed: ['the parcel was disposed of', 'paket dimusnahkan'],
  cancelled: ['it was cancelled', 'dibatalkan'],
};

const endOf = ({ status = '' }: { status?: string | undefined }) =>
  Object.hasOwn(ends, status) ? ends[status] : undefined;

/** Rupiah that the shop has been paid for an order, and that it has given back. */
export type Paid = Pick<Money, 'taken' | 'givenBack'>;

/**
 * Asks the staff about a delivery of an order whose money went back after the label was made: only they know whether the parcel still goes.
 * Undefined if that is not so.
 */
export const attentionOfMoney = (delivery: Delivery, paid: Paid, language: Language = 'en'): string | undefined =>
  delivery.state === 'placed' && isGivenBack(paid) && delivery.status !== 'delivered' && !endOf(delivery)
    ? say('paid-back', [], language)
    : undefined;

/** Whether staff can say that a parcel goes on, which the service has refused to cancel. When it has arrived, nothing is left to say. */
export const canKeep = (delivery: Delivery): boolean =>
  delivery.state === 'placed' && !!delivery.message && delivery.status !== 'delivered' && !endOf(delivery);

/**
 * What a person should do about a delivery. Undefined if nothing.
 * @param own sentences of the plugin that are stored, too
 */
export function attentionOf(
  delivery: Delivery,
  language: Language = 'en',
  own: readonly Words[] = [],
): string | undefined {
  if (delivery.state === 'placed') {
    const end = endOf(delivery);
    if (end) return say('ended', [inLanguage(end, language)], language);
    return delivery.message && canKeep(delivery) ? translated(delivery.message, language, own) : undefined;
  }
  if (delivery.state === 'refused' || delivery.state === 'cancelling')
    return delivery.message && translated(delivery.message, language, own);
  return delivery.state === 'waiting' && delivery.reason === 'needs-attention'
    ? say('needs-look', [], language)
    : undefined;
}

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
export const stateInWords = (delivery: Delivery, language: Language = 'en'): string =>
  inLanguage(
    delivery.state === 'waiting' ? (waitingWords[delivery.reason] ?? noAnswer) : stateWords[delivery.state],
    language,
  );
