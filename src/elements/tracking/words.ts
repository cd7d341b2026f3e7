import type { Languages } from '../words/locale.ts';

/** States in which the courier needs nothing of anyone. */
export type KnownStatus =
  | 'scheduled'
  | 'confirmed'
  | 'allocated'
  | 'picking_up'
  | 'picked'
  | 'in_transit'
  | 'dropping_off'
  | 'delivered';

/** States that a shopper has to hear of, with what happens next. */
export type ProblemStatus =
  | 'on_hold'
  | 'return_in_transit'
  | 'returned'
  | 'rejected'
  | 'disposed'
  | 'courier_not_found'
  | 'cancelled';

export interface Problem {
  headline: string;
  what: string;
  /** After "Next:". */
  next: string;
}

/** Every word of the tracking element. Replace some or all of them through its `words` property. */
export interface TrackingWords {
  /** The name of the whole, for screen readers. */
  title: string;
  loading: string;

  /** The line above the headline. */
  estimatedArrival: string;
  outForDelivery: string;
  arrived: string;
  trouble: string;
  status: string;

  /** Headlines. */
  arrivesToday: string;
  /** The courier says a state that has no words here. */
  onItsWay: string;
  /** The parcel needs longer than its service takes. */
  late: string;
  waiting: string;

  /** The way of every parcel. */
  steps: readonly [string, string, string, string];
  stepsLabel: string;
  /** After the name of a step, for screen readers. */
  done: string;

  courier: string;
  courierSite: string;
  waybill: string;
  waybillLater: string;
  copy: string;
  copied: string;
  notCopied: string;
  payAtDoor: string;
  recipient: string;
  hidden: string;

  history: string;
  /** @param zone WIB, WITA or WIT */
  zone(zone: string): string;
  earlier(count: number): string;
  fewer: string;
  /** In the history, if the courier has no note. */
  event: Record<KnownStatus | ProblemStatus, string>;

  /** Before what happens next. */
  next: string;
  problem: Record<ProblemStatus, Problem>;
  contact: string;

  retry: string;
  /** The line above the headline of a failure. */
  notLoaded: string;
  notTracked: string;
  offline: Omit<Problem, 'next'>;
  unreachable: Omit<Problem, 'next'>;
  /** Asking again does not help. */
  broken: Omit<Problem, 'what'>;
  expired: Omit<Problem, 'what'>;
  invalid: Omit<Problem, 'what'>;
  /** Below a state that could not be refreshed. @param time when it was read */
  stale(time: string): string;
}

const english: TrackingWords = {
  title: 'Track parcel',
  loading: 'Loading the parcel’s status…',
  estimatedArrival: 'Estimated arrival',
  outForDelivery: 'Out for delivery',
  arrived: 'Delivered',
  trouble: 'There is a problem',
  status: 'Status of the parcel',
  arrivesToday: 'Arrives today',
  onItsWay: 'On its way',
  late: 'It is taking longer than estimated.',
  waiting: 'Waiting for the courier to collect the parcel from the shop.',
  steps: ['Confirmed', 'Picked up', 'On its way', 'Delivered'],
  stepsLabel: 'Steps of the delivery',
  done: ', done',
  courier: 'Courier',
  courierSite: 'See it on the courier’s site',
  waybill: 'Tracking number',
  waybillLater: 'Follows once the parcel is processed',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Press and hold the number to copy it.',
  payAtDoor: 'Pay at the door',
  recipient: 'Recipient',
  hidden: 'Hidden',
  history: 'History',
  zone: (zone) => `time in ${zone}`,
  earlier: (count) => `${count} earlier ${count === 1 ? 'update' : 'updates'}`,
  fewer: 'Show fewer',
  event: {
    scheduled: 'Delivery scheduled.',
    confirmed: 'Order confirmed.',
    allocated: 'Courier assigned.',
    picking_up: 'Courier on the way to the shop.',
    picked: 'Picked up from the shop.',
    in_transit: 'On its way.',
    dropping_off: 'Out for delivery to your address.',
    delivered: 'Parcel delivered.',
    on_hold: 'Held by the courier.',
    return_in_transit: 'On its way back to the shop.',
    returned: 'Received back by the shop.',
    rejected: 'Delivery rejected.',
    disposed: 'Delivery ended by the courier.',
    courier_not_found: 'No courier available.',
    cancelled: 'Delivery cancelled.',
  },
  next: 'Next:',
  problem: {
    on_hold: {
      headline: 'Parcel on hold',
      what: 'The courier is holding the parcel for the moment.',
      next: 'it moves on once the problem is solved. You only have to wait.',
    },
    return_in_transit: {
      headline: 'Going back to the shop',
      what: 'The parcel could not be delivered and is on its way back.',
      next: 'contact the shop for another delivery or a refund.',
    },
    returned: {
      headline: 'Back at the shop',
      what: 'The shop has received this parcel back.',
      next: 'contact the shop for another delivery or a refund.',
    },
    rejected: {
      headline: 'Delivery rejected',
      what: 'The parcel cannot be delivered.',
      next: 'contact the shop for another delivery or a refund.',
    },
    disposed: {
      headline: 'Parcel not delivered',
      what: 'The courier can neither deliver nor return this parcel.',
      next: 'contact the shop for another delivery or a refund.',
    },
    courier_not_found: {
      headline: 'No courier available',
      what: 'The parcel was not collected and is still at the shop.',
      next: 'the shop has to book another courier. Ask for the new tracking link.',
    },
    cancelled: {
      headline: 'Delivery cancelled',
      what: 'The parcel will not be collected.',
      next: 'do not pay a courier. If you have paid the shop, ask for a refund.',
    },
  },
  contact: 'Contact the shop',
  retry: 'Try again',
  notLoaded: 'The latest status could not be loaded',
  notTracked: 'The parcel cannot be tracked here',
  offline: { headline: 'No connection', what: 'Try again once you are connected to the internet.' },
  unreachable: { headline: 'No answer', what: 'Please try again in a moment.' },
  broken: { headline: 'Something went wrong', next: 'ask the shop where your parcel is.' },
  expired: { headline: 'Link expired', next: 'ask the shop for a new tracking link.' },
  invalid: { headline: 'Link not valid', next: 'open the shop’s link once more, or ask for a new one.' },
  stale: (time) => `Could not be refreshed. This is the status of ${time}.`,
};

