/** The languages of the staff. */
export type Language = 'en' | 'id';

/** English and Indonesian. `{}` is a number, a name or another sentence, in the same order in both. */
export type Words = readonly [english: string, indonesian: string];

/** Listed, so that the package's types have the names and not the texts. */
type Sentence =
  | 'taken'
  | 'being-cancelled'
  | 'cut-off'
  | 'erased'
  | 'service-gone'
  | 'price-changed'
  | 'not-cancelled'
  | 'cancelled-first'
  | 'not-cancelled-erased'
  | 'needs-look'
  | 'other-country'
  | 'no-postal-code'
  | 'no-origin'
  | 'ended'
  | 'order-cancelled'
  | 'paid-back'
  | 'other-sum'
  | 'other-label'
  | 'other-goods'
  | 'compared'
  | 'charged-more'
  | 'charged-less'
  | 'collected'
  | 'kept-until'
  | 'kept-until-end'
  | 'customer-deleted';

/** What staff read of a delivery. */
const sentences: Record<Sentence, Words> = {
  taken: ['The delivery of this order was asked for already.', 'Pengiriman pesanan ini sudah diminta.'],
  'being-cancelled': [
    'The earlier delivery of this order is being cancelled: send it when that is done.',
    'Pengiriman sebelumnya sedang dibatalkan: kirim setelah itu selesai.',
  ],
  'cut-off': [
    'The delivery of this order was asked for a moment ago, and its result is not stored yet. If that request was cut off, try again in {} min: no second label is made.',
    'Pengiriman pesanan ini baru saja diminta, dan hasilnya belum tersimpan. Jika permintaan itu terputus, coba lagi dalam {} menit: tidak ada label kedua.',
  ],
  erased: [
    'The data of this delivery was erased. Make a new order to send something again.',
    'Data pengiriman ini sudah dihapus. Buat pesanan baru untuk mengirim lagi.',
  ],
  'service-gone': [
    '{} does not deliver this order as it is now.',
    '{} tidak melayani pesanan ini dalam keadaannya sekarang.',
  ],
  'price-changed': [
    'The delivery costs Rp {} by now, and Rp {} was agreed: send it at the higher price to bear the difference.',
    'Ongkos kirim kini Rp {}, sedangkan yang disepakati Rp {}: kirim dengan harga lebih tinggi untuk menanggung selisihnya.',
  ],
  'not-cancelled': [
    'The delivery was not cancelled. {} Cancel its fulfillment again, or keep the delivery.',
    'Pengiriman tidak dibatalkan. {} Batalkan lagi pemenuhannya, atau tetap kirim.',
  ],
  'cancelled-first': [
    'The delivery is being cancelled at the service. Its fulfillment is cancelled when that is done.',
    'Pengiriman sedang dibatalkan di layanan. Pemenuhannya dibatalkan setelah itu selesai.',
  ],
  'not-cancelled-erased': [
    'The delivery was not cancelled: its data was erased. Cancel it in the dashboard of the service.',
    'Pengiriman tidak dibatalkan karena datanya sudah dihapus. Batalkan di dasbor layanan.',
  ],
  'needs-look': [
    'It is not known whether the service has this delivery: look it up there, and say it with npx ship-elements gateway orders.',
    'Belum diketahui apakah layanan memiliki pengiriman ini: periksa di sana, lalu catat dengan npx ship-elements gateway orders.',
  ],
  'other-country': [
    'Deliveries go to Indonesia only, and the shipping address is in {}.',
    'Pengiriman hanya di Indonesia, sedangkan alamatnya di {}.',
  ],
  'no-postal-code': [
    'The shipping address needs a postal code of 5 digits.',
    'Alamat pengiriman memerlukan kode pos 5 angka.',
  ],
  'no-origin': [
    'Set the address of {}, with its street and a postal code of 5 digits in Indonesia: parcels start there.',
    'Lengkapi alamat {} dengan jalan dan kode pos 5 angka di Indonesia: paket dikirim dari sana.',
  ],
  ended: [
    'The courier has ended the delivery: {}. Cancel its fulfillment to send the order again.',
    'Kurir mengakhiri pengiriman: {}. Batalkan pemenuhannya untuk mengirim pesanan lagi.',
  ],
  'order-cancelled': ['The order is cancelled.', 'Pesanan dibatalkan.'],
  'paid-back': [
    'The order was paid back, or its payment was cancelled.',
    'Uang pesanan sudah dikembalikan atau pembayarannya dibatalkan.',
  ],
  'other-sum': [
    'The courier collects Rp {}, and Rp {} is due at the door now.',
    'Kurir menagih Rp {}, sedangkan yang harus ditagih kini Rp {}.',
  ],
  'other-label': [
    'The label has another receiver, address or service than the order.',
    'Penerima, alamat, atau layanan pada label berbeda dari pesanan.',
  ],
  'other-goods': ['The parcel has other goods than the order.', 'Isi paket berbeda dari pesanan.'],
  compared: [
    '{} The delivery is still ordered: cancel its fulfillment, or tell the courier and keep it. If the parcel has arrived, mark it as delivered.',
    '{} Pengirimannya masih dipesan: batalkan pemenuhannya, atau beri tahu kurir dan tetap kirim. Jika paket sudah sampai, tandai sebagai terkirim.',
  ],
  'charged-more': [
    'The service charges Rp {} for this delivery by now{}: Rp {} more than when it was ordered.',
    'Layanan kini menagih Rp {} untuk pengiriman ini{}: Rp {} lebih mahal daripada saat dipesan.',
  ],
  'charged-less': [
    'The service charges Rp {} for this delivery by now{}: Rp {} less than when it was ordered.',
    'Layanan kini menagih Rp {} untuk pengiriman ini{}: Rp {} lebih murah daripada saat dipesan.',
  ],
  collected: ['The collected money is {} at the service.', 'Status uang COD di layanan: {}.'],
  'kept-until': [
    'The delivery {} is open: its number, its waybill and its state are erased when it ends, at the latest on {}.',
    'Pengiriman {} masih berjalan: nomor, resi, dan statusnya dihapus saat selesai, paling lambat {}.',
  ],
  'kept-until-end': ['The delivery {} is erased when it has ended.', 'Pengiriman {} dihapus setelah selesai.'],
  'customer-deleted': ['The customer was deleted. {}', 'Pelanggan sudah dihapus. {}'],
};

