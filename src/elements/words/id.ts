import type { Arrival, ShipmentPart } from '../../quote/index.ts';
import type { AreaWords, ChoiceWords, ParcelsWords, PromiseWords, TrackingWords, Words } from './words.ts';

const parts: Record<ShipmentPart, string> = {
  items: 'barang di keranjang',
  origin: 'alamat asal toko',
  destination: 'kecamatan atau kode pos',
};

const and = (words: readonly string[]) => new Intl.ListFormat('id').format(words);

function arrival({ least, most, unit }: Arrival): string {
  if (most === 0) return 'Hari ini';
  const range = least === most ? `${most}` : `${least}–${most}`;
  return `${range} ${unit === 'hours' ? 'jam' : 'hari'}`;
}

const day = (date: Date) => date.toLocaleDateString('id', { dateStyle: 'long' }).replaceAll(' ', '\u00a0');

const closed = 'Pengiriman sedang tidak tersedia. Silakan hubungi toko.';

const refused: ChoiceWords['refused'] = {
  'no-courier': 'Belum ada kurir yang menjangkau alamat ini.',
  location: 'Kurir tidak menemukan alamat ini. Silakan periksa kode pos.',
  contact: 'Mohon periksa nama, nomor telepon, dan alamat.',
  items: 'Data produk toko belum lengkap. Silakan hubungi toko.',
  'declared-value': 'Kurir ini memerlukan nilai barang. Silakan hubungi toko.',
  'cod-unavailable': 'Kurir ini tidak melayani COD ke alamat Anda.',
  'cod-limit': 'Kurir ini tidak menagih jumlah itu. Pilih kurir lain, atau bayar sekarang.',
  'insurance-unavailable': 'Kurir ini tidak menyediakan asuransi. Matikan asuransi, atau pilih yang lain.',
  'service-removed': 'Pilihan pengiriman ini tidak lagi tersedia. Silakan pilih yang lain.',
  'merchant-balance': closed,
  'merchant-account': closed,
  'token-missing': 'Pesanan belum dibuat. Coba lagi, atau hubungi toko.',
  'token-expired': 'Halaman ini sudah kedaluwarsa. Silakan coba lagi, atau muat ulang halaman.',
  'token-invalid': closed,
  'origin-not-allowed': closed,
  'not-offered': 'Toko tidak menyediakan ini di sini. Silakan hubungi toko.',
  'shipping-unavailable': closed,
  'quotes-exhausted': closed,
  other: 'Layanan pengiriman tidak bisa memproses ini. Silakan hubungi toko.',
};