const indonesian: TrackingWords = {
  title: 'Lacak paket',
  loading: 'Memuat status paket…',
  estimatedArrival: 'Perkiraan tiba',
  outForDelivery: 'Sedang diantar',
  arrived: 'Paket sudah tiba',
  trouble: 'Ada kendala',
  status: 'Status paket',
  arrivesToday: 'Tiba hari ini',
  onItsWay: 'Dalam perjalanan',
  late: 'Pengiriman lebih lama dari perkiraan.',
  waiting: 'Menunggu kurir menjemput paket di toko.',
  steps: ['Dikonfirmasi', 'Dijemput', 'Dikirim', 'Tiba'],
  stepsLabel: 'Langkah pengiriman',
  done: ', selesai',
  courier: 'Kurir',
  courierSite: 'Lihat di situs kurir',
  waybill: 'Nomor resi',
  waybillLater: 'Menyusul setelah paket diproses',
  copy: 'Salin',
  copied: 'Tersalin',
  notCopied: 'Tekan lama nomor untuk menyalin.',
  payAtDoor: 'Bayar saat tiba',
  recipient: 'Penerima',
  hidden: 'Disembunyikan',
  history: 'Riwayat',
  zone: (zone) => `waktu ${zone}`,
  earlier: (count) => `${count} kabar sebelumnya`,
  fewer: 'Tampilkan lebih sedikit',
  event: {
    scheduled: 'Pengiriman dijadwalkan.',
    confirmed: 'Pesanan dikonfirmasi.',
    allocated: 'Kurir sudah ditentukan.',
    picking_up: 'Kurir menuju toko.',
    picked: 'Dijemput dari toko.',
    in_transit: 'Dalam perjalanan.',
    dropping_off: 'Sedang diantar ke alamat Anda.',
    delivered: 'Paket sudah diterima.',
    on_hold: 'Tertahan di kurir.',
    return_in_transit: 'Dalam perjalanan kembali ke toko.',
    returned: 'Diterima kembali oleh toko.',
    rejected: 'Pengiriman ditolak.',
    disposed: 'Pengiriman dihentikan kurir.',
    courier_not_found: 'Tidak ada kurir yang tersedia.',
    cancelled: 'Pengiriman dibatalkan.',
  },
  next: 'Selanjutnya:',
  problem: {
    on_hold: {
      headline: 'Paket tertahan',
      what: 'Kurir menahan paket untuk sementara.',
      next: 'paket jalan lagi setelah kendala selesai. Anda cukup menunggu.',
    },
    return_in_transit: {
      headline: 'Kembali ke toko',
      what: 'Paket tidak bisa diantar dan sedang kembali ke toko.',
      next: 'hubungi toko untuk kirim ulang atau pengembalian dana.',
    },
    returned: {
      headline: 'Kembali ke toko',
      what: 'Toko sudah menerima paket ini kembali.',
      next: 'hubungi toko untuk kirim ulang atau pengembalian dana.',
    },
    rejected: {
      headline: 'Pengiriman ditolak',
      what: 'Paket tidak bisa diantar.',
      next: 'hubungi toko untuk kirim ulang atau pengembalian dana.',
    },
    disposed: {
      headline: 'Paket tidak terkirim',
      what: 'Kurir tidak bisa mengantar atau mengembalikan paket ini.',
      next: 'hubungi toko untuk kirim ulang atau pengembalian dana.',
    },
    courier_not_found: {
      headline: 'Kurir tidak tersedia',
      what: 'Paket belum dijemput dan masih di toko.',
      next: 'toko perlu memesan kurir lain. Tanyakan tautan lacak yang baru.',
    },
    cancelled: {
      headline: 'Pengiriman dibatalkan',
      what: 'Paket tidak jadi dijemput.',
      next: 'jangan membayar kurir. Jika sudah membayar ke toko, tanyakan pengembalian dana.',
    },
  },
  contact: 'Hubungi toko',
  retry: 'Coba lagi',
  notLoaded: 'Status terakhir tidak bisa dimuat',
  notTracked: 'Paket tidak bisa dilacak di sini',
  offline: { headline: 'Tidak ada koneksi', what: 'Coba lagi setelah tersambung ke internet.' },
  unreachable: { headline: 'Tidak ada jawaban', what: 'Silakan coba sebentar lagi.' },
  broken: { headline: 'Ada kendala di sistem', next: 'tanyakan ke toko posisi paket Anda.' },
  expired: { headline: 'Tautan kedaluwarsa', next: 'minta tautan lacak baru ke toko.' },
  invalid: { headline: 'Tautan tidak berlaku', next: 'buka lagi tautan dari toko, atau minta tautan baru.' },
  stale: (time) => `Tidak bisa diperbarui. Ini status per ${time}.`,
};

/** The built-in words. A further language is a list of words, and a row here. */
export const languages: Languages<TrackingWords> = { en: english, id: indonesian };
