import { LanguageCode, type RequestContext } from '@vendure/core';
import { inLanguage, type Language, translated as translatedText, type Words } from '../base/index.ts';

/** A text in several languages, as Vendure takes it. */
export type Translated = { languageCode: LanguageCode; value: string }[];

/** A text in the languages of Vendure's dashboard that this package speaks. */
export const translated = (en: string, id: string): Translated => [
  { languageCode: LanguageCode.en, value: en },
  { languageCode: LanguageCode.id, value: id },
];

/** What shoppers and staff read, in English and Indonesian. */
const sentences = {
  'empty-cart': ['The cart is empty.', 'Keranjang masih kosong.'],
  'nothing-to-deliver': ['Nothing in the cart needs a delivery.', 'Tidak ada barang yang perlu dikirim.'],
  currency: ['Deliveries are priced in IDR only.', 'Ongkos kirim hanya tersedia dalam IDR.'],
  choose: ['Choose a delivery first.', 'Pilih pengiriman dahulu.'],
  'choose-again': [
    'The delivery does not fit the order any more: choose the delivery again.',
    'Pengiriman tidak sesuai lagi dengan pesanan: pilih pengiriman lagi.',
  ],
  'price-differs': [
    'The delivery was changed: set the shipping method again.',
    'Pengiriman telah diubah: pilih metode pengiriman lagi.',
  ],
  'go-back': [
    'The order was changed after the delivery was chosen: go back, and choose the delivery again.',
    'Pesanan diubah setelah pengiriman dipilih: kembali, lalu pilih pengiriman lagi.',
  ],
  'switch-on': ['Switch cash on delivery on, or pay now.', 'Aktifkan COD, atau bayar sekarang.'],
  'switch-off': ['Pay at the door, or switch cash on delivery off.', 'Bayar di tempat, atau matikan COD.'],
  'nothing-due': [
    'The courier collects nothing of this order: choose the delivery again.',
    'Kurir tidak menagih apa pun untuk pesanan ini: pilih pengiriman lagi.',
  ],
  'one-order': ['A delivery belongs to one order.', 'Satu pengiriman hanya untuk satu pesanan.'],
  'not-paid': [
    'The order is not paid, or it is cancelled: nothing is sent.',
    'Pesanan belum dibayar atau sudah dibatalkan: tidak ada yang dikirim.',
  ],
  'no-choice': [
    'The shopper has chosen no delivery of ship-elements: send this order by another handler.',
    'Pembeli tidak memilih pengiriman ship-elements: kirim pesanan ini dengan cara lain.',
  ],
  'not-whole': [
    'A delivery has all items that are left of the order: fulfill them together.',
    'Satu pengiriman berisi semua barang yang tersisa: penuhi semuanya sekaligus.',
  ],
  'goods-changed': [
    'The goods of the order were changed: cancel this fulfillment, and fulfill the order again.',
    'Barang pesanan telah diubah: batalkan pengiriman ini, lalu penuhi pesanan lagi.',
  ],
  taken: [
    'This order has a delivery already: cancel its fulfillment before you make another one.',
    'Pesanan ini sudah punya pengiriman: batalkan dahulu sebelum membuat yang lain.',
  ],
  'not-confirmed': ['The service has not confirmed this delivery yet.', 'Layanan belum mengonfirmasi pengiriman ini.'],
  'cancel-first': [
    'A delivery of this order is under way: cancel its fulfillment first, or mark it as delivered if it has arrived.',
    'Pengiriman pesanan ini sedang berjalan: batalkan dahulu, atau tandai sebagai terkirim jika sudah sampai.',
  ],
  'no-delivery': ['There is no such delivery.', 'Pengiriman tidak ditemukan.'],
  'higher-price': ['Order even if the delivery costs more by now', 'Pesan walaupun ongkos kirim sudah naik'],
  'shop-pays': ['The shop pays the difference', 'Toko membayar selisihnya'],
} as const;

type Sentence = keyof typeof sentences;

/** The language of a request. What is stored is English, and is translated when it is read. */
type Speaker = Pick<RequestContext, 'languageCode'>;

export const english: Speaker = { languageCode: LanguageCode.en };

export const languageOf = ({ languageCode }: Speaker): Language => (languageCode === LanguageCode.id ? 'id' : 'en');

/** A sentence in the language of the request. */
export const say = (ctx: Speaker, sentence: Sentence): string => inLanguage(sentences[sentence], languageOf(ctx));

/** The sentences that can be stored with a delivery. */
export const stored: readonly Words[] = Object.values(sentences);

/** A sentence that was stored, or that base has said, in the language of the request. */
export const inLanguageOf = (ctx: Speaker, text: string): string => translatedText(text, languageOf(ctx), stored);

/** A label of an argument. Vendure's dashboard takes the language of the staff. */
export const label = (sentence: Sentence): Translated => translated(sentences[sentence][0], sentences[sentence][1]);

/** What Vendure says of our error results, by language. */
export const errorResults: Record<'en' | 'id', Record<string, string>> = {
  en: { CANCEL_DELIVERY_ERROR: 'The delivery is not cancelled' },
  id: { CANCEL_DELIVERY_ERROR: 'Pengiriman tidak dibatalkan' },
};
