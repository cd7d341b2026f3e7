/** The terms that are indexed and looked for: words that mean the same in English and Indonesian are one term. */

const words = (text: string) => new Set(text.split(' '));

/** Words that say nothing of the subject of a question. They tell its language. */
const english = words(
  'a an the my our your i we you me it its this that these there is are was were be been am do does did dont doesnt didnt can cant could should will would ' +
    'have has had get gets got getting need needs want wants use used using how much many what when where why which who whom whose of to in on at for from ' +
    'with by up out if as than then and or not no any some all just still now says say said one something anything everything someone happens happen already ' +
    'also about into own so too very while during them they he she his her their please help work works way go goes going make makes see only even im ive isnt ' +
    'wont thing things like let instead issue problem trouble bug',
);
const indonesian = words(
  'saya kami anda kita dia mereka yang yg di ke dari dan atau untuk dengan tanpa apa apakah bagaimana gimana cara kenapa mengapa kapan siapa ini itu ada adalah ' +
    'bisa tidak gak nggak ga ngga belum blm sudah udah udh setelah kalau kalo jika padahal karena terus trus lewat lagi dulu aja saja mau ingin pakai pake supaya ' +
    'biar akan masih nya satu dua buat utk bwt dimana kemana mana kok sih dong deh ya pas abis habis klo tp tapi gara2 sama juga jadi jd bikin punya dapat dapet ' +
    'oleh pada dalam nih mas min gan tolong boleh hanya cuma doang banget semua setiap tiap para sebuah lebih harus perlu dgn krn sampe antara nanti saat ketika masalah kendala tau tahu mohon bantuan tetap tetep bgt tdk gmn sdh jgn utk dr kmrn udh bukan jangan kah lah pun tuh gini gitu begini begitu kayak kaya seperti agar kamu berapa brp bs bsa pdhl pdahal sm dg trs tlg knp dmn bgmn sy lg kl klu',
);