export const inLanguage = ([english, indonesian]: Words, language: Language): string =>
  language === 'id' ? indonesian : english;

const filled = (words: string, values: readonly (string | number)[]): string =>
  values.reduce<string>((text, value) => text.replace('{}', () => String(value)), words);

/** A sentence with its values. Shops store the English ones: `translated` brings them into another language. */
export const say = (sentence: Sentence, values: readonly (string | number)[] = [], language: Language = 'en'): string =>
  filled(inLanguage(sentences[sentence], language), values);

/** The values of a sentence as it is stored. Undefined if the text is another one. */
function valuesIn(text: string, [english]: Words): string[] | undefined {
  const holes = english.split('{}').map(escaped).join('(.+)');
  return new RegExp(`^${holes}$`, 's').exec(text)?.slice(1);
}

/** Whether a stored text is this sentence. A page that decides by its words would decide otherwise in another language. */
export const isSentence = (text: string, sentence: Sentence): boolean =>
  valuesIn(text, sentences[sentence]) !== undefined;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A stored sentence in the language of who reads it. What is not ours, such as the words of the service, stays as it is.
 * @param own further sentences, of the plugin
 */
export function translated(text: string, language: Language, own: readonly Words[] = []): string {
  if (language === 'en') return text;
  for (const words of [...Object.values<Words>(sentences), ...own]) {
    const values = valuesIn(text, words);
    if (values)
      return filled(
        inLanguage(words, language),
        values.map((value) => translated(value, language, own)),
      );
  }
  return text;
}