/** The Indonesian words of a page on which nobody orders. */
export const indonesianChoice: ChoiceWords = {
  couriers: 'Kurir',
  allCouriers: 'kosongkan untuk semua',
  showAllCouriers: (count) => `Lihat semua ${count} kurir`,
  everyCourier: (count) => `${count} kurir`,
  couriersChosen: (names, count) => `${names.length} dari ${count} kurir: ${names.join(', ')}`,
  chooseCouriers: 'Pilih',
  loadingCouriers: 'Mencari kurir…',
  noCouriers: 'Tidak ada kurir yang tersedia saat ini.',

  rates: 'Pengiriman',
  ratesTo: (postalCode) => `Pengiriman ke ${postalCode}`,
  loadingRates: 'Mengecek ongkir…',
  ratesFound: (count) => `${count} pilihan pengiriman ditemukan.`,
  moreRates: (count) => `${count} pilihan lainnya`,
  noRates: 'Belum ada kurir yang menjangkau alamat ini.',
  checkPostalCode: 'Silakan periksa kode pos.',
  incomplete: (missing) =>
    missing.join() === 'destination'
      ? 'Isi kecamatan atau kode pos untuk melihat ongkir.'
      : `Ongkir belum bisa dihitung: ${and(missing.map((part) => parts[part]))} belum ada.`,
  chooseRate: 'Pilih pengiriman.',
  noRatesOfCouriers: 'Kurir yang Anda pilih tidak mengantar ke alamat ini.',
  arrival,
  arrives: (dates) => `Tiba ${dates}`,
  orderBefore: (time, left) => `Pesan sebelum ${time}${left && ` (${left} lagi)`}`,
  orLater: (dates) => `${dates}, atau lebih lambat`,
  today: 'hari ini',
  tomorrow: 'besok',
  estimatedArrival: 'Perkiraan tiba',
  badge: { recommended: 'Rekomendasi', cheapest: 'Termurah', fastest: 'Tercepat' },
  praise: {
    cheapest: 'termurah',
    insurable: 'termurah yang bisa diasuransikan',
    soon: 'termurah yang tiba dalam 3 hari',
  },
  cheapestBy: (date, insurable) => `termurah yang ${insurable ? 'bisa diasuransikan, ' : ''}tiba s.d. ${date}`,
  has: { insurance: 'Bisa diasuransikan', cashOnDelivery: 'Bisa COD' },
  insteadOf: (amount) => `sebelumnya ${amount}`,
  estimated: 'Harga perkiraan',
  lacks: { insurance: 'Tanpa asuransi', cashOnDelivery: 'Tidak bisa COD' },
  priceChanged: (name, before, now) => `Harga ${name} berubah dari ${before} menjadi ${now}.`,
  noLongerAvailable: (name, since) =>
    `${name} tidak lagi tersedia ${since ? `sejak ${day(since)}` : 'untuk pengiriman ini'}.`,
  notOffered: (name) => `${name} tidak ditawarkan di sini.`,

  cargoLeftOut: 'J&T Cargo tidak ditampilkan: asuransinya dihitung dari nilai barang, dan nilainya belum dicantumkan.',

  extras: 'Layanan tambahan',
  extra: { insurance: 'Asuransi', cashOnDelivery: 'Bayar di Tempat' },
  insuranceFor: (amount, without) => `Ganti rugi hingga ${amount}${without && `, tanpa asuransi ${without}`}`,
  always: { insurance: (courier) => `Selalu termasuk di ${courier}` },
  never: {
    insurance: (courier) => `${courier} tanpa asuransi`,
    cashOnDelivery: (courier) => `${courier} tidak bisa COD`,
  },
  nothingDeclared: 'Tidak tersedia untuk pesanan ini',
  cashOnDeliveryTotal: 'COD, tunai saat tiba',
  cashOnDeliveryFor: (amount) => `COD barang saja, ${amount}`,
  cashOnDeliveryAbove: (limit) => `COD hingga ${limit}`,
  cashOnDeliveryBelow: (limit) => `COD mulai ${limit}`,

  shipping: 'Ongkos kirim',
  goods: 'Barang',
  total: 'Total ongkir',
  totalWithGoods: 'Total dengan ongkir',
  latest: (date) => `Paling lambat ${date}`,

  orderWaits: 'Mohon tunggu, harga sedang diperbarui.',

  retry: 'Coba lagi',
  contact: 'Hubungi toko',
  changeAddress: 'Ubah alamat',
  offline: 'Tidak ada koneksi internet. Coba lagi setelah tersambung.',
  unreachable: 'Layanan pengiriman tidak merespons.',
  unavailable: (seconds) =>
    seconds === undefined
      ? 'Layanan pengiriman sedang sibuk. Silakan coba sebentar lagi.'
      : `Layanan pengiriman sedang sibuk. Silakan coba lagi dalam ${
          seconds > 600 ? `${Math.ceil(seconds / 60)} menit` : `${seconds} detik`
        }.`,
  unexpected: 'Maaf, ada kendala di sistem kami. Silakan hubungi toko.',
  refused,

  showFewer: 'Tampilkan lebih sedikit',
  from: (amount) => `mulai ${amount}`,
  feeLater: 'cek saat aktif',
  obstructed: {
    insurance: (name) => `${name} tidak bisa diasuransikan.`,
    cashOnDelivery: (name) => `${name} tidak melayani COD.`,
  },
  collectedBy: (courier, limit, others) =>
    `${courier}: ${limit}.${others.length ? ` ${and(others)} bisa bayar di tempat.` : ''}`,
  useInstead: (name, price) => `Pakai ${name}, ${price}`,
  turnOff: { insurance: 'Matikan asuransi', cashOnDelivery: 'Matikan COD' },
  without: { cashOnDelivery: (count) => `${count} layanan tidak melayani COD` },
  nowhere: { cashOnDelivery: 'Tidak ada kurir COD untuk pesanan ini.' },
  compareAll: 'Tampilkan semua kurir',
  needMapPin: (couriers) => `${and(couriers)} memerlukan titik lokasi di peta: letak persis alamat Anda.`,
  switchedOn: {
    insurance: (fee, least) => `Asuransi menambah ${least ? 'mulai ' : ''}${fee}.`,
    cashOnDelivery: (fee, least) => `COD menambah ${least ? 'mulai ' : ''}${fee}.`,
  },
  switchedOff: { insurance: 'Tanpa asuransi.', cashOnDelivery: 'Tanpa COD.' },
  dueAtDoor: (amount) => `${amount} saat tiba`,
  payNow: 'Bayar sekarang',
  payAtDoor: 'Bayar saat tiba',
};

