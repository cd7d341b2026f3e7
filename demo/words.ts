import { english, englishParcels } from '../src/elements/words/en.ts';
import { indonesian, indonesianParcels } from '../src/elements/words/id.ts';
import { type Language, language } from './language.ts';
import type { Fee } from './summary.ts';

const en = {
  about: 'About this demo',
  desk: 'Shop’s desk',
  controls: 'Demo controls',
  close: 'Close',
  checkout: 'Checkout',
  ordered: 'Order received',
  draftSaved: 'Saved as a draft',
  cancelled: 'Order cancelled',
  cancelling: 'Order being cancelled',
  partCancelled: 'Part of the order is cancelled',
  stillSent: 'The order is sent after all',
  notSent: 'A parcel cannot be sent',
  unknownOrder: 'Order not found',
  yourOrder: 'Your order',
  again: 'Order again',
  retry: english.retry,
  calledOff: 'Cancelled',
  notCollected: 'Not collected yet',
  givenBack: 'Given back',
  goesBack: 'Goes back to you',
  cancel: english.cancel,
  cancelConfirm: english.cancelConfirm,
  cancelFree: 'Free to cancel for 15 minutes.',
  cancelFreeParcels: 'Free to cancel until a courier has a parcel.',
  keepOrder: 'Keep the order',
  contact: english.contact,
  save: english.saveReceipt,
  twoPlaces: 'Two sellers, two parcels, one payment. This demo takes no money.',
  number: 'Order number',
  sameWay: 'the account that you paid from',
  address: 'Delivery address',
  change: 'Change',
  name: 'Name',
  phone: 'Phone',
  street: 'Address',
  from: 'from',
  sentTo: 'Deliver to',
  map: 'Map coordinates (optional, for instant couriers)',
  latitude: 'Latitude',
  longitude: 'Longitude',
  delivery: 'Delivery',
  cart: 'Cart',
  emptyCart: 'Your cart is empty.',
  toGoods: 'See the goods',
  addToCart: 'Add to cart',
  toCheckout: 'To the checkout',
  more: 'More of this shop',
  quantity: 'Quantity of',
  summary: 'Order summary',
  goods: 'Goods',
  total: english.totalWithGoods,
  collected: 'of which to the courier',
  atDoor: 'Pay at the door',
  paid: 'Paid',
  missing: 'Left to pay:',
  payment: 'Payment',
  paymentHint: 'This demo takes no money. A shop takes it here, and then orders the parcel.',
  pay: 'Pay',
  back: 'Back',
  mode: 'Order mode',
  order: 'Order',
  draft: 'Draft',
  scenario: 'Scenario',
  tracking: 'Track your parcel',
  noLink: 'This page was opened without the link of a parcel. It is in the receipt of your order: “Track parcel”.',
  move: 'Move the parcel on',
  moveHint: 'The sandbox’s courier waits for you. A service’s courier moves by itself.',
  orders: 'Orders',
  drafts: 'Drafts',
  confirm: 'Confirm',
  fee: 'fee',
  log: 'Event log',
  clear: 'Clear',
  logHint: 'What the page hears from the widget, the newest first, at most 100. No personal data is in it.',
  shipping: 'Shipping',
  insurance: 'Insurance',
  'cash-on-delivery': 'COD fee',
} satisfies Record<string, string> & Record<Fee, string>;

export type Word = keyof typeof en;

