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

/** What an order says now of its parcel. */
export interface OrderNow {
  isCancelled: boolean;
  /** As staff have marked it. */
  isDelivered: boolean;
  paid: Paid;
  /** Rupiah that the courier would collect. */
  due: number;
  label: string;
  hasOtherGoods?: boolean;
}

/** Whether a parcel is ordered, and not known to have arrived or ended. */
export const isUnderWay = (delivery: Delivery): delivery is Extract<Delivery, { state: 'placed' }> =>
  delivery.state === 'placed' && delivery.status !== 'delivered' && !endOf(delivery);

/** What staff have seen when they keep a delivery. They are asked again after another change. */
export const keptOf = (now: OrderNow): string =>
  [now.isCancelled, isGivenBack(now.paid), now.due, now.label, now.hasOtherGoods].join(' ');

/** Asks the staff about a parcel, as `withParcel` has read it, that is not what its order says now. */
export function attentionOfOrder(delivery: Delivery, now: OrderNow, language: Language = 'en'): string | undefined {
  // Without costs the gateway has erased it: it ended long ago.
  if (!isUnderWay(delivery) || !delivery.costs || now.isDelivered || delivery.kept === keptOf(now)) return undefined;
  const { collects, label } = delivery;
  const due = now.isCancelled ? 0 : now.due;
  const differences = [
    now.isCancelled && say('order-cancelled', [], language),
    isGivenBack(now.paid) && say('paid-back', [], language),
    collects !== undefined && collects !== due && say('other-sum', [collects, due], language),
    label !== undefined && label !== now.label && say('other-label', [], language),
    now.hasOtherGoods && say('other-goods', [], language),
  ].filter(Boolean);
  return differences.length ? say('compared', [differences.join(' ')], language) : undefined;
}

/**
 * Whether staff can say that a parcel goes on. When it has arrived, nothing is left to say.
 * @param ofOrder what `attentionOfOrder` asks
 */
export const canKeep = (delivery: Delivery, ofOrder?: string): boolean =>
  isUnderWay(delivery) && (ofOrder !== undefined || !!delivery.message);

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
