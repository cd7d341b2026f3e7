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

export const indonesian: Words = {
  couriers: 'Kurir',
  allCouriers: 'semua, kecuali Anda memilih',
  showAllCouriers: (count) => `Lihat semua ${count} kurir`,
  loadingCouriers: 'Mencari kurir …',
  noCouriers: 'Saat ini tidak ada kurir yang tersedia.',

  rates: 'Pengiriman',
  loadingRates: 'Membandingkan kurir …',
  ratesFound: (count) => `${count} pilihan pengiriman ditemukan.`,
  showAllRates: (count) => `Lihat semua ${count} pilihan`,
  noRates: 'Tidak ada kurir yang mengantar ke alamat ini. Silakan periksa kode pos.',
  incomplete: (missing) =>
    `Untuk melihat pilihan pengiriman kami masih perlu ${and(missing.map((part) => parts[part]))}.`,
  chooseRate: 'Pilih pengiriman.',
  sort: 'Urutkan',
  narrow: 'Tampilkan',
  sortBy: { price: 'Termurah dahulu', arrival: 'Tercepat dahulu', courier: 'Menurut kurir' },
  allRates: 'Semua pilihan',
  serviceType: {
    instant: 'Instan',
    same_day: 'Hari yang sama',
    overnight: 'Besok',
    standard: 'Reguler',
    economy: 'Ekonomi',
    cargo: 'Kargo',
  },
  arrival,
  badge: { cheapest: 'Termurah', fastest: 'Tercepat' },
  insteadOf: (amount) => `dari ${amount}`,
  estimated: 'Harga perkiraan',
  noCashOnDelivery: 'Tidak bisa bayar di tempat',
  notInsurable: 'Tidak bisa diasuransikan',
  priceChanged: (name, before, now) => `Harga ${name} berubah dari ${before} menjadi ${now}.`,
  noLongerAvailable: (name, since) =>
    `${name} tidak tersedia lagi ${since ? `sejak ${day(since)}` : 'untuk pengiriman ini'}. Silakan pilih yang lain.`,
  notEligible: (name) => `${name} tidak bisa bayar di tempat. Silakan pilih yang lain, atau bayar dahulu.`,
  hiddenByCouriers: (name) => `${name} tersembunyi oleh pilihan kurir Anda.`,

  cargoLeftOut: 'J&T Cargo tidak ditampilkan: asuransinya menurut nilai barang, dan nilainya tidak dicantumkan.',

  extras: 'Layanan tambahan',
  insurance: 'Asuransi',
  insuranceFor: (amount) => `Menanggung kehilangan dan kerusakan hingga ${amount}`,
  insuranceLocked: (courier, declared, fee) =>
    `${courier} selalu mengasuransikan barang: ${fee} untuk nilai barang ${declared}.`,
  nothingDeclared: 'Nilai barang tidak dicantumkan',
  cashOnDelivery: 'Bayar di tempat',
  cashOnDeliveryFor: (amount) => `Bayar ${amount} kepada kurir`,
  cashOnDeliveryAbove: (limit) => `Kurir menagih paling banyak ${limit}. Silakan bayar dahulu.`,

  part: {
    shipping: 'Ongkos kirim',
    discount: 'Potongan',
    surcharge: 'Biaya tambahan',
    insurance: 'Asuransi',
    'cash-on-delivery': 'Bayar di tempat',
  },
  total: 'Total pengiriman',

  order: 'Pesan pengiriman',
  orderDraft: 'Simpan sebagai draf',
  ordering: 'Memesan …',
  orderWaits: 'Mohon tunggu sampai harga diperbarui.',
  otherButton: 'Silakan pakai tombol pesan yang lain di halaman ini.',
  placed: 'Pengiriman Anda sudah dipesan.',
  placedDraft: 'Pengiriman Anda disimpan sebagai draf.',
  placedOther: 'Pesanan Anda sebelumnya sudah masuk. Yang ini belum.',
  placedBefore: 'Anda sudah memesan ini. Tidak ada yang dipesan dua kali.',
  savedOther: 'Draf Anda sebelumnya sudah tersimpan. Yang ini belum.',
  savedBefore: 'Anda sudah menyimpan ini sebagai draf. Tidak ada yang disimpan dua kali.',
  charged: (price, shown) => `Kurir mengenakan ${price}; yang ditampilkan ${shown}.`,
  orderNumber: 'Nomor pesanan',
  waybill: 'Nomor resi',
  waybillLater: 'menyusul setelah kurir memproses paket',
  unconfirmed:
    'Kami belum bisa memastikan pesanan Anda: mungkin sudah masuk. Periksa lagi; tidak akan dipesan dua kali.',
  referenceExists: (reference) =>
    `Pesanan dengan nomor ${reference} sudah ada; mungkin ini pesanan Anda. Tanyakan kepada toko sebelum memesan lagi.`,
  checkAgain: 'Periksa lagi',
  cancel: 'Batalkan pesanan',
  cancelWhy: 'Mengapa Anda ingin membatalkan?',
  cancelReason: {
    change_courier: 'Ingin mengganti kurir',
    pickup_delay: 'Penjemputan terlalu lama',
    change_address: 'Ingin mengganti alamat',
    others: 'Alasan lain',
  },
  cancelConfirm: 'Batalkan sekarang',
  cancelling: 'Membatalkan …',
  keepOrder: 'Tidak jadi',
  cancelled: 'Pesanan Anda dibatalkan.',
  cancelLate: 'Pesanan tidak bisa dibatalkan lagi di sini. Silakan hubungi toko.',
  orderAgain: 'Pesan lagi',

  reference: 'Referensi',
  retry: 'Coba lagi',
  offline: 'Anda sedang luring. Ini memerlukan koneksi internet.',
  unreachable: 'Layanan pengiriman tidak menjawab.',
  unavailable: (seconds) =>
    seconds === undefined
      ? 'Layanan pengiriman sedang sibuk. Silakan coba sebentar lagi.'
      : `Layanan pengiriman sedang sibuk. Silakan coba lagi dalam ${seconds} detik.`,
  unexpected: 'Maaf, terjadi kesalahan di pihak kami. Silakan hubungi toko.',
  refused: {
    'no-courier': 'Tidak ada kurir yang mengantar ke alamat ini.',
    location: 'Kurir tidak mengenal alamat ini. Silakan periksa kode pos.',
    contact: 'Mohon periksa nama, nomor telepon, dan alamat.',
    items: 'Data produk toko belum lengkap. Silakan hubungi toko.',
    'declared-value': 'Kurir ini memerlukan nilai barang. Silakan hubungi toko.',
    'cod-unavailable': 'Bayar di tempat tidak tersedia di sini. Pilih yang lain, atau bayar dahulu.',
    'cod-limit': 'Jumlahnya terlalu besar untuk bayar di tempat. Silakan bayar dahulu.',
    'insurance-unavailable': 'Kurir ini tidak menyediakan asuransi. Matikan asuransi, atau pilih yang lain.',
    'proof-of-delivery': 'Kurir ini tidak dapat memberi bukti pengiriman. Pilih yang lain, atau hubungi toko.',
    'service-removed': 'Pilihan pengiriman ini tidak tersedia lagi. Silakan pilih yang lain.',
    schedule: 'Kurir tidak bisa mengantar pada waktu ini. Silakan pilih waktu lain.',
    'reference-used': 'Nomor pesanan ini sudah dipakai. Silakan hubungi toko.',
    'price-changed': 'Harga telah berubah. Silakan periksa lalu pesan lagi.',
    'not-cancellable': 'Paket sudah dalam perjalanan: pesanan tidak bisa dibatalkan lagi.',
    'order-not-found': 'Pesanan ini tidak dikenal layanan pengiriman. Silakan hubungi toko.',
    'merchant-balance': 'Pengiriman sedang tidak tersedia. Silakan hubungi toko.',
    'merchant-account': 'Pengiriman sedang tidak tersedia. Silakan hubungi toko.',
    'token-missing':
      'Toko belum mengonfirmasi pesanan Anda: tidak ada yang dipesan. Silakan coba lagi, atau hubungi toko.',
    'token-expired': 'Halaman ini sudah kedaluwarsa. Silakan coba lagi, atau muat ulang halaman.',
    'token-invalid': 'Pengiriman sedang tidak tersedia. Silakan hubungi toko.',
    'origin-not-allowed': 'Pengiriman sedang tidak tersedia. Silakan hubungi toko.',
    'not-offered': 'Toko tidak menyediakan ini di sini. Silakan hubungi toko.',
    'shipping-unavailable': 'Pengiriman sedang tidak tersedia. Silakan hubungi toko.',
    'quotes-exhausted': 'Pengiriman sedang tidak tersedia. Silakan hubungi toko.',
    'needs-attention': 'Kami tidak bisa memastikan apakah pesanan Anda sudah masuk. Hubungi toko sebelum memesan lagi.',
    other: 'Layanan pengiriman tidak bisa melakukannya. Silakan hubungi toko.',
  },

  recommended: 'Disarankan',
  moreFrom: (count, price) => `${count} lainnya mulai ${price}`,
  showFewer: 'Tampilkan lebih sedikit',
  without: {
    insured: (count) => `Tanpa asuransi (${count})`,
    cashOnDelivery: (count) => `Tanpa COD (${count})`,
  },
  adds: (fee) => `+${fee}`,
  addsFrom: (fee) => `mulai +${fee}`,
  optionsOf: (able, of) => `${able} dari ${of} pilihan`,
  obstructed: {
    insured: (name) => `${name} tidak bisa diasuransikan.`,
    cashOnDelivery: (name) => `${name} tidak melayani COD.`,
  },
  useInstead: (name, price) => `Pakai ${name}, ${price}`,
  turnOff: { insured: 'Matikan asuransi', cashOnDelivery: 'Matikan COD' },
  compareAll: 'Bandingkan semua kurir',
  picksServeNot: 'Kurir yang Anda pilih tidak mengantar ke alamat ini.',
  needMapPin: (couriers) => `${and(couriers)} memerlukan pin peta: titik persis alamat Anda.`,
  switchedOn: {
    insured: (fee, least) => `Asuransi menambah ${least ? 'mulai ' : ''}${fee}.`,
    cashOnDelivery: (fee, least) => `COD menambah ${least ? 'mulai ' : ''}${fee}.`,
  },
  switchedOff: { insured: 'Tanpa asuransi.', cashOnDelivery: 'Tanpa COD.' },
  options: (count) => `${count} pilihan.`,
  payNow: 'Bayar sekarang',
  payAtDoor: 'Bayar saat paket tiba',
};