/** Of an order, and of its refusal. */
const order: Omit<Words, Exclude<keyof ChoiceWords, 'refused'>> = {
  order: 'Pesan kiriman',
  pay: 'Bayar',
  placeOrder: 'Pesan',
  orderDraft: 'Lanjut',
  ordering: 'Mohon tunggu…',
  placed: 'Pesanan masuk.',
  placedDraft: 'Draf tersimpan.',
  placedOther: 'Pesanan Anda sebelumnya sudah masuk. Pesanan ini belum dibuat.',
  placedBefore: 'Anda sudah memesan ini. Tidak ada yang dipesan dua kali.',
  savedOther: 'Draf Anda sebelumnya sudah tersimpan. Draf ini belum dibuat.',
  savedBefore: 'Anda sudah menyimpan ini sebagai draf. Tidak ada yang disimpan dua kali.',
  charged: (price, shown) => `Ongkir dari kurir ${price}, sebelumnya tertera ${shown}.`,
  steps: ['Dipesan', 'Dijemput', 'Dikirim', 'Tiba'],
  handedOver: 'Diserahkan',
  next: 'Selanjutnya:',
  nextPickup: (date) => `kurir menjemput paket di toko${date && ` ${date}`}.`,
  nextHandOver: (date) => `toko menyerahkan paket ke kurir${date && ` ${date}`}.`,
  details: 'Rincian pesanan',
  courier: 'Kurir',
  insuredFor: (amount) => `Ditanggung hingga ${amount}`,
  notInsured: 'Tanpa asuransi',
  paid: 'Sudah dibayar',
  feeOf: { insurance: 'Asuransi', cashOnDelivery: 'Biaya COD' },
  saveReceipt: 'Simpan struk',
  orderNumber: 'No. pesanan',
  serviceNumber: 'Nomor pengiriman',
  waybill: 'No. resi',
  waybillLater: 'Menyusul setelah paket diproses',
  track: 'Lacak paket',
  copy: 'Salin',
  copied: 'Tersalin',
  notCopied: 'Tekan lama nomor untuk menyalin.',
  unconfirmed: 'Kami masih menunggu jawaban kurir. Anda tidak akan ditagih dua kali.',
  referenceExists: (reference) =>
    `Pesanan dengan nomor ${reference} sudah ada. Mungkin ini pesanan Anda. Hubungi toko sebelum memesan lagi.`,
  checkAgain: 'Cek lagi',
  cancel: 'Batalkan pesanan',
  cancelUntil: (time) => `Bisa dibatalkan di sini sampai ${time}.`,
  cancelUntilPickup: 'Bisa dibatalkan selama paket belum di tangan kurir.',
  cancelWhy: 'Mengapa ingin dibatalkan?',
  cancelReason: {
    change_courier: 'Ingin ganti kurir',
    pickup_delay: 'Penjemputan terlalu lama',
    change_address: 'Ingin ganti alamat',
    others: 'Alasan lain',
  },
  cancelConfirm: 'Ya, batalkan pesanan',
  cancelKeep: 'Tidak jadi',
  cancelling: 'Membatalkan…',
  cancelled: 'Pesanan Anda sudah dibatalkan.',
  nothingSent: 'Tidak ada yang dikirim.',
  refund: (amount, to, by) => `${amount} kembali ke ${to || 'Anda'}${by && `, paling lambat ${by}`}.`,
  refundLate: 'Belum masuk? Hubungi toko.',
  refundUnknown: 'Sudah membayar? Hubungi toko untuk pengembalian dana.',
  nothingPaid: 'Anda belum membayar apa pun, dan tidak ada yang ditagih.',
  cancelLate: 'Pesanan tidak bisa dibatalkan lagi di sini. Silakan hubungi toko.',
  cancelUnconfirmed: 'Belum diketahui apakah pesanan ini sudah dibatalkan. Batalkan sekali lagi untuk memastikan.',
  orderAgain: 'Pesan lagi',
  reference: 'Nomor referensi',
  offlineOrder: 'Anda sedang offline. Pesanan belum dikirim.',
  refused: Object.assign({}, refused, {
    'proof-of-delivery': 'Kurir ini tidak bisa memberi bukti pengiriman. Pilih yang lain, atau hubungi toko.',
    'pickup-unavailable': 'Kurir ini tidak bisa menjemput paket. Silakan pilih yang lain.',
    schedule: 'Kurir tidak bisa mengantar pada waktu ini. Silakan pilih waktu lain.',
    'reference-used': 'Nomor pesanan ini sudah dipakai. Silakan hubungi toko.',
    'price-changed': 'Harganya berubah. Silakan cek, lalu pesan lagi.',
    'not-cancellable': 'Paket sudah dalam perjalanan, jadi pesanan tidak bisa dibatalkan lagi.',
    'order-not-found': 'Pesanan ini tidak ditemukan di layanan pengiriman. Silakan hubungi toko.',
    'needs-attention': 'Kami tidak bisa memastikan apakah pesanan Anda sudah masuk. Hubungi toko sebelum memesan lagi.',
  }),
};

