import type { Arrival, ShipmentPart } from '../../quote/index.ts';
import type { Words } from './words.ts';

const parts: Record<ShipmentPart, string> = {
  items: 'isi keranjang Anda',
  origin: 'alamat asal toko',
  destination: 'kode pos Anda',
};

const and = (words: readonly string[]) => new Intl.ListFormat('id').format(words);

function arrival({ least, most, unit }: Arrival): string {
  if (most === 0) return 'Hari ini';
  const range = least === most ? `${most}` : `${least}–${most}`;
  return `${range} ${unit === 'hours' ? 'jam' : 'hari'}`;
}

const day = (date: Date) => date.toLocaleDateString('id', { dateStyle: 'long' });

const closed = 'Pengiriman sedang tidak tersedia. Silakan hubungi toko.';

/** The Indonesian words of the elements. */
export const indonesian: Words = {
  couriers: 'Kurir',
  allCouriers: 'Kosongkan untuk semua kurir',
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
      ? 'Isi kode pos untuk melihat ongkir.'
      : `Untuk melihat ongkir, kami masih perlu ${and(missing.map((part) => parts[part]))}.`,
  chooseRate: 'Pilih pengiriman.',
  speed: { hours: 'Hitungan jam', soon: 'Hari ini atau besok', days: 'Beberapa hari', cargo: 'Kargo' },
  noRatesOfCouriers: 'Kurir yang Anda pilih tidak mengantar ke alamat ini.',
  arrival,
  arrives: (dates) => `Tiba ${dates}`,
  today: 'hari ini',
  tomorrow: 'besok',
  estimatedArrival: 'Perkiraan tiba',
  badge: { recommended: 'Rekomendasi', cheapest: 'Termurah', fastest: 'Tercepat' },
  insteadOf: (amount) => `sebelumnya ${amount}`,
  estimated: 'Harga perkiraan',
  priced: { insured: '+ asuransi', cashOnDelivery: '+ COD' },
  pricedAlone: 'ongkir saja',
  lacks: { insured: 'Tanpa asuransi', cashOnDelivery: 'Tidak bisa COD' },
  priceChanged: (name, before, now) => `Harga ${name} berubah dari ${before} menjadi ${now}.`,
  noLongerAvailable: (name, since) =>
    `${name} tidak lagi tersedia ${since ? `sejak ${day(since)}` : 'untuk pengiriman ini'}. Silakan pilih yang lain.`,
  notOffered: (name) => `${name} tidak ditawarkan di sini. Silakan pilih yang lain.`,

  cargoLeftOut: 'J&T Cargo tidak ditampilkan: asuransinya dihitung dari nilai barang, dan nilainya belum dicantumkan.',

  extras: 'Layanan tambahan',
  extra: { insured: 'Asuransi', cashOnDelivery: 'Bayar di Tempat' },
  insuranceFor: (amount) => `Ganti rugi hingga ${amount}`,
  always: { insured: (courier) => `Selalu termasuk di ${courier}` },
  never: { insured: (courier) => `${courier} tanpa asuransi` },
  nothingDeclared: 'Tidak tersedia untuk pesanan ini',
  cashOnDeliveryTotal: 'COD, tunai saat tiba',
  cashOnDeliveryFor: (amount) => `COD barang saja, ${amount}`,
  cashOnDeliveryAbove: (limit) => `COD hingga ${limit}`,

  shipping: 'Ongkos kirim',
  total: 'Total ongkir',

  order: 'Pesan kiriman',
  orderDraft: 'Simpan sebagai draf',
  ordering: 'Mohon tunggu…',
  orderWaits: 'Mohon tunggu, harga sedang diperbarui.',
  placed: 'Pesanan masuk.',
  placedDraft: 'Draf tersimpan.',
  placedOther: 'Pesanan Anda sebelumnya sudah masuk. Pesanan ini belum dibuat.',
  placedBefore: 'Anda sudah memesan ini. Tidak ada yang dipesan dua kali.',
  savedOther: 'Draf Anda sebelumnya sudah tersimpan. Draf ini belum dibuat.',
  savedBefore: 'Anda sudah menyimpan ini sebagai draf. Tidak ada yang disimpan dua kali.',
  charged: (price, shown) => `Ongkir dari kurir ${price}, sebelumnya tertera ${shown}.`,
  steps: ['Dikonfirmasi', 'Dijemput', 'Dikirim', 'Tiba'],
  details: 'Rincian pesanan',
  courier: 'Kurir',
  deliveryPrice: 'Ongkos kirim',
  insuredFor: (amount) => `Ditanggung hingga ${amount}`,
  notInsured: 'Tanpa asuransi',
  orderNumber: 'Nomor pesanan',
  waybill: 'No. resi',
  waybillLater: 'menyusul dari kurir',
  track: 'Lacak paket',
  copy: 'Salin',
  copied: 'Tersalin',
  notCopied: 'Tekan lama nomor untuk menyalin.',
  unconfirmed: 'Kami masih menunggu jawaban kurir. Anda tidak akan ditagih dua kali.',
  referenceExists: (reference) =>
    `Pesanan dengan nomor ${reference} sudah ada. Mungkin ini pesanan Anda. Tanyakan ke toko sebelum memesan lagi.`,
  checkAgain: 'Cek lagi',
  cancel: 'Batalkan pesanan',
  cancelWhy: 'Mengapa ingin dibatalkan?',
  cancelReason: {
    change_courier: 'Ingin ganti kurir',
    pickup_delay: 'Penjemputan terlalu lama',
    change_address: 'Ingin ganti alamat',
    others: 'Alasan lain',
  },
  cancelConfirm: 'Ya, batalkan pesanan',
  cancelling: 'Membatalkan…',
  keepOrder: 'Tidak jadi',
  cancelled: 'Pesanan Anda sudah dibatalkan.',
  cancelLate: 'Pesanan tidak bisa dibatalkan lagi di sini. Silakan hubungi toko.',
  cancelUnconfirmed: 'Belum diketahui apakah pesanan ini sudah dibatalkan. Batalkan sekali lagi untuk memastikan.',
  orderAgain: 'Pesan lagi',

  reference: 'Nomor referensi',
  retry: 'Coba lagi',
  offline: 'Tidak ada koneksi internet. Coba lagi setelah tersambung.',
  offlineOrder: 'Anda sedang offline. Pesanan belum dikirim.',
  unreachable: 'Layanan pengiriman tidak merespons.',
  unavailable: (seconds) =>
    seconds === undefined
      ? 'Layanan pengiriman sedang sibuk. Silakan coba sebentar lagi.'
      : `Layanan pengiriman sedang sibuk. Silakan coba lagi dalam ${
          seconds > 600 ? `${Math.ceil(seconds / 60)} menit` : `${seconds} detik`
        }.`,
  unexpected: 'Maaf, ada kendala di sistem kami. Silakan hubungi toko.',
  refused: {
    'no-courier': 'Belum ada kurir yang menjangkau alamat ini.',
    location: 'Kurir tidak menemukan alamat ini. Silakan periksa kode pos.',
    contact: 'Mohon periksa nama, nomor telepon, dan alamat.',
    items: 'Data produk toko belum lengkap. Silakan hubungi toko.',
    'declared-value': 'Kurir ini memerlukan nilai barang. Silakan hubungi toko.',
    'pickup-unavailable': 'Kurir ini tidak bisa menjemput paket. Silakan pilih yang lain.',
    'cod-unavailable': 'Kurir ini tidak melayani COD ke alamat Anda.',
    'cod-limit': 'Jumlahnya melebihi batas COD. Silakan bayar sekarang.',
    'insurance-unavailable': 'Kurir ini tidak menyediakan asuransi. Matikan asuransi, atau pilih yang lain.',
    'proof-of-delivery': 'Kurir ini tidak bisa memberi bukti pengiriman. Pilih yang lain, atau hubungi toko.',
    'service-removed': 'Pilihan pengiriman ini tidak lagi tersedia. Silakan pilih yang lain.',
    schedule: 'Kurir tidak bisa mengantar pada waktu ini. Silakan pilih waktu lain.',
    'reference-used': 'Nomor pesanan ini sudah dipakai. Silakan hubungi toko.',
    'price-changed': 'Harganya berubah. Silakan cek, lalu pesan lagi.',
    'not-cancellable': 'Paket sudah dalam perjalanan, jadi pesanan tidak bisa dibatalkan lagi.',
    'order-not-found': 'Pesanan ini tidak ditemukan di layanan pengiriman. Silakan hubungi toko.',
    'merchant-balance': closed,
    'merchant-account': closed,
    'token-missing': 'Pesanan belum dibuat. Coba lagi, atau hubungi toko.',
    'token-expired': 'Halaman ini sudah kedaluwarsa. Silakan coba lagi, atau muat ulang halaman.',
    'token-invalid': closed,
    'origin-not-allowed': closed,
    'not-offered': 'Toko tidak menyediakan ini di sini. Silakan hubungi toko.',
    'shipping-unavailable': closed,
    'quotes-exhausted': closed,
    'needs-attention': 'Kami tidak bisa memastikan apakah pesanan Anda sudah masuk. Hubungi toko sebelum memesan lagi.',
    other: 'Layanan pengiriman tidak bisa memproses ini. Silakan hubungi toko.',
  },

  showFewer: 'Tampilkan lebih sedikit',
  from: (amount) => `mulai ${amount}`,
  feeLater: 'belum dicek',
  obstructed: {
    insured: (name) => `${name} tidak bisa diasuransikan.`,
    cashOnDelivery: (name) => `${name} tidak melayani COD.`,
  },
  useInstead: (name, price, insured) => `Pakai ${name}, ${insured ? 'berasuransi, ' : ''}${price}`,
  turnOff: { insured: 'Matikan asuransi', cashOnDelivery: 'Matikan COD' },
  nowhere: { cashOnDelivery: 'Tidak ada kurir COD untuk pesanan ini.' },
  compareAll: 'Tampilkan semua kurir',
  needMapPin: (couriers) => `${and(couriers)} memerlukan titik lokasi di peta: letak persis alamat Anda.`,
  switchedOn: {
    insured: (fee, least) => `Asuransi menambah ${least ? 'mulai ' : ''}${fee}.`,
    cashOnDelivery: (fee, least) => `COD menambah ${least ? 'mulai ' : ''}${fee}.`,
  },
  switchedOff: { insured: 'Tanpa asuransi.', cashOnDelivery: 'Tanpa COD.' },
  dueAtDoor: (amount) => `${amount} saat tiba`,
  payNow: 'Bayar sekarang',
  payAtDoor: 'Bayar saat tiba',
};
