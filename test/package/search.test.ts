import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { renderMarkdown } from '../../demo/site/markdown.ts';
import { searchIndexOf } from '../../demo/site/plugin.ts';
import { createSearchFile, wordsOf } from '../../demo/site/search-index.ts';
import { findPlaces } from '../../demo/site/search-options.ts';

/** Questions as they are typed, by the place in the English docs that answers them. */
const asked: Record<string, string> = {
  start: 'ongkir | shipping cost',
  'recipes#free-shipping-over-an-amount': 'gratis ongkir | free shipping',
  'components/tracking': 'lacak | cek resi | tracking',
  'recipes#several-warehouses': 'gudang | warehouse | multi warehouse',
  'parcels#volumetric-weight': 'dimensi | volumetric',
  parcels: 'dimensions | weight in gram or kg',
  'deploy/docker': 'docker | kubernetes | deploy server ke vps pakai docker',
  'run-the-gateway#deploy': 'deploy',
  'recipes#ga4-add_shipping_info': 'analytics',
  'reference#attributes': 'logo',
  'cash-on-delivery': 'bayar di tempat | cod',
  'questions#insurance-for-every-parcel': 'asuransi | asuransi wajib',
  'components/area-search': 'kecamatan',
  production:
    'midtrans | toko di vps sendiri | contoh lengkap untuk produksi | production example with nginx and systemd | whole example with payment | production | vps | produksi | server sendiri',
  'coming-from': 'rajaongkir | raja ongkir | migrasi',
  tailwind: 'tailwind',
  'whole-shops#the-same-in-php': 'php',
  theming: 'dark mode | change button color to match my theme',
  'orders#send-again-from-the-admin-page': 'kirim ulang',
  security: 'csp',
  'pay-then-ship#money-back': 'refund | pengembalian dana',
  errors: 'error | 401 unauthorized | failed to fetch',
  'errors#what-does-not-match': 'cors | 429 too many requests',
  'frameworks/react-19': 'react',
  'frameworks/next': 'nextjs',
  woocommerce: 'wordpress',
  'recipes#a-map-pin': 'google maps',
  price: 'price | how is the price calculated',
  'components/rate-comparison': 'etd | insurance',
  arrival: 'estimasi tiba | delivery date | dates instead of days | hari libur',
  'arrival#closed-for-lebaran': 'holidays',
  'questions#lebaran-and-other-holidays': 'lebaran | libur lebaran',
  'reference#courier-codes': 'daftar kurir',
  limits: 'cetak label',
  'many-shops': 'marketplace',
  words: 'translate',
  accessibility: 'aksesibilitas',
  'components/order-button': 'order button | cancel my order after shipping',
  tokens: 'token',
  'recipes#tracking-after-the-purchase': 'webhook | nomor resi belum muncul | cara cek resi di halaman pelanggan',
  'parcels#several-parcels': 'several parcels',
  changes: 'changelog | semver',
  api: 'api reference',
  'api#openapi': 'openapi',
  'questions#shipping-cost-on-the-products-page': 'cek ongkir di halaman produk | shipping cost on product page',
  'questions#instalments': 'cicilan | paylater',
  'arrival#dropshipping-with-two-days-to-prepare': 'dropship',
  'questions#parcels-from-several-warehouses': 'multi gudang',
  'questions#dokan-and-other-shops-with-many-sellers': 'dokan | multivendor',
  'questions#the-district-is-not-found': 'kecamatan tidak ditemukan | alamat kecamatan saya tidak ketemu',
  'questions#the-delivery-costs-other-than-the-bill-of-the-service':
    'ongkir beda dengan tagihan | price is different at checkout than what courier charged me | shipping price is different from what the courier charged me | ongkir beda sama yang di jne kenapa',
  'questions#no-delivery-option-is-shown':
    'ongkir tidak muncul | no rates showing | shipping options are empty | ongkir tidak muncul di checkout',
  'questions#when-the-courier-collects': 'jam pickup | cara minta kurir jemput paket',
  'questions#webhooks-do-not-arrive': "webhooks don't arrive | webhook tidak masuk",
  'questions#who-pays-the-cod-fee': 'who pays the cod fee | biaya cod siapa yang bayar',
  'questions#cod-is-not-offered': 'cod tidak muncul | why is COD disabled | cod tidak bisa dipilih',
  'questions#voucher-codes-for-delivery': 'voucher ongkir',
  'questions#a-courier-of-the-shops-own': 'kurir toko sendiri | customer wants to pick up at the store himself',
  'questions#gojek-and-grab-are-missing': 'gojek tidak muncul | gosend ga ada pilihannya padahal satu kota',
  'questions#delivery-abroad': 'kirim ke luar negeri | international shipping',
  'questions#whatsapp-messages': 'notifikasi whatsapp',
  'questions#labels-and-returns':
    'retur barang | gimana kalau paket diretur | paket diretur karena alamat salah gimana | retur barang dari pembeli siapa yg bayar',
  'questions#forget-a-person': 'hapus data pelanggan',
  'questions#flutter-and-other-apps': 'flutter | react native app | bisa dipakai di flutter webview ga',
  'questions#is-the-api-key-safe': 'is my api key safe | where do i put the api key',
  'questions#can-a-parcel-be-ordered-twice':
    'duplicate order twice | two orders created | got the same order booked twice | customer was charged twice for one shipment',
  'questions#is-each-price-charged': 'is every rate request charged',
  'questions#the-tracking-stays-the-same':
    'status lacak tidak berubah | customer’s order stuck at picking up driver | tracking number not updating',
  testing: 'how do I test my checkout',
  'questions#an-address-that-changes-after-the-payment':
    'ubah alamat setelah bayar | customer entered wrong address can i cancel the pickup',
  'go-live': 'go live production key | cara ganti token sandbox ke production',
  'questions#tax-on-the-delivery': 'pajak ppn ongkir',
  'questions#fragile-goods-liquids-and-batteries': 'barang pecah belah | fragile goods',
  performance: 'bundle size',
  'questions#magento-prestashop-and-other-systems': 'magento',
  'questions#in-a-frame': 'iframe',
  'courier-rules': 'biaya packing | hide courier | cara matikan kurir tertentu | can i hide a courier',
  'cash-on-delivery#returned-parcels': 'return parcel',
  'questions#the-payment-fails-or-comes-late': 'gagal bayar tapi sudah kirim',
  'questions#how-heavy-a-parcel-may-be': 'batas berat paket | a product of 60kg is too heavy',
  'questions#cancel-an-order': 'cancel order api | customer cancelled after label was printed what now',
  'questions#what-it-costs': 'berapa harga ship-elements | how much does it cost | biaya pakai ini berapa per bulan',
  'questions#nuxt-remix-and-other-frameworks': 'nuxt ssr hydration',
  'questions#window-is-not-defined': 'next.js window is not defined',
  'questions#laravel-and-other-php': 'can i use this with php without node | contoh kode php untuk cek ongkir',
  forms: 'send the chosen shipping price with my form',
  events: 'vue event when customer picks a courier | event apa yang dipanggil kalau pembeli ganti kurir',
  'questions#nothing-is-shown-at-all': 'nothing shows up on the page',
  'cash-on-delivery#the-fee': 'biaya cod berapa persen',
  'questions#error-401': 'error 401 unauthorised',
  'questions#it-keeps-loading': 'loading terus tidak selesai | shipping options spinning forever',
  'questions#the-button-to-pay-cannot-be-clicked': 'tombol bayar tidak bisa diklik',
  'questions#no-courier-delivers-there':
    'checkout says no couriers available for this address | rates empty for one city',
  'questions#the-map-is-grey': 'map is blank grey no pin | map pin always goes to the wrong city',
  'news#news-for-your-server': 'how to verify webhook signature in node',
  'start#with-a-script-tag': 'pakai cdn tanpa npm bisa ga',
  'questions#try-it-without-an-account': 'test pakai data palsu tanpa api key | cara tes tanpa bayar ongkir beneran',
  'cash-on-delivery#in-the-page': 'cara aktifkan cod',
  'questions#why-is-there-no-waybill-yet':
    'resi belum keluar padahal sudah order | order paid but no tracking number created',
  'questions#nothing-can-be-tapped-on-a-phone': 'tombol pilih pengiriman ga bisa diklik di hp iphone',
  'questions#the-senders-address': 'where do i change the pickup address of my warehouse',
  'questions#woocommerce-shows-no-delivery': 'woo checkout says there are no shipping options for this address',
  'questions#couriers-by-day-or-hour': 'can i hide same day couriers on sundays',
  'questions#when-the-money-of-cod-arrives': 'kapan uang cod cair ke rekening',
  'questions#cod-in-some-places-only': 'cara matikan cod untuk luar jawa',
  'questions#the-price-is-0': 'ongkirnya 0 rupiah kenapa ya',
  'questions#another-language-or-other-words': 'bisa ganti teks tombol ke bahasa inggris?',
  'questions#delivery-is-too-expensive': 'ongkir kemahalan padahal barang ringan',
  'questions#the-balance-is-empty': 'saldo habis order gagal terus',
  'questions#a-parcel-is-lost-or-damaged': 'paket hilang lapor kemana',
  'questions#which-couriers-there-are': 'kurir apa saja yang didukung',
  'price#what-the-service-charges-you': 'what does the service charge me',
  versions: 'which versions of node are supported',
  nuxt: 'nuxt',
  'orders#the-receipt': 'order number on the thank you page | cetak bukti pesanan',
  'forms#without-javascript': 'does it sell without javascript | tanpa javascript bisa beli?',
  'personal-data#what-is-kept': 'what customers’ data is stored',
  'before-checkout#one-address-once': 'remember the district for the next visit',
  'run-the-gateway': 'postgres or mysql',
  'forms#a-form-that-was-refused': 'nomor hp ditolak',
};

