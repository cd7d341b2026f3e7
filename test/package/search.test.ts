import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { renderMarkdown } from '../../demo/site/markdown.ts';
import { searchIndexOf } from '../../demo/site/plugin.ts';
import { createSearchFile } from '../../demo/site/search-index.ts';
import { findPlaces } from '../../demo/site/search-options.ts';
import { searchWords } from '../../demo/site/search-words.ts';

/** What people type, and the page that has to come first. */
const subjects: Record<string, string> = {
  ongkir: 'docs/id/start',
  'gratis ongkir': 'docs/id/recipes#gratis-ongkir-mulai-jumlah-tertentu',
  'free shipping': 'docs/recipes#free-shipping-over-an-amount',
  lacak: 'docs/components/tracking',
  'cek resi': 'docs/components/tracking',
  gudang: 'docs/id/recipes#beberapa-gudang',
  warehouse: 'docs/recipes#several-warehouses',
  dimensi: 'docs/parcels#volumetric-weight',
  dimensions: 'docs/parcels#volumetric-weight',
  docker: 'docs/deploy/docker',
  deploy: 'docs/run-the-gateway#deploy',
  analytics: 'docs/recipes#ga4-add_shipping_info',
  logo: 'docs/reference#attributes',
  'bayar di tempat': 'docs/id/cash-on-delivery',
  cod: 'docs/cash-on-delivery',
  asuransi: 'docs/id/questions#asuransi-wajib',
  kecamatan: 'docs/components/area-search',
  midtrans: 'docs/recipes#payment-elsewhere-and-a-webhook',
  rajaongkir: 'docs/coming-from',
  tailwind: 'docs/tailwind',
  php: 'docs/whole-shops#the-same-in-php',
  'dark mode': 'docs/theming',
  'kirim ulang': 'docs/orders#send-again-from-the-admin-page',
  csp: 'docs/security',
  'shipping cost': 'docs/start',
  tracking: 'docs/components/tracking',
  refund: 'docs/pay-then-ship#money-back',
  'pengembalian dana': 'docs/id/pay-then-ship#uang-kembali',
  'raja ongkir': 'docs/coming-from',
  migrasi: 'docs/coming-from',
  error: 'docs/errors',
  cors: 'docs/errors#what-does-not-match',
  react: 'docs/frameworks/react-19',
  nextjs: 'docs/frameworks/next',
  wordpress: 'docs/woocommerce',
  kubernetes: 'docs/deploy/docker',
  'multi warehouse': 'docs/recipes#several-warehouses',
  'google maps': 'docs/recipes#a-map-pin',
  price: 'docs/recipes#price-in-my-total',
  etd: 'docs/components/rate-comparison',
  'estimasi tiba': 'docs/components/rate-comparison',
  'delivery date': 'docs/arrival',
  'dates instead of days': 'docs/arrival',
  holidays: 'docs/arrival',
  lebaran: 'docs/id/questions#libur-lebaran',
  'hari libur': 'docs/id/arrival',
  'daftar kurir': 'docs/reference#courier-codes',
  'cetak label': 'docs/limits',
  marketplace: 'docs/many-shops',
  translate: 'docs/words',
  aksesibilitas: 'docs/accessibility',
  'order button': 'docs/components/order-button',
  token: 'docs/tokens',
  insurance: 'docs/components/rate-comparison',
  webhook: 'docs/recipes#tracking-after-the-purchase',
  volumetric: 'docs/parcels#volumetric-weight',
  'several parcels': 'docs/parcels#several-parcels',
  changelog: 'docs/changes',
  semver: 'docs/changes',
  'api reference': 'docs/api',
  openapi: 'docs/api#openapi',
};

