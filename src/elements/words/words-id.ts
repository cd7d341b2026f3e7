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
  allCouriers: 'Kosongkan untuk semua kurir',
  showAllCouriers: (count) => `Lihat semua ${count} kurir`,
  everyCourier: (count) => `${count} kurir`,
  couriersChosen: (names, count) => `${names.length} dari ${count} kurir: ${names.join(', ')}`,
  chooseCouriers: 'Pilih',
  loadingCouriers: 'Mencari kurir…',
  noCouriers: 'Tidak ada kurir yang tersedia saat ini.',

  rates: 'Pengiriman',
  ratesTo: (postalCode) => `Pengiriman ke ${postalCode}`,
  loadingRates: 'Membandingkan kurir…',
  ratesFound: (count) => `${count} pilihan pengiriman ditemukan.`,
  showAllRates: (count) => `Lihat semua ${count}`,
  noRates: 'Tidak ada kurir yang mengantar ke alamat ini.',
  checkPostalCode: 'Silakan periksa kode pos.',
  incomplete: (missing) =>
    missing.join() === 'destination'
      ? 'Isi kode pos untuk melihat ongkir.'
      : `Untuk melihat ongkir, kami masih perlu ${and(missing.map((part) => parts[part]))}.`,
  chooseRate: 'Pilih pengiriman.',
  sort: 'Urutkan',
  sortBy: { price: 'Termurah', arrival: 'Tercepat' },
  noRatesOfCouriers: 'Kurir yang Anda pilih tidak mengantar ke alamat ini.',
  arrival,
  arrives: (dates) => `Tiba ${dates}`,
  today: 'hari ini',
  tomorrow: 'besok',
  estimatedArrival: 'Perkiraan tiba',
  badge: { recommended: 'Rekomendasi', cheapest: 'Termurah', fastest: 'Tercepat' },
  insteadOf: (amount) => `dari ${amount}`,
  estimated: 'Harga perkiraan',
  inclInsurance: 'termasuk asuransi',
  inclCashOnDelivery: 'termasuk biaya COD',
  noCashOnDelivery: 'Tidak bisa COD',
  notInsurable: 'Tidak bisa diasuransikan',
  priceChanged: (name, before, now) => `Harga ${name} berubah dari ${before} menjadi ${now}.`,
  noLongerAvailable: (name, since) =>
    `${name} tidak lagi tersedia ${since ? `sejak ${day(since)}` : 'untuk pengiriman ini'}. Silakan pilih yang lain.`,
  notOffered: (name) => `${name} tidak ditawarkan di sini. Silakan pilih yang lain.`,

  cargoLeftOut: 'J&T Cargo tidak ditampilkan: asuransinya dihitung dari nilai barang, dan nilainya belum dicantumkan.',

  extras: 'Layanan tambahan',
  insurance: 'Asuransi',
  insuranceFor: (amount) => `ganti rugi s.d. ${amount} jika paket hilang atau rusak`,
  insuranceLocked: (courier, declared, fee) =>
    `${courier} selalu mengasuransikan barang: ${fee} untuk nilai barang ${declared}.`,
  cannotInsure: (courier) => `${courier} tidak bisa mengasuransikan paket ini.`,
  nothingDeclared: 'Tidak tersedia untuk pesanan ini',
  cashOnDelivery: 'Bayar di Tempat (COD)',
  cashOnDeliveryTotal: 'bayar semuanya ke kurir',
  cashOnDeliveryFor: (amount) => `bayar barang ${amount} saat paket tiba`,
  cashOnDeliveryAbove: (limit) => `Batas COD ${limit}. Silakan bayar sekarang.`,

  part: {
    shipping: 'Ongkos kirim',
    discount: 'Potongan ongkir',
    surcharge: 'Biaya tambahan',
    insurance: 'Asuransi',
    'cash-on-delivery': 'Biaya COD',
  },
  total: 'Total biaya kirim',

  order: 'Konfirmasi pengiriman',
  orderDraft: 'Simpan sebagai draf',
  ordering: 'Mohon tunggu…',
  orderWaits: 'Mohon tunggu, harga sedang diperbarui.',
  placed: 'Pengiriman Anda sudah dikonfirmasi.',
  placedDraft: 'Pengiriman Anda sudah disimpan sebagai draf.',
  placedOther: 'Pesanan Anda sebelumnya sudah masuk. Yang ini belum.',
  placedBefore: 'Anda sudah memesan ini. Tidak ada yang dipesan dua kali.',
  savedOther: 'Draf Anda sebelumnya sudah tersimpan. Yang ini belum.',
  savedBefore: 'Anda sudah menyimpan ini sebagai draf. Tidak ada yang disimpan dua kali.',
  charged: (price, shown) => `Kurir menagih ${price}; harga yang ditampilkan ${shown}.`,
  courier: 'Kurir',
  deliveryPrice: 'Ongkos kirim',
  insuredFor: (amount) => `Ditanggung hingga ${amount}`,
  notInsured: 'Tanpa asuransi',
  orderNumber: 'Nomor pesanan',
  waybill: 'Nomor resi',
  waybillLater: 'menyusul setelah kurir memproses paket',
  copy: 'Salin',
  copied: 'Tersalin',
  notCopied: 'Pilih nomornya, lalu salin sendiri.',
  unconfirmed: 'Kami masih menunggu jawaban kurir. Pesanan tidak akan diproses dua kali.',
  referenceExists: (reference) =>
    `Pesanan dengan nomor ${reference} sudah ada; mungkin ini pesanan Anda. Tanyakan ke toko sebelum memesan lagi.`,
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
  keepOrder: 'Jangan batalkan',
  cancelled: 'Pesanan Anda sudah dibatalkan.',
  cancelLate: 'Pesanan tidak bisa dibatalkan lagi di sini. Silakan hubungi toko.',
  orderAgain: 'Pesan lagi',

  reference: 'Nomor referensi',
  retry: 'Coba lagi',
  offline: 'Tidak ada koneksi internet. Coba lagi setelah tersambung.',
  unreachable: 'Layanan pengiriman tidak merespons.',
  unavailable: (seconds) =>
    seconds === undefined
      ? 'Layanan pengiriman sedang sibuk. Silakan coba sebentar lagi.'
      : `Layanan pengiriman sedang sibuk. Silakan coba lagi dalam ${seconds} detik.`,
  unexpected: 'Maaf, ada kendala di sistem kami. Silakan hubungi toko.',
  refused: {
    'no-courier': 'Tidak ada kurir yang mengantar ke alamat ini.',
    location: 'Kurir tidak menemukan alamat ini. Silakan periksa kode pos.',
    contact: 'Mohon periksa nama, nomor telepon, dan alamat.',
    items: 'Data produk toko belum lengkap. Silakan hubungi toko.',
    'declared-value': 'Kurir ini memerlukan nilai barang. Silakan hubungi toko.',
    'pickup-unavailable': 'Kurir ini tidak bisa menjemput paket. Silakan pilih yang lain.',
    'cod-unavailable': 'COD tidak tersedia di sini. Silakan pilih yang lain, atau bayar sekarang.',
    'cod-limit': 'Jumlahnya melebihi batas COD. Silakan bayar sekarang.',
    'insurance-unavailable': 'Kurir ini tidak menyediakan asuransi. Matikan asuransi, atau pilih yang lain.',
    'proof-of-delivery': 'Kurir ini tidak bisa memberi bukti pengiriman. Pilih yang lain, atau hubungi toko.',
    'service-removed': 'Pilihan pengiriman ini tidak lagi tersedia. Silakan pilih yang lain.',
    schedule: 'Kurir tidak bisa mengantar pada waktu ini. Silakan pilih waktu lain.',
    'reference-used': 'Nomor pesanan ini sudah dipakai. Silakan hubungi toko.',
    'price-changed': 'Harganya berubah. Silakan cek, lalu konfirmasi lagi.',
    'not-cancellable': 'Paket sudah dalam perjalanan, jadi pesanan tidak bisa dibatalkan lagi.',
    'order-not-found': 'Pesanan ini tidak ditemukan di layanan pengiriman. Silakan hubungi toko.',
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
    other: 'Layanan pengiriman tidak bisa memproses ini. Silakan hubungi toko.',
  },

  showFewer: 'Tampilkan lebih sedikit',
  addsFrom: (fee) => `mulai ${fee}`,
  obstructed: (name) => `${name} tidak melayani COD.`,
  useInstead: (name, price) => `Pakai ${name}, ${price}`,
  turnOffCashOnDelivery: 'Matikan COD',
  nobodyCollects: 'Tidak ada kurir yang melayani COD di alamat ini.',
  compareAll: 'Tampilkan semua kurir',
  needMapPin: (couriers) => `${and(couriers)} memerlukan titik lokasi di peta: letak persis alamat Anda.`,
  switchedOn: {
    insured: (fee, least) => `Asuransi menambah ${least ? 'mulai ' : ''}${fee}.`,
    cashOnDelivery: (fee, least) => `COD menambah ${least ? 'mulai ' : ''}${fee}.`,
  },
  switchedOff: { insured: 'Tanpa asuransi.', cashOnDelivery: 'Tanpa COD.' },
  payNow: 'Bayar sekarang',
  payAtDoor: 'Bayar saat paket tiba',
};