/** Words of this field that mean the same. The first of a line is the term. */
const meanings = [
  'ongkir, ongkos kirim, ongkos, biaya kirim, biaya pengiriman, harga kirim, shipping cost, shipping price, shipping fee, delivery cost, delivery price, delivery fee, shipping rate',
  'price, harga, hrg, tarif, rate, prices, rates, pricing',
  'delivery, shipping, pengiriman, kiriman',
  'waybill, resi, nomor resi, no resi, nomer resi, tracking number, tracking code, airway bill, awb',
  'track, lacak, tracking',
  'cod, bayar di tempat, bayar ditempat, cash on delivery, collect on delivery',
  'courier, kurir, carrier, ekspedisi, jasa kirim, couriers',
  'warehouse, gudang, warehouses',
  'sender, pengirim, asal, origin',
  'cancel, batal, batalkan, batalin, cancellation, cancelled, canceled, pembatalan',
  'district, kecamatan, kec, subdistrict, kelurahan, desa, village, area',
  'postcode, postal code, kode pos, kodepos, zip, zipcode, zip code',
  'key, kunci, api key, kunci api, apikey, kye',
  'secret, rahasia, kunci rahasia, signing secret',
  'order, pesanan, psnan, pesan, pesen, dipesan, orders',
  'shopper, customer, user, buyer, pelanggan, pembeli, konsumen, customers, buyers, shoppers',
  'parcel, paket, package, shipment, parcels, packages',
  'goods, barang, brg, item, product, produk, items, products',
  'address, alamat, almt',
  'pay, bayar, byr, payment, pembayaran, paid, dibayar, lunas',
  'refund, uang kembali, kembalikan uang, balikin uang, money back, give back, pengembalian dana',
  'return, returned, retur, diretur, dikembalikan, returns',
  'insurance, asuransi, insured, diasuransikan, insure',
  'weight, berat, bobot, ditimbang, timbang, heavy, weigh, weighs, weights',
  'size, dimension, dimensi, ukuran, dimensions, sizes, measure',
  'volumetric, volume, volumetrik, volum',
  'free, gratis',
  'discount, diskon, potongan',
  'voucher, kupon, coupon, promo code, kode promo',
  'subsidy, subsidi, subsidised, subsidise, subsidized',
  'fee, biaya, surcharge, fees',
  'pickup, pick up, penjemputan, jemput, dijemput, collects',
  'hide, hidden, sembunyikan, disable, nonaktifkan, matikan, matiin, turn off, switch off, exclude',
  'enable, aktifkan, nyalakan, nyalain, turn on, switch on',
  'choose, pilih, dipilih, milih, pick, select, selected, chosen, chooses, picked, picks, selects',
  'change, ubah, diubah, berubah, ganti, changed, edit',
  'delete, hapus, menghapus, terhapus, erase, erased, forget, deleted',
  'keep, simpan, store, stored, save, kept, disimpan',
  'test, uji, tes, testing, pengujian, ngetes, tests',
  'fail, gagal, failed, fails, failure',
  'error, galat, eror, errors',
  'lost, hilang, nyasar',
  'empty, kosong, blank',
  'show, tampil, muncul, shown, display, appear, appears, keluar, visible',
  'page, halaman, laman, pages',
  'productpage, product page, halaman produk, products page',
  'cart, keranjang, basket',
  'button, tombol',
  'language, bahasa, translation, translate, terjemahan, terjemahkan, locale, i18n',
  'colour, warna, color, colours, colors',
  'theme, tema, brand, merek, branding',
  'dark, gelap',
  'font, huruf',
  'install, pasang, instal, instalasi, installation, setup, set up',
  'upgrade, perbarui, pembaruan, update version, upgrades',
  'licence, license, lisensi',
  'account, akun',
  'register, daftar akun, mendaftar, sign up, signup, registrasi',
  'balance, saldo, top up',
  'webhook, callback, webhooks',
  'signature, tanda tangan, signed, sign',
  'server, backend',
  'machine, instance, replica, mesin, machines, instances, replicas',
  'backup, cadangan, back up',
  'restore, pulihkan, balikin, recovery',
  'log, catatan, logs',
  'limit, batas, batasan, maximum, max, maksimal, maks, most, limits',
  'twice, dua kali, double, dobel, duplicate, ganda, duplicated, duplicates, 2x',
  'slow, lambat, lelet, lemot',
  'fast, cepat, speed, performance, kecepatan, performa',
  'loading, tunggu, wait, spinner, spinning, spin',
  'down, mati, outage, gangguan, offline, unavailable',
  'broken, rusak, damaged, pecah',
  'claim, klaim',
  'tax, pajak, ppn, vat',
  'phone, hp, handphone, telepon, telpon, telp, tlp, nomor hp, nomor telepon, no hp, no telp, no tlp, no telepon, phone number, mobile',
  'email, surel, mail',
  'message, notifikasi, notification, notify, notif, messages, notifications',
  'whatsapp, wa',
  'map, peta, maps',
  'pin, koordinat, coordinates, titik, latitude, longitude, lokasi, location',
  'holiday, libur, lebaran, eid, idul fitri, closed, tutup, vacation, cuti, holidays',
  'day, hari, days',
  'hour, jam, waktu, time, hours',
  'date, tanggal, dates',
  'arrival, tiba, arrive, arrives, estimasi, etd, eta, estimated, sampai',
  'timezone, time zone, zona waktu',
  'city, kota',
  'java, jawa',
  'abroad, luar negeri, international, overseas, internasional, export, ekspor',
  'several, beberapa, multiple, multi, banyak',
  'split, membagi, bagi',
  'vendor, seller, penjual, multivendor, sellers, vendors',
  'marketplace, platform, multi tenant, tenants',
  'shop, toko, shops',
  'receipt, bukti pesanan, struk, thank you page, order confirmation, halaman terima kasih, tanda terima',
  'reload, refresh, muat ulang',
  'click, klik, tap, tapped, ditekan, diklik, clicked',
  'privacy, data pribadi, personal data, gdpr, privasi, uu pdp',
  'cheap, murah, cheapest, termurah, least',
  'expensive, mahal, kemahalan, costly',
  'wrong, salah, keliru, incorrect',
  'example, contoh, sample',
  'label, labels',
  'print, cetak, nyetak',
  'monitoring, pantau, pemantauan, metrics, metrik, prometheus, grafana, observe',
  'stuck, macet, nyangkut',
  'expire, kadaluarsa, kedaluwarsa, expired, expires, valid, berlaku, lifetime',
  'safe, aman, secure, security, keamanan',
  'form, formulir',
  'screenreader, screen reader, pembaca layar, tunanetra',
  'keyboard, papan ketik',
  'instalment, cicilan, paylater, cicil, installment, instalments, installments',
  'staff, staf, admin, dashboard, dasbor, backoffice',
  'env, environment variable, variabel lingkungan',
  'rotate, rotation, rotasi',
  'cache, cached',
  'option, pilihan, opsi, options, method, metode, methods',
  'settings, setting, konfigurasi, configuration, config, configure, pengaturan',
  'site, situs, website, web',
  'field, kolom, input, fields',
  'list, lists',
  'version, versi, versions',
  'database, db, basis data',
  'total, jumlah, sum',
  'element, component, komponen, elemen, widget, elements, components',
  'request, permintaan, requests',
  'send, kirim, krm, mengirim, dikirim, sent, sends, terkirim, kekirim',
  'region, daerah, wilayah, provinsi, province',
  'refuse, tolak, ditolak, menolak, nolak, reject, rejected, refused, refuses, denied',
  'money, uang, duit, dana',
  'invoice, tagihan, faktur, bill',
  'different, beda, berbeda, selisih, difference, differs, differ',
  'name, nama',
  'number, nomor, nomer',
  'link, tautan',
  'schedule, jadwal, terjadwal, scheduled',
  'check, cek, periksa',
  'run, jalan, jalankan, menjalankan, jalanin, berjalan',
  'move, pindah, pindahan, migrate, migrasi, migration',
  'report, lapor',
  'late, telat, terlambat',
  'own, sendiri',
  'preorder, pre order, pre-order, po',
  'automatic, otomatis, automatically, auto',
  'required, wajib, mandatory',
  'jnt, jt',
  'attribute, atribut, attributes',
  'memory, ram, memori',
  'amount, nominal, amounts',
  'service, layanan, services',
  'logo, ikon, icon, logos, gambar, picture, image, pictures, images',
  'answer, jawaban, response, respons, answers',
  'call, panggil, memanggil, calls',
  'access, akses, diakses, reach',
  'recipient, penerima',
  'full, penuh',
  'home, rumah',
].map((line) => line.split(', '));