/** Whole questions, as they are typed, and the answer that is among the first three. */
const questions: Record<string, string> = {
  'cek ongkir di halaman produk': 'docs/id/questions#cek-ongkir-di-halaman-produk',
  'shipping cost on product page': 'docs/questions#shipping-cost-on-the-products-page',
  cicilan: 'docs/id/questions#cicilan',
  paylater: 'docs/id/questions#cicilan',
  dropship: 'docs/id/arrival#dropship-dengan-dua-hari-persiapan',
  'multi gudang': 'docs/id/questions#multi-gudang',
  dokan: 'docs/id/questions#dokan-dan-toko-multi-vendor',
  multivendor: 'docs/id/questions#dokan-dan-toko-multi-vendor',
  'kecamatan tidak ditemukan': 'docs/id/questions#kecamatan-tidak-ditemukan',
  'ongkir beda dengan tagihan': 'docs/id/questions#ongkir-beda-dengan-tagihan',
  'ongkir tidak muncul': 'docs/id/questions#ongkir-tidak-muncul',
  'asuransi wajib': 'docs/id/questions#asuransi-wajib',
  'libur lebaran': 'docs/id/questions#libur-lebaran',
  'jam pickup': 'docs/id/questions#jam-pickup',
  "webhooks don't arrive": 'docs/questions#webhooks-do-not-arrive',
  'webhook tidak masuk': 'docs/id/questions#webhook-tidak-datang',
  'who pays the cod fee': 'docs/questions#who-pays-the-cod-fee',
  'biaya cod siapa yang bayar': 'docs/id/questions#biaya-cod-siapa-yang-bayar',
  'cod tidak muncul': 'docs/id/questions#cod-tidak-muncul',
  'voucher ongkir': 'docs/id/questions#voucher-ongkir',
  'kurir toko sendiri': 'docs/id/questions#kurir-toko-sendiri',
  'gojek tidak muncul': 'docs/id/questions#gojek-atau-grab-tidak-muncul',
  'kirim ke luar negeri': 'docs/id/questions#kirim-ke-luar-negeri',
  'international shipping': 'docs/questions#delivery-abroad',
  'notifikasi whatsapp': 'docs/id/questions#notifikasi-whatsapp',
  'retur barang': 'docs/id/questions#cetak-label-dan-retur',
  'hapus data pelanggan': 'docs/id/questions#hapus-data-pembeli',
  flutter: 'docs/id/questions#flutter-dan-aplikasi-lain',
  'react native app': 'docs/questions#flutter-and-other-apps',
  'is my api key safe': 'docs/questions#is-the-api-key-safe',
  'duplicate order twice': 'docs/questions#can-a-parcel-be-ordered-twice',
  'no rates showing': 'docs/questions#no-delivery-option-is-shown',
  'is every rate request charged': 'docs/questions#is-each-price-charged',
  'status lacak tidak berubah': 'docs/id/questions#status-lacak-tidak-berubah',
  'how do I test my checkout': 'docs/testing',
  'why is COD disabled': 'docs/questions#cod-is-not-offered',
  'nomor resi belum muncul': 'docs/id/recipes#lacak-paket-setelah-pembelian',
  'ubah alamat setelah bayar': 'docs/id/questions#alamat-berubah-setelah-dibayar',
  'go live production key': 'docs/go-live',
  'pajak ppn ongkir': 'docs/id/questions#pajak-ongkir',
  'barang pecah belah': 'docs/id/questions#barang-pecah-belah-cairan-dan-baterai',
  'fragile goods': 'docs/questions#fragile-goods-liquids-and-batteries',
  'bundle size': 'docs/performance',
  magento: 'docs/questions#magento-prestashop-and-other-systems',
  iframe: 'docs/questions#in-a-frame',
  'biaya packing': 'docs/courier-rules',
  'return parcel': 'docs/questions#labels-and-returns',
  '401 unauthorized': 'docs/errors',
  'failed to fetch': 'docs/errors',
  'two orders created': 'docs/questions#can-a-parcel-be-ordered-twice',
  'cancel my order after shipping': 'docs/components/order-button',
  'hide courier': 'docs/courier-rules',
  'cod tidak bisa dipilih': 'docs/id/questions#cod-tidak-muncul',
  'toko di vps sendiri': 'docs/id/production',
  'gagal bayar tapi sudah kirim': 'docs/id/questions#pembayaran-gagal-atau-terlambat',
  'batas berat paket': 'docs/id/questions#batas-berat-paket',
  'cancel order api': 'docs/questions#cancel-an-order',
  'berapa harga ship-elements': 'docs/id/questions#berapa-biayanya',
  'nuxt ssr hydration': 'docs/questions#nuxt-remix-and-other-frameworks',
  'contoh lengkap untuk produksi': 'docs/id/production',
  'production example with nginx and systemd': 'docs/production',
  'whole example with payment': 'docs/production',
  'next.js window is not defined': 'docs/questions#window-is-not-defined',
  'can i use this with php without node': 'docs/questions#laravel-and-other-php',
  'send the chosen shipping price with my form': 'docs/forms',
  'how much does it cost': 'docs/questions#what-it-costs',
  'vue event when customer picks a courier': 'docs/events',
  'shipping options are empty': 'docs/questions#no-delivery-option-is-shown',
  'nothing shows up on the page': 'docs/questions#nothing-is-shown-at-all',
  'price is different at checkout than what courier charged me':
    'docs/questions#the-delivery-costs-other-than-the-bill-of-the-service',
  'got the same order booked twice': 'docs/questions#can-a-parcel-be-ordered-twice',
  'customer entered wrong address can i cancel the pickup': 'docs/questions#an-address-that-changes-after-the-payment',
  'deploy server ke vps pakai docker': 'docs/deploy/docker',
  'biaya cod berapa persen': 'docs/id/cash-on-delivery#biayanya',
  'cara matikan kurir tertentu': 'docs/courier-rules',
  'gimana kalau paket diretur': 'docs/id/questions#cetak-label-dan-retur',
  'alamat kecamatan saya tidak ketemu': 'docs/id/questions#kecamatan-tidak-ditemukan',
  'error 401 unauthorised': 'docs/id/questions#error-401',
  'loading terus tidak selesai': 'docs/id/questions#loading-terus',
  'tombol bayar tidak bisa diklik': 'docs/id/questions#tombol-bayar-tidak-bisa-diklik',
  'shipping options spinning forever': 'docs/questions#it-keeps-loading',
  'checkout says no couriers available for this address': 'docs/questions#no-courier-delivers-there',
  'map is blank grey no pin': 'docs/questions#the-map-is-grey',
  'weight in gram or kg': 'docs/parcels',
  'how to verify webhook signature in node': 'docs/news#news-for-your-server',
  'customer cancelled after label was printed what now': 'docs/questions#cancel-an-order',
  'pakai cdn tanpa npm bisa ga': 'docs/id/start#dengan-tag-script',
  'test pakai data palsu tanpa api key': 'docs/id/questions#coba-tanpa-akun',
  'biaya pakai ini berapa per bulan': 'docs/id/questions#berapa-biayanya',
  'cara aktifkan cod': 'docs/id/cash-on-delivery#di-halaman',
  'cara minta kurir jemput paket': 'docs/id/questions#jam-pickup',
  'gosend ga ada pilihannya padahal satu kota': 'docs/id/questions#gojek-atau-grab-tidak-muncul',
  'resi belum keluar padahal sudah order': 'docs/id/questions#kenapa-resi-belum-keluar',
  'paket diretur karena alamat salah gimana': 'docs/id/questions#cetak-label-dan-retur',
  'ongkir tidak muncul di checkout': 'docs/id/questions#ongkir-tidak-muncul',
  'tombol pilih pengiriman ga bisa diklik di hp iphone': 'docs/id/questions#tidak-bisa-ditekan-di-hp',
  'where do i change the pickup address of my warehouse': 'docs/questions#the-senders-address',
  'shipping price is different from what the courier charged me':
    'docs/questions#the-delivery-costs-other-than-the-bill-of-the-service',
  'woo checkout says there are no shipping options for this address': 'docs/questions#woocommerce-shows-no-delivery',
  'can i hide same day couriers on sundays': 'docs/questions#couriers-by-day-or-hour',
  'customer wants to pick up at the store himself': 'docs/questions#a-courier-of-the-shops-own',
  'map pin always goes to the wrong city': 'docs/questions#the-map-is-grey',
  'order paid but no tracking number created': 'docs/questions#why-is-there-no-waybill-yet',
  'event apa yang dipanggil kalau pembeli ganti kurir': 'docs/events',
  'kapan uang cod cair ke rekening': 'docs/id/questions#kapan-uang-cod-cair',
  'bisa dipakai di flutter webview ga': 'docs/id/questions#flutter-dan-aplikasi-lain',
  'cara matikan cod untuk luar jawa': 'docs/id/questions#cod-hanya-di-sebagian-tempat',
  'retur barang dari pembeli siapa yg bayar': 'docs/id/questions#cetak-label-dan-retur',
  'ongkirnya 0 rupiah kenapa ya': 'docs/id/questions#ongkirnya-0',
  'cara ganti token sandbox ke production': 'docs/id/go-live',
  'rates empty for one city': 'docs/questions#no-courier-delivers-there',
  'customer’s order stuck at picking up driver': 'docs/questions#the-tracking-stays-the-same',
  '429 too many requests': 'docs/errors#what-does-not-match',
  'contoh kode php untuk cek ongkir': 'docs/id/questions#laravel-dan-php-lain',
  'bisa ganti teks tombol ke bahasa inggris?': 'docs/id/questions#bahasa-dan-kata-lain',
  'ongkir kemahalan padahal barang ringan': 'docs/id/questions#ongkir-terlalu-mahal',
  'saldo habis order gagal terus': 'docs/id/questions#saldo-habis',
  'paket hilang lapor kemana': 'docs/id/questions#paket-hilang-atau-rusak',
  'where do i put the api key': 'docs/questions#is-the-api-key-safe',
  'change button color to match my theme': 'docs/theming',
  'tracking number not updating': 'docs/questions#the-tracking-stays-the-same',
  'customer was charged twice for one shipment': 'docs/questions#can-a-parcel-be-ordered-twice',
  'cara tes tanpa bayar ongkir beneran': 'docs/id/questions#coba-tanpa-akun',
  'cara cek resi di halaman pelanggan': 'docs/id/recipes#lacak-paket-setelah-pembelian',
  'kurir apa saja yang didukung': 'docs/id/questions#kurir-apa-saja',
  'ongkir beda sama yang di jne kenapa': 'docs/id/questions#ongkir-beda-dengan-tagihan',
  'how is the price calculated': 'docs/price',
  'what does the service charge me': 'docs/price#what-the-service-charges-you',
  'which versions of node are supported': 'docs/versions',
  'can i hide a courier': 'docs/courier-rules',
  nuxt: 'docs/nuxt',
  production: 'docs/production',
  vps: 'docs/production',
  produksi: 'docs/id/production',
  'server sendiri': 'docs/id/production',
  'order number on the thank you page': 'docs/orders#the-receipt',
  'cetak bukti pesanan': 'docs/orders#the-receipt',
  'does it sell without javascript': 'docs/forms#without-javascript',
  'tanpa javascript bisa beli?': 'docs/id/forms#tanpa-javascript',
  'a product of 60kg is too heavy': 'docs/questions#how-heavy-a-parcel-may-be',
  'what customers’ data is stored': 'docs/personal-data',
  'remember the district for the next visit': 'docs/before-checkout#one-address-once',
  'postgres or mysql': 'docs/run-the-gateway',
  'nomor hp ditolak': 'docs/id/forms#formulir-yang-ditolak',
};

