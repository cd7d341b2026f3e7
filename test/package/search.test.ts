import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { renderMarkdown } from '../../demo/site/markdown.ts';
import { searchIndexOf } from '../../demo/site/plugin.ts';
import { createSearchFile, questionsOf } from '../../demo/site/search-index.ts';
import { findPlaces } from '../../demo/site/search-options.ts';

/**
 * Questions as they are typed, by the places in the English docs that answer them: each of them is enough. A hundred and twenty are of people
 * who had not seen the docs.
 */
const asked: Record<string, string> = {
  'start, before-checkout, price': 'ongkir | shipping cost',
  'recipes#free-shipping-over-an-amount, courier-rules#free-and-subsidised-delivery, woocommerce#free-and-subsidised-delivery, questions#free-or-subsidised-delivery':
    'gratis ongkir | free shipping',
  'components/tracking': 'lacak | cek resi | tracking',
  'recipes#several-warehouses': 'gudang | warehouse | multi warehouse',
  'parcels#volumetric-weight, parcels, price#weight-and-size': 'dimensi',
  'parcels#volumetric-weight': 'volumetric',
  parcels: 'dimensions | weight in gram or kg',
  'deploy/docker': 'docker | kubernetes | deploy server ke vps pakai docker',
  'run-the-gateway#deploy': 'deploy',
  'recipes#ga4-add_shipping_info': 'analytics',
  'reference#attributes, questions#logos-of-the-couriers': 'logo',
  'cash-on-delivery': 'bayar di tempat | cod',
  'questions#insurance-for-every-parcel': 'asuransi | asuransi wajib',
  'components/area-search': 'kecamatan',
  production:
    'midtrans | toko di vps sendiri | contoh lengkap untuk produksi | production example with nginx and systemd | whole example with payment | production | vps | produksi',
  'production, questions#a-server-of-your-own': 'server sendiri',
  'coming-from': 'rajaongkir | raja ongkir | migrasi',
  tailwind: 'tailwind',
  'whole-shops#the-same-in-php, frameworks/form-php, questions#laravel-and-other-php': 'php',
  theming: 'dark mode | change button color to match my theme',
  'orders#send-again-from-the-admin-page': 'kirim ulang',
  security: 'csp',
  'pay-then-ship#money-back': 'refund | pengembalian dana',
  errors: 'error | 401 unauthorized | failed to fetch',
  'errors#what-does-not-match':
    "cors | 429 too many requests | blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present",
  'frameworks/react-19': 'react',
  'frameworks/next': 'nextjs',
  woocommerce: 'wordpress',
  'recipes#a-map-pin': 'google maps',
  price: 'price | how is the price calculated',
  'components/rate-comparison, arrival': 'etd',
  'components/rate-comparison': 'insurance',
  arrival: 'estimasi tiba | delivery date | dates instead of days | hari libur',
  'arrival#closed-for-lebaran': 'holidays',
  'questions#lebaran-and-other-holidays': 'lebaran | libur lebaran',
  'reference#courier-codes, questions#which-couriers-there-are': 'daftar kurir',
  limits: 'cetak label',
  'many-shops': 'marketplace',
  words: 'translate',
  accessibility: 'aksesibilitas | accesibility',
  'components/order-button': 'order button | cancel my order after shipping',
  tokens: 'token',
  'recipes#tracking-after-the-purchase, news#news-for-your-server, questions#webhooks-do-not-arrive': 'webhook',
  'questions#why-is-there-no-waybill-yet':
    'nomor resi belum muncul | resi belum keluar padahal sudah order | order paid but no tracking number created | resi kosong padahal order sudah dibuat',
  'recipes#tracking-after-the-purchase, components/tracking': 'cara cek resi di halaman pelanggan',
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
    'ongkir beda dengan tagihan | price is different at checkout than what courier charged me | shipping price is different from what the courier charged me | ongkir beda sama yang di jne kenapa | harga ongkir beda sama di agen jne',
  'questions#no-delivery-option-is-shown':
    'ongkir tidak muncul | no rates showing | shipping options are empty | ongkir tidak muncul di checkout',
  'questions#when-the-courier-collects': 'jam pickup | cara minta kurir jemput paket',
  'questions#webhooks-do-not-arrive': "webhooks don't arrive | webhook tidak masuk | webhook ga masuk",
  'questions#who-pays-the-cod-fee': 'who pays the cod fee | biaya cod siapa yang bayar',
  'questions#cod-is-not-offered':
    'cod tidak muncul | why is COD disabled | cod tidak bisa dipilih | cod tidak muncul padahal kurirnya bisa',
  'questions#voucher-codes-for-delivery': 'voucher ongkir',
  'questions#a-courier-of-the-shops-own': 'kurir toko sendiri | customer wants to pick up at the store himself',
  'questions#gojek-and-grab-are-missing': 'gojek tidak muncul | gosend ga ada pilihannya padahal satu kota',
  'questions#delivery-abroad':
    'kirim ke luar negeri | international shipping | does it support shipping outside indonesia',
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
    'status lacak tidak berubah | customer’s order stuck at picking up driver | tracking number not updating | status paket ga update2 dari kemaren | tracking stuck on picked up but parcel already delivered',
  testing: 'how do I test my checkout',
  'questions#an-address-that-changes-after-the-payment':
    'ubah alamat setelah bayar | customer entered wrong address can i cancel the pickup',
  'go-live': 'go live production key | cara ganti token sandbox ke production',
  'questions#tax-on-the-delivery': 'pajak ppn ongkir | ongkir kena ppn ga, di invoice ditulisnya gimana',
  'questions#fragile-goods-liquids-and-batteries': 'barang pecah belah | fragile goods',
  performance: 'bundle size',
  'questions#magento-prestashop-and-other-systems': 'magento | bisa dipasang di elementor atau wix?',
  'questions#in-a-frame': 'iframe',
  'courier-rules': 'biaya packing | hide courier | cara matikan kurir tertentu | can i hide a courier',
  'cash-on-delivery#returned-parcels': 'return parcel',
  'questions#the-payment-fails-or-comes-late': 'gagal bayar tapi sudah kirim',
  'questions#how-heavy-a-parcel-may-be': 'batas berat paket | a product of 60kg is too heavy',
  'questions#cancel-an-order': 'cancel order api | customer cancelled after label was printed what now',
  'questions#what-it-costs':
    'berapa harga ship-elements | how much does it cost | biaya pakai ini berapa per bulan | biaya langganan',
  'questions#nuxt-remix-and-other-frameworks': 'nuxt ssr hydration',
  'questions#window-is-not-defined': 'next.js window is not defined | ReferenceError: HTMLElement is not defined',
  'questions#laravel-and-other-php': 'can i use this with php without node | contoh kode php untuk cek ongkir',
  forms: 'send the chosen shipping price with my form',
  events: 'vue event when customer picks a courier | event apa yang dipanggil kalau pembeli ganti kurir',
  'questions#nothing-is-shown-at-all': 'nothing shows up on the page | element renders blank, no error in console',
  'cash-on-delivery#the-fee': 'biaya cod berapa persen',
  'questions#error-401': 'error 401 unauthorised',
  'questions#it-keeps-loading': 'loading terus tidak selesai | shipping options spinning forever',
  'questions#the-button-to-pay-cannot-be-clicked': 'tombol bayar tidak bisa diklik',
  'questions#no-courier-delivers-there':
    'checkout says no couriers available for this address | rates empty for one city | no rates for some areas but jne website shows price',
  'questions#the-map-is-grey': 'map is blank grey no pin | map pin always goes to the wrong city',
  'news#news-for-your-server': 'how to verify webhook signature in node',
  'start#with-a-script-tag': 'pakai cdn tanpa npm bisa ga',
  'questions#try-it-without-an-account': 'test pakai data palsu tanpa api key | cara tes tanpa bayar ongkir beneran',
  'cash-on-delivery#in-the-page': 'cara aktifkan cod',
  'questions#nothing-can-be-tapped-on-a-phone': 'tombol pilih pengiriman ga bisa diklik di hp iphone',
  'questions#the-senders-address': 'where do i change the pickup address of my warehouse',
  'questions#woocommerce-shows-no-delivery': 'woo checkout says there are no shipping options for this address',
  'questions#couriers-by-day-or-hour': 'can i hide same day couriers on sundays',
  'questions#when-the-money-of-cod-arrives':
    'kapan uang cod cair ke rekening | dana cod cair berapa hari, ada rekapnya buat pembukuan ga',
  'questions#cod-in-some-places-only': 'cara matikan cod untuk luar jawa',
  'questions#the-price-is-0': 'ongkirnya 0 rupiah kenapa ya | ongkir 0 rupiah terus',
  'questions#another-language-or-other-words': 'bisa ganti teks tombol ke bahasa inggris?',
  'questions#delivery-is-too-expensive': 'ongkir kemahalan padahal barang ringan',
  'questions#the-balance-is-empty': 'saldo habis order gagal terus | saldo tidak cukup pas bikin order',
  'questions#a-parcel-is-lost-or-damaged': 'paket hilang lapor kemana | kalau paket hilang klaimnya kemana?',
  'questions#which-couriers-there-are': 'kurir apa saja yang didukung',
  'price#what-the-service-charges-you': 'what does the service charge me',
  versions: 'which versions of node are supported',
  nuxt: 'nuxt',
  'orders#the-receipt': 'order number on the thank you page | cetak bukti pesanan',
  'forms#without-javascript': 'does it sell without javascript | tanpa javascript bisa beli?',
  'personal-data#what-is-kept': 'what customers’ data is stored',
  'before-checkout#one-address-once': 'remember the district for the next visit',
  'run-the-gateway, questions#redis-mysql-and-mongodb': 'postgres or mysql',
  'forms#a-form-that-was-refused': 'nomor hp ditolak',
  'coming-from, coming-from#from-rajaongkir, coming-from#in-which-order':
    'pindah dari rajaongkir apa aja yang perlu diganti',
  'cash-on-delivery, cash-on-delivery#in-the-page': 'cod',
  'parcels#volumetric-weight, price#weight-and-size': 'berat volume',
  'theming, theming#what-each-token-changes, reference#styling, recipes#brand-colours': 'css variables',
  'frameworks#types, frameworks/react-19#good-to-know, frameworks/react-18#good-to-know':
    "Property does not exist on type 'JSX.IntrinsicElements'",
  'questions#the-licence, questions#what-it-costs': 'license | apakah boleh dipakai untuk proyek klien yg komersial',
  'components/tracking, news#where-a-parcel-is, recipes#tracking-after-the-purchase': 'lacak resi',
  'coming-from#from-rajaongkir, coming-from, recipes#kecamatan-to-area-id':
    'how to convert rajaongkir city_id to the area ids here',
  'questions#a-server-of-your-own': 'apakah harus punya server sendiri?',
  'recipes#only-two-couriers, courier-rules#types, courier-rules, reference#attributes':
    'bisa ga yg ditampilkan kurir jnt aja',
  'components/area-search, start#ask-for-the-district, recipes#kecamatan-to-area-id': 'pilih kecamatan',
  'questions#no-delivery-option-is-shown, questions#woocommerce-shows-no-delivery, questions#nothing-is-shown-at-all':
    'ongkir ga muncul di halaman checkout',
  'testing, testing#in-playwright, testing#in-your-own-tests, sandbox, questions#try-it-without-an-account':
    'can I run end to end tests without creating real shipments?',
  'questions#a-critical-error-in-wordpress':
    'habis update plugin muncul "ada eror serius pada situs web anda" | PHP Fatal error: Uncaught Error: Class not found',
  'questions#is-the-api-key-safe, client#the-key, questions#a-server-of-your-own, start#how-the-parts-fit':
    'can i skip the gateway and call the api directly from the browser?',
  'questions#error-401, errors#what-does-not-match': '401 unauthorized from gateway',
  'woocommerce, woocommerce#set-it-up': 'gimana cara pasang di woocommerce tanpa coding | plugin woocomerce',
  'components/courier-picker, components/courier-picker#import, components/courier-picker#with-a-rate-comparison, frameworks/html, start#with-a-script-tag':
    'how do i add the courier picker to a plain html page',
  'theming, tailwind#light-and-dark, reference#styling, theming#what-each-token-changes, theming#five-presets':
    'dark mode',
  'questions#try-it-without-an-account, testing, sandbox#run-it, sandbox, production#try-it-without-an-account, go-live#which-service':
    'sandbox key',
  'frameworks/next, deploy/next, questions#window-is-not-defined, frameworks/next#good-to-know': 'nextjs ssr',
  'personal-data, personal-data#what-is-kept, personal-data#erase-by-itself':
    'data alamat pembeli disimpan dimana dan berapa lama?',
  'theming, theming#what-each-token-changes, recipes#brand-colours':
    'bagaimana cara ganti warna tombol sesuai brand toko',
  'questions#a-double-click, questions#can-a-parcel-be-ordered-twice, orders, orders#what-the-gateway-keeps, components/order-button#one-order-however-often-it-is-clicked':
    'two orders created when customer double clicks',
  'questions#the-name-has-already-been-used':
    "Failed to execute 'define' on 'CustomElementRegistry': the name has already been used",
  'questions#error-500-or-502, run-the-gateway#is-it-running': '502 bad gateway nginx after deploying gateway',
  'components/checkout, components/rate-comparison, before-checkout, components/promise, questions#shipping-cost-on-the-products-page, start, start#a-page-and-a-server, before-checkout#on-the-page-of-a-product':
    'cek ongkir',
  'questions#the-delivery-costs-other-than-the-bill-of-the-service, price#from-the-screen-to-the-bill, woocommerce#when-the-service-charges-more-later':
    'who is liable if the displayed shipping price is lower than what the courier charges',
  'news#news-for-your-server, recipes#tracking-after-the-purchase': 'webhook signature',
  'questions#insurance-for-every-parcel, price#insurance-and-cash-on-delivery': 'asuransi paket',
  'errors#what-does-not-match, errors#reasons-of-the-gateway, errors, gateway-options#options': '429 too many requests',
  'theming, reference#styling, theming#what-each-token-changes, recipes#brand-colours': 'appearance api',
  'questions#the-key-is-refused, errors#what-does-not-match': 'api key invalid padahal udah bener copy paste',
  'errors#what-does-not-match, errors#reasons-of-the-gateway': '403 origin not allowed',
  'questions#it-looks-broken, accessibility#what-the-widget-does': 'tulisan kepotong di hp',
  'questions#is-the-api-key-safe, security, client#the-key, start#how-the-parts-fit':
    'does the browser ever see my secret key',
  'questions#labels-and-returns, limits#not-built': 'cetak label',
  'security, security#the-policy, questions#nothing-is-shown-at-all':
    'Refused to load the script because it violates the following Content Security Policy directive',
  'personal-data#uu-pdp-right-by-right, personal-data':
    'siapa pengendali data pribadi menurut UU PDP, toko atau aggregatornya',
  'recipes#free-shipping-over-an-amount, courier-rules#free-and-subsidised-delivery, questions#free-or-subsidised-delivery, woocommerce#free-and-subsidised-delivery, before-checkout#free-delivery-in-your-own-page':
    'gratis ongkir',
  'medusa#set-up-once, medusa': 'medusa fulfillment provider not showing in admin',
  'cash-on-delivery, cash-on-delivery#in-the-page, pay-then-ship#cash-on-delivery, woocommerce#cash-on-delivery':
    'bayar ditempat',
  'theming, theming#what-each-token-changes': 'theming',
  'orders#your-reference, orders#what-the-gateway-keeps, orders, errors#when-the-outcome-is-unknown, client#an-order-is-made-once':
    'idempotency key',
  'questions#parcels-from-several-warehouses, recipes#several-warehouses, parcels#several-parcels, parcels#who-splits':
    'multi gudang',
  'questions#the-service-is-down, recipes#the-service-is-down, run-the-gateway#when-something-is-down':
    'kalau api ekspedisinya down pembeli masih bisa checkout?',
  'questions#another-api-key':
    'can my client use his own api key after i hand over the project? | how do I rotate the api key without downtime',
  'questions#publishable-key-and-client-secret, tokens, tokens#the-six-tokens':
    'whats the equivalent of publishable key and client secret like in stripe',
  'questions#the-button-to-pay-cannot-be-clicked, orders#meanwhile, orders#what-a-click-does':
    'tombol order diklik ga terjadi apa2',
  'questions#try-it-without-an-account, testing, sandbox, production#try-it-without-an-account': 'mode uji coba',
  'questions#parcels-from-several-warehouses, parcels#several-parcels, parcels#who-splits, recipes#several-warehouses':
    'bisa kirim dari 2 gudang beda kota dalam 1 pesanan?',
  'questions#the-delivery-is-counted-twice, recipes#price-in-my-total': 'ongkir kehitung dobel di keranjang',
  shopify: 'toko saya di shopify bisa pakai ini ga',
  'accessibility, accessibility#what-the-widget-does': 'is the courier picker usable with keyboard and screen reader?',
  'gateway-options#options, sandbox#rate-limits, errors#what-does-not-match, questions#is-each-price-charged':
    'rate limit',
  'frameworks#react-components, frameworks/react-19, frameworks/react-18':
    'is there a react wrapper or do i use the custom element directly',
  'cash-on-delivery#the-fee, questions#who-pays-the-cod-fee': 'how is the cod fee calculated and who pays it',
  'components/area-search, components/area-search#postal-code-and-area, price#the-district, components/area-search#what-is-asked':
    'kode pos',
  'components/promise, before-checkout, before-checkout#on-the-page-of-a-product, questions#shipping-cost-on-the-products-page':
    'gimana nampilin estimasi sampai di halaman produk',
  'deploy/docker, run-the-gateway#is-it-running': 'container docker restart terus',
  'questions#laravel-and-other-php, whole-shops#the-same-in-php, frameworks/form-php': 'laravel',
  'pay-then-ship#money-back, questions#a-refund, orders#the-money-of-a-cancellation': 'refund',
  'gateway#who-attacks-what, recipes#price-in-my-total, tokens, price#from-the-screen-to-the-bill, pay-then-ship, forms':
    'can a buyer change the shipping price in devtools?',
  'questions#what-it-costs, price#what-the-service-charges-you, go-live#which-service':
    'what does it cost per month to run this for a small shop',
  'sandbox, testing, questions#try-it-without-an-account': 'mock server',
  'errors#what-does-not-match, errors, errors#the-pages-console': 'TypeError: Failed to fetch',
  'testing#in-playwright, testing#in-your-own-tests': 'playwright cant click button inside shadow root',
  'theming, theming#what-each-token-changes, reference#styling': 'fonts inside component dont match my site',
  'questions#the-address-is-refused, forms#a-form-that-was-refused, components/area-search#postal-code-and-area, components/area-search#in-a-form':
    'alamat tidak valid padahal kode posnya bener',
  'frameworks#types, client#fields, api': 'how do i get typescript types for the rate response',
  'questions#cancel-an-order, components/order-button, pay-then-ship#money-back': 'batalin pesanan',
  'theming#parts-and-states, reference#styling': '::part shadow dom',
  'events, frameworks#properties-and-events': 'custom events',
  'words, words#another-language, questions#another-language-or-other-words': 'ganti bahasa',
  'run-the-gateway#when-something-is-down, questions#the-service-is-down, errors#what-does-not-match, questions#error-500-or-502':
    'gateway ETIMEDOUT calling api',
  'reference#courier-codes': 'jnt cargo',
  'questions#prices-in-round-thousands, courier-rules#types': 'bisa ga ongkirnya dibuletin ke ribuan',
  'deploy/workers, deploy/vercel, run-the-gateway#deploy': 'can i deploy the gateway on cloudflare workers or vercel',
  'production, pay-then-ship, pay-then-ship#the-steps, recipes#payment-elsewhere-and-a-webhook, production#the-dashboards, pay-then-ship#when-the-shopper-pays-elsewhere':
    'cara sambungin midtrans sama checkoutnya gimana',
  'news#news-for-your-server, errors#what-does-not-match, questions#webhooks-do-not-arrive':
    'webhook signature verification failed',
  'questions#a-report-of-the-deliveries, woocommerce#when-the-service-charges-more-later': 'laporan pengiriman',
  'questions#try-it-without-an-account, testing, testing#play-each-failure': 'gimana cara tes cod tanpa order beneran',
  'questions#prices-come-late': 'rates take 8 seconds to load',
  'questions#it-looks-broken, questions#nothing-can-be-tapped-on-a-phone, limits#not-tried':
    'tampilan berantakan di safari iphone',
  'parcels#several-parcels, components/parcels, parcels': 'multiple parcels',
  'questions#gojek-and-grab-are-missing, recipes#a-map-pin, reference#courier-codes': 'kurir instan',
  'courier-rules, courier-rules#types, courier-rules#free-and-subsidised-delivery, courier-rules#fields, gateway-options#your-own-rates':
    'how to add a handling fee on top of courier rates',
  'questions#cancel-an-order, questions#can-a-parcel-be-ordered-twice, pay-then-ship#money-back':
    'order kebikin 2x gmn batalinnya',
  'questions#error-500-or-502, run-the-gateway#when-something-is-down, run-the-gateway#how-much-it-carries, performance#when-one-process-is-not-enough':
    'eror 500 waktu toko lagi rame',
  vendure: 'vendure',
  'run-the-gateway#as-a-process-of-its-own, deploy/docker, run-the-gateway#is-it-running': 'health check',
  'coming-from#from-rajaongkir, coming-from': 'apa bedanya sama rajaongkir',
  'questions#labels-and-returns, cash-on-delivery#returned-parcels, orders#send-again-from-the-admin-page':
    'retur barang',
  'components/area-search#what-is-asked': 'pencarian kecamatan lemot bgt',
  'questions#the-tracking-stays-the-same, questions#why-is-there-no-waybill-yet': 'nomor resi tdk bisa dilacak',
  'pay-then-ship#when-the-shopper-pays-elsewhere, questions#the-payment-fails-or-comes-late, production#what-happens-to-an-order':
    'what happens to the order if customer closes the tab before paying',
  'questions#a-dropdown-instead-of-radio-buttons': 'dropdown instead of radios | pilih kurir pakai dropdown',
  'questions#redis-mysql-and-mongodb': 'redis',
  'questions#arm-windows-and-macs': 'raspberry pi arm64 | bisa jalan di windows ga',
  'questions#nobody-is-at-home': 'customer not at home | penerima tidak ada di rumah',
  'questions#guest-checkout': 'guest checkout',
  'questions#a-part-now-the-rest-later': 'partial shipments',
};

describe('the search of the site', () => {
  let index: Awaited<ReturnType<typeof searchIndexOf>>;
  before(async () => {
    index = await searchIndexOf(fileURLToPath(new URL('../..', import.meta.url)));
  });
  const addressOf = ({ id }: { id: string }) => id.replace('.html', '');

  it('has the answer among the first three places for 97 of 100 questions, in either language', () => {
    const all = Object.entries(asked).flatMap(([answers, queries]) =>
      queries.split(' | ').map((query) => ({ answers: answers.split(', '), query })),
    );
    const missed = all.filter(({ answers, query }) => {
      const found = findPlaces(index, query).places.slice(0, 3);
      return !found.some(({ twins }) => answers.includes(twins.replace('docs/', '')));
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

  it('has questions of parts that there are', () => {
    const known = new Set(Object.values(index.toJSON().documentIds).map((id) => addressOf({ id: String(id) })));
    expect([...questionsOf.keys()].filter((address) => !known.has(address))).to.deep.equal([]);
  });
});