const id: Record<Word, string> = {
  about: 'Tentang demo ini',
  desk: 'Dasbor toko',
  controls: 'Kontrol demo',
  close: 'Tutup',
  checkout: 'Checkout',
  ordered: 'Pesanan masuk',
  draftSaved: 'Draf tersimpan',
  cancelled: 'Pesanan dibatalkan',
  cancelling: 'Pesanan sedang dibatalkan',
  partCancelled: 'Sebagian pesanan dibatalkan',
  stillSent: 'Pesanan tetap dikirim',
  notSent: 'Ada paket yang tidak bisa dikirim',
  unknownOrder: 'Pesanan tidak ditemukan',
  yourOrder: 'Pesanan Anda',
  again: 'Pesan lagi',
  retry: indonesian.retry,
  calledOff: 'Dibatalkan',
  notCollected: 'Belum ditagih',
  givenBack: 'Sudah kembali',
  goesBack: 'Kembali ke Anda',
  cancel: indonesian.cancel,
  cancelConfirm: indonesian.cancelConfirm,
  cancelFree: 'Bisa dibatalkan gratis selama 15 menit.',
  cancelFreeParcels: 'Bisa dibatalkan gratis selama paket belum di tangan kurir.',
  keepOrder: 'Tidak jadi',
  contact: indonesian.contact,
  save: indonesian.saveReceipt,
  twoPlaces: 'Dua penjual, dua paket, satu pembayaran. Demo ini tidak menagih uang.',
  number: 'No. pesanan',
  sameWay: 'rekening atau dompet yang Anda pakai membayar',
  address: 'Alamat pengiriman',
  change: 'Ubah',
  name: 'Nama',
  phone: 'Telepon',
  street: 'Alamat',
  from: 'dari',
  sentTo: 'Dikirim ke',
  map: 'Koordinat peta (opsional, untuk kurir instan)',
  latitude: 'Lintang',
  longitude: 'Bujur',
  delivery: 'Pengiriman',
  cart: 'Keranjang',
  emptyCart: 'Keranjang kosong.',
  toGoods: 'Lihat barang',
  addToCart: '+ Keranjang',
  toCheckout: 'Ke checkout',
  more: 'Produk lainnya',
  quantity: 'Jumlah',
  summary: 'Ringkasan pesanan',
  goods: 'Barang',
  total: indonesian.totalWithGoods,
  collected: 'dibayar ke kurir',
  atDoor: 'Bayar saat tiba',
  paid: 'Sudah dibayar',
  missing: 'Masih kurang',
  payment: 'Pembayaran',
  paymentHint: 'Demo ini tidak menagih uang. Toko menagihnya di sini, lalu memesan kirimannya.',
  pay: 'Bayar',
  back: 'Kembali',
  mode: 'Mode pesanan',
  order: 'Pesanan',
  draft: 'Draf',
  scenario: 'Skenario',
  tracking: 'Lacak paket Anda',
  noLink: 'Halaman ini dibuka tanpa tautan paket. Tautannya ada di bukti pesanan Anda: “Lacak paket”.',
  move: 'Majukan paket',
  moveHint: 'Kurir di sandbox menunggu Anda. Kurir sungguhan bergerak sendiri.',
  orders: 'Pesanan',
  drafts: 'Draf',
  confirm: 'Konfirmasi',
  fee: 'biaya',
  log: 'Log aktivitas',
  clear: 'Bersihkan',
  logHint: 'Yang didengar halaman dari widget, terbaru di atas, paling banyak 100. Tidak ada data pribadi di dalamnya.',
  shipping: 'Ongkos kirim',
  insurance: 'Asuransi',
  'cash-on-delivery': 'Biaya COD',
};

const languages: Record<Language, Record<Word, string>> = { en, id };

export const word = (name: Word) => languages[language()][name];

/** The widget's words for a receipt: a page that says the same uses the same. */
export const receiptWords = () => (language() === 'id' ? indonesian : english);

export const parcelWords = () => (language() === 'id' ? indonesianParcels : englishParcels);

/**
 * Writes the page's own words in its language.
 * @param title the word for its title
 * @param name the title itself, for example of a product
 */
export function speak(title: Word, name: string = word(title)): void {
  document.title = `${name} · Rumah Teduh`;
  for (const element of document.querySelectorAll<HTMLElement>('[data-word]'))
    element.textContent = word(element.dataset.word as Word);
}

/** An amount of rupiah, in the page's language. Indonesian joins it: Rp21.775. */
export function rupiah(amount: number): string {
  const text = new Intl.NumberFormat(language(), {
    style: 'currency',
    currency: 'IDR',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  }).format(amount);
  return language() === 'id' ? text.replace(/\s/, '') : text;
}

/** Names of products, and other texts that have both languages beside each other. */
export const inLanguage = (texts: Record<Language, string>) => texts[language()];