describe('the search of the site', () => {
  let index: Awaited<ReturnType<typeof searchIndexOf>>;
  before(async () => {
    index = await searchIndexOf(fileURLToPath(new URL('../..', import.meta.url)));
  });
  const addressOf = ({ id }: { id: string }) => id.replace('.html', '');

  for (const [query, address] of Object.entries(subjects))
    it(`finds ${address} first for "${query}"`, () => {
      const found = index.search(query).map((place) => addressOf({ id: String(place.id) }));
      expect(found[0], found.slice(0, 5).join(', ')).to.equal(address);
    });

  for (const [query, address] of Object.entries(questions))
    it(`answers "${query}"`, () => {
      const found = findPlaces(index, query).places.map((place) => addressOf({ id: String(place.id) }));
      expect(found.slice(0, 3), found.slice(0, 5).join(', ')).to.include(address);
    });

  for (const query of ['cod', 'woocommerce', 'webhook'])
    it(`finds a page in Indonesian first for a reader of one: "${query}"`, () => {
      const [place] = findPlaces(index, query, 'id').places;
      expect(String(place?.id)).to.match(/^docs\/id\//);
    });

  it('finds places with some of the words, and says so, if none has all', () => {
    const { places, hasAllWords } = findPlaces(index, 'xylophone kubernetes');
    expect(hasAllWords).to.equal(false);
    expect(addressOf({ id: String(places[0]?.id) })).to.equal('docs/deploy/docker');
  });

  it('builds its file once, and again when a page has changed', async () => {
    let rendered = 0;
    const render = async () => {
      rendered += 1;
      return renderMarkdown('# Page', (target) => target);
    };
    const file = createSearchFile(render);
    const page = { source: 'page.md', address: 'docs/page', title: 'Page', menuTitle: 'Page', group: 'Guides' };
    const texts = await Promise.all(['one', 'one'].map((markdown) => file([{ ...page, markdown }])));
    expect(texts[0]).to.be.a('string').and.equal(texts[1]);
    expect(rendered).to.equal(1);
    await file([{ ...page, markdown: 'two' }]);
    expect(rendered).to.equal(2);
  });

  it('has words of parts that there are', () => {
    const known = new Set(Object.values(index.toJSON().documentIds).map((id) => addressOf({ id: String(id) })));
    expect(Object.keys(searchWords).filter((address) => !known.has(address))).to.deep.equal([]);
  });
});