/** All words. `Object.assign` and no spread: a bundler leaves an unused call out that is marked as pure, and keeps an unused spread. */
export const indonesian: Words = Object.assign({}, indonesianChoice, order);

export const indonesianParcels: ParcelsWords = Object.assign({}, indonesianChoice, {
  parcel: (number, count, name) => `Paket ${number} dari ${count} · ${name}`,
  shippingOf: (chosen, count) => `Ongkir, ${chosen < count ? `${chosen} dari ` : ''}${count} paket`,
  notFor: (names) => `Tidak untuk ${and(names)}`,
  pay: 'Bayar',
  payPart: (amount) => `Bayar ${amount} sekarang`,
  placeOrder: 'Pesan',
} satisfies Omit<ParcelsWords, keyof ChoiceWords>);

export const indonesianArea: AreaWords = {
  area: 'Kecamatan atau kode pos',
  areaExample: 'Contoh: Coblong atau 40132',
  chooseArea: 'Pilih kecamatan dari daftar.',
  clearArea: 'Hapus',
  changeArea: 'Ubah',
  keepArea: (district) => `Tetap ${district}`,
  searching: (text) => `Mencari “${text}”…`,
  areasFound: (count) => `${count} kecamatan`,
  choosePostalCode: 'Pilih kode pos Anda.',
  moreLetters: 'Tidak ada di daftar? Tulis lebih banyak huruf.',
  severalDistricts: (postalCode, count) => `${postalCode} ada di ${count} kecamatan. Pilih satu.`,
  uncertain: 'Periksa kecamatan dan kode pos, lalu pilih satu.',
  notFound: (text) => `“${text}” tidak ditemukan`,
  notFoundHelp: 'Tulis nama kecamatan saja, tanpa jalan, atau tulis 5 angka kode pos.',
  areaChosen: (name) => `${name} dipilih.`,

  retry: 'Coba lagi',
  contact: 'Hubungi toko',
  offline: 'Tidak ada koneksi internet.',
  unreachable: 'Pencarian tidak merespons.',
  tooMany: 'Terlalu banyak pencarian. Silakan coba lagi nanti, atau hubungi toko.',
  searchFailed: 'Pencarian tidak tersedia. Silakan hubungi toko.',
};

export const indonesianPromise: PromiseWords = {
  title: 'Ongkir',
  check: 'Cek ongkir ke kecamatan Anda',
  choose: 'Pilih',
  change: (district) => `Ubah kecamatan: ${district}`,
  asking: 'Mengecek ongkir…',
  arrives: (dates) => `Tiba ${dates}`,
  takes: (duration) => (duration.most === 0 ? 'Tiba hari ini' : `Tiba dalam ${arrival(duration)}`),
  today: 'hari ini',
  tomorrow: 'besok',
  from: (amount) => `Mulai ${amount}`,
  deliveryFrom: (amount) => `Ongkir mulai ${amount}`,
  orderBefore: (time) => `pesan sebelum ${time}`,
  mayBeLater: 'bisa lebih lambat',
  free: 'Gratis ongkir',
  withService: (service) => `dengan ${service}`,
  missing: (amount) => `${amount} lagi gratis ongkir`,
  unavailable: 'Ongkir dihitung di checkout',
  search: 'Dikirim ke',
  close: 'Tutup',
};

export const indonesianTracking: TrackingWords = {
  title: 'Lacak paket',
  loading: 'Memuat status paket…',
  orLater: (dates) => `${dates}, atau lebih lambat`,
  estimatedArrival: 'Perkiraan tiba',
  outForDelivery: 'Sedang diantar',
  arrived: 'Paket sudah tiba',
  trouble: 'Ada kendala',
  status: 'Status paket',
  arrivesToday: 'Tiba hari ini',
  onItsWay: 'Dalam perjalanan',
  late: 'Pengiriman lebih lama dari perkiraan.',
  waiting: 'Menunggu kurir menjemput paket di toko.',
  waitingForShop: 'Toko akan mengantar paket ke kurir.',
  steps: ['Dipesan', 'Dijemput', 'Dikirim', 'Tiba'],
  handedOver: 'Diserahkan',
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
  history: 'Riwayat',
  zone: (zone) => `waktu ${zone}`,
  earlier: (count) => `${count} kabar sebelumnya`,
  fewer: 'Tampilkan lebih sedikit',
  event: {
    scheduled: 'Pengiriman dijadwalkan.',
    confirmed: 'Pesanan dikonfirmasi.',
    allocated: 'Kurir sudah ditentukan.',
    picking_up: 'Kurir menuju toko.',
    picked: 'Diserahkan ke kurir.',
    in_transit: 'Dalam perjalanan.',
    dropping_off: 'Dalam perjalanan ke alamat Anda.',
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
      next: 'hubungi toko kalau sudah membayar.',
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