const termOf = new Map(meanings.flatMap(([term = '', ...others]) => [term, ...others].map((word) => [word, term])));
const spaced = [...termOf.keys()].filter((word) => word.includes(' ')).sort((one, other) => other.length - one.length);
const phrases = new RegExp(`(?<!\\p{L})(${spaced.join('|').replaceAll(' ', '[\\s-]+')})(?=s?(?!\\p{L}))`, 'gu');

/** Words are divided at spaces and signs. A phrase that means one thing is one word, and so is a word with a sign in it: `e-mail` is `email`, `J&T` is `jt`. */
export function wordsIn(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/['’]|(?<=\p{L})&(?=\p{L})/gu, '')
    .replace(phrases, (phrase) => ` ${termOf.get(phrase.replace(/[\s-]+/g, ' '))} `);
  const joined = (plain.match(/\p{L}+-\p{L}+/gu) ?? []).map((word) => word.replace('-', ''));
  return [...plain.split(/[\n\r\p{Z}\p{P}]+/u), ...joined];
}

/** Without the endings of both languages: `dikirimnya`, `orders`. It need not be a word, only the same for all forms. */
const stemOf = (word: string) => word.replace(/(?<=^.{4,})(?:nya|kan|an|in|s|es|ing|ed|e)$/, '');

/** The term of a word. A number with its unit counts as the unit: `60kg`. */
export function termFor(word: string): string | null {
  const plain = word.replace(/^\d+(?=\p{L}{2})/u, '');
  if (english.has(plain) || indonesian.has(plain)) return null;
  return termOf.get(plain) ?? termOf.get(stemOf(plain)) ?? stemOf(plain);
}

/** The term of a word that somebody types, also if two letters of a word of this field have changed places: `ongkri`. */
export function termTyped(word: string): string | null {
  if (word.length < 5 || termOf.has(word)) return termFor(word);
  const swapped = [...word].map((_, at) => word.replace(new RegExp(`^(.{${at}})(.)(.)`, 'u'), '$1$3$2'));
  return termFor(swapped.find((other) => termOf.has(other)) ?? word);
}

/** What is indexed of a word: also the word itself, so that its beginning finds it while somebody types. */
export function termsOf(word: string): string | string[] | null {
  const term = termFor(word);
  return term === null || term === word ? term : [term, word];
}

/** How much places in each language count. */
export function languageOf(typed: readonly string[]): { en: number; id: number } {
  const [en, id] = [english, indonesian].map(
    (known) => 1 + Math.min(typed.filter((word) => known.has(word)).length, 2) / 4,
  );
  return { en: en ?? 1, id: id ?? 1 };
}