describe('the search of the site', () => {
  let index: Awaited<ReturnType<typeof searchIndexOf>>;
  before(async () => {
    index = await searchIndexOf(fileURLToPath(new URL('../..', import.meta.url)));
  });
  const addressOf = ({ id }: { id: string }) => id.replace('.html', '');

  it('has the answer among the first three places for 97 of 100 questions, in either language', () => {
    const all = Object.entries(asked).flatMap(([address, queries]) =>
      queries.split(' | ').map((query) => ({ address, query })),
    );
    const missed = all.filter(({ address, query }) => {
      const found = findPlaces(index, query).places.slice(0, 3);
      return !found.some(({ twins }) => twins === `docs/${address}`);
    });
    expect(missed.length / all.length, JSON.stringify(missed, null, 1)).to.be.at.most(0.03);
  });

  it('answers in the language of the question', () => {
    const languageOf = (query: string) =>
      String(findPlaces(index, query).places[0]?.id).startsWith('docs/id/') ? 'id' : 'en';
    for (const query of ['kenapa resi belum keluar', 'cara aktifkan cod', 'kecamatan tidak ditemukan'])
      expect(languageOf(query), query).to.equal('id');
    for (const query of ['why is there no waybill yet', 'how do i enable cod', 'refund', 'district not found'])
      expect(languageOf(query), query).to.equal('en');
  });

  it('finds a place once, not in both languages', () => {
    const twins = findPlaces(index, 'cash on delivery').places.map((place) => place.twins);
    expect(new Set(twins).size).to.equal(twins.length);
  });

  it('finds a word by its beginning, by another form, by a word of the same meaning, and with a typing mistake', () => {
    for (const query of ['asur', 'asuransinya', 'insured parcels', 'insurence'])
      expect(
        findPlaces(index, query)
          .places.slice(0, 3)
          .map(({ twins }) => twins)
          .join(),
        query,
      ).to.match(/insurance/);
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
    expect([...wordsOf.keys()].filter((address) => !known.has(address))).to.deep.equal([]);
  });
});
