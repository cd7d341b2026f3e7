import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { renderMarkdown } from '../../demo/site/markdown.ts';
import { searchIndexOf } from '../../demo/site/plugin.ts';
import { createSearchFile, questionsOf } from '../../demo/site/search-index.ts';
import { findPlaces } from '../../demo/site/search-options.ts';
import { termFor } from '../../demo/site/search-terms.ts';

/**
 * Questions as they are typed, by the places in the English docs that answer them: each of them is enough. Five hundred are of people
 * who had not seen the docs.
 */
const asked: Record<string, string> = {
  'deploy/docker#user-secrets-kubernetes-and-sandbox':
    'state after pod restart, need a volume or redis? | sandbox container beside the gateway | contoh manifest kubernetes | run the container as non root',
  'deploy/workers#secrets': 'wrangler secret api key',
  'frameworks/form-php#on-a-real-server': 'php-fpm environment variables | fpm | unable to open database file',
  'frameworks/form-php#on-a-real-server, run-the-gateway#restore-from-a-backup': 'EACCES | permission denied',
  'production#systemd': 'change the port',
  'vendure#staff': 'vendure fulfillment handler create order after payment settled',
  'components/promise#attributes-properties-events': 'promise product page hide until area known',
  'price#insurance-and-cash-on-delivery': 'insurance rounding rupiah',
  'components/courier-picker#with-a-rate-comparison, accessibility#what-the-widget-does':
    'keyboard navigation courier picker arrow keys',
  'questions#paid-and-not-booked, questions#why-is-there-no-waybill-yet, woocommerce#what-happens-to-an-order':
    'order stuck on processing no awb',
  'questions#prices-come-late, questions#which-side-is-slow, woocommerce#what-shoppers-see':
    'rates too slow checkout cache',
  'questions#a-refund, woocommerce#what-happens-to-an-order': 'partial refund shipping cost',
  'orders#your-reference': 'idempotency key format',
  'questions#subscriptions-and-pre-orders, components/promise': 'pre order estimasi sampai di halaman produk',
  'woocommerce#to-go-live': 'ganti sandbox ke live di woocommerce',
  'questions#can-a-parcel-be-ordered-twice, questions#there-are-two-orders-all-the-same': 'order dobel gara2 timeout',
  'courier-rules#free-and-subsidised-delivery, questions#free-or-subsidised-delivery': 'free shipping per seller',
  'testing#in-playwright, questions#cypress-selenium-and-other-tests': 'sandbox in ci github actions',
  'run-the-gateway': 'graceful shutdown pending order',
  'components/tracking#the-token': 'cek resi di halaman pesanan',
  'questions#a-note-for-the-courier': 'kartu ucapan dari pembeli',
  'questions#an-event-does-not-fire': 'listener fires twice',
  'frameworks/svelte#good-to-know': 'bind:value on courier picker',
  'components/checkout': 'isi keranjang dikirim ke checkout gimana',
  'arrival#in-which-time-zone': 'zona waktu server wib atau utc',
  'orders#what-the-gateway-keeps': 'exactly once in postgres',
  'questions#paid-and-not-booked': 'cek pesanan yang gagal kirim',
  'questions#we-are-checking-your-payment': 'checking your payment | pembayaran sedang diperiksa',
  'questions#how-long-does-it-take': 'berapa lama sampai toko jalan | how long does the setup take',
  'theming#parts-and-states':
    'does a css reset remove the focus ring | token or part, which one do i take | gaya switch asuransi dan cod dibedakan',
  'components/courier-picker#with-a-rate-comparison, frameworks/vue#good-to-know': 'v-model courier picker',
  'components/area-search#what-is-asked, questions#the-district-is-not-found': 'area search returns wrong kelurahan',
  'pay-then-ship': 'pay with midtrans then create shipment',
  'cash-on-delivery#limits': 'kurir mana saja yang bisa cod',
  'questions#a-waybill-of-another-shop, components/tracking': 'lacak paket pakai nomor resi',
  'questions#a-product-without-a-weight': 'product weight missing default weight | berat produk kosong gimana',
  'deploy/vercel#secrets-and-deployment': 'where to put api key vercel env',
  'start, before-checkout, price': 'ongkir | shipping cost',
  'recipes#free-shipping-over-an-amount, courier-rules#free-and-subsidised-delivery, woocommerce#free-and-subsidised-delivery, questions#free-or-subsidised-delivery':
    'gratis ongkir | free shipping | free shipping over amount | ongkos kirim gratis | free shipping minimum | subsidi ongkir',
  'components/tracking':
    'lacak | cek resi | tracking | tracking page for customers | halaman cek status paket buat pelanggan | halaman lacak resi',
  'recipes#several-warehouses':
    'gudang | warehouse | multi warehouse | multi gudang | alamat asal pengiriman lebih dari satu | bisa kirim dari dua gudang nggak',
  'parcels#volumetric-weight, parcels, price#weight-and-size': 'dimensi',
  'parcels#volumetric-weight':
    'volumetric | berat volumetrik dihitung gimana, panjang x lebar x tinggi dibagi 6000? | volume weight | berat volumetrik',
  parcels: 'dimensions | weight in gram or kg',
  'deploy/docker, deploy/docker#user-secrets-kubernetes-and-sandbox':
    'docker | kubernetes | deploy server ke vps pakai docker | docker compose | gateway docker | read only filesystem non root container | helm chart available? | secret di kubernetes jangan di env gimana',
  'run-the-gateway#deploy': 'deploy',
  'recipes#ga4-add_shipping_info': 'analytics | google analytics add_shipping_info',
  'reference#attributes, questions#logos-of-the-couriers': 'logo',
  'cash-on-delivery':
    'cod tapi barang digabung sama yang dibayar transfer | half cod half bank transfer | bayar di tempat | cod',
  'questions#insurance-for-every-parcel':
    'are live plants insured | asuransi wajib utk barang mahal | insurance on by default for expensive items | asuransi wajib di atas harga tertentu | insure only orders above 2 million | asuransi | asuransi wajib | nilai pertanggungan maksimal asuransi | kerajinan pecah belah nilai asuransi isi berapa | asuransi wajib atau opsional',
  'components/area-search': 'kecamatan',
  production:
    'midtrans | toko di vps sendiri | contoh lengkap untuk produksi | production example with nginx and systemd | whole example with payment | production | vps | produksi',
  'production, questions#a-server-of-your-own': 'server sendiri',
  'coming-from': 'rajaongkir | raja ongkir | migrasi',
  tailwind: 'tailwind',
  'whole-shops#the-same-in-php, frameworks/form-php, questions#laravel-and-other-php': 'php',
  theming: 'dark mode | change button color to match my theme',
  'orders#send-again-from-the-admin-page': 'kirim ulang',
  security: 'csp | validasi input alamat cegah xss | customer changed the price in devtools',
  'pay-then-ship#money-back': 'refund | pengembalian dana',
  errors: 'error | 401 unauthorized | failed to fetch | kode error api',
  'errors#what-does-not-match':
    "cors | 429 too many requests | blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present | origin not allowed",
  'frameworks/react-19': 'react',
  'frameworks/next': 'nextjs',
  woocommerce: 'wordpress | woocomerce pluggin',
  'recipes#a-map-pin':
    'google maps | gojek tidak muncul | gosend ga ada pilihannya padahal satu kota | gosend grab instant',
  price: 'price | how is the price calculated',
  'components/rate-comparison, arrival': 'etd',
  'components/rate-comparison': 'insurance',
  arrival: 'estimasi tiba | delivery date | dates instead of days | hari libur',
  'arrival#closed-for-lebaran': 'holidays | lebaran | libur lebaran | toko libur lebaran stop terima pickup',
  'reference#courier-codes, questions#which-couriers-there-are': 'daftar kurir',
  'limits, limits#at-the-warehouse': 'cetak label',
  'many-shops': 'marketplace | can i use one install for three clients with different api keys | banyak toko',
  words: 'translate | tanggal format bahasa indonesia inggris ganti bahasa',
  accessibility: 'wcag 2.2 audit report | aksesibilitas | accesibility',
  'components/order-button': 'order button | cancel my order after shipping',
  tokens: 'token',
  'recipes#tracking-after-the-purchase, news#news-for-your-server, questions#webhooks-do-not-arrive': 'webhook',
  'questions#why-is-there-no-waybill-yet':
    'nomor resi belum muncul | resi belum keluar padahal sudah order | order paid but no tracking number created | resi kosong padahal order sudah dibuat | nomor resi belum keluar padahal sudah order kurir | order sudah dibayar tapi resi belum keluar | resi kosong terus',
  'recipes#tracking-after-the-purchase, components/tracking': 'cara cek resi di halaman pelanggan',
  'parcels#several-parcels': 'several parcels | meja dikirim 3 koli satu pesanan',
  changes: 'changelog | semver',
  api: 'api reference',
  'api#openapi': 'openapi',
  'before-checkout':
    'estimated arrival date on product page | cek ongkir di halaman produk | shipping cost on product page',
  'questions#instalments': 'cicilan | paylater',
  'arrival#dropshipping-with-two-days-to-prepare': 'dropship',
  'questions#dokan-and-other-shops-with-many-sellers': 'dokan | multivendor | multi seller cart different origin',
  'questions#the-district-is-not-found':
    'kecamatan tidak ditemukan | alamat kecamatan saya tidak ketemu | kecamatan tidak ada di daftar | kecamtan not found | cache daftar kecamatan kelurahan',
  'questions#the-delivery-costs-other-than-the-bill-of-the-service':
    'ongkir beda dengan tagihan | price is different at checkout than what courier charged me | shipping price is different from what the courier charged me | ongkir beda sama yang di jne kenapa | harga ongkir beda sama di agen jne | rates different from what courier counter charges | kenapa ongkirnya beda sama di website jne?',
  'questions#no-delivery-option-is-shown':
    'ongkir tidak muncul | no rates showing | shipping options are empty | ongkir tidak muncul di checkout | postal code required error but i filled it',
  'questions#when-the-courier-collects':
    'pickup vs drop off setting | jam pickup | cara minta kurir jemput paket | jam pickup kurir | kurir ga jemput2 paket harus gmn | delivery time slot choose by customer | seller daily courier pickup grouping',
  'questions#webhooks-do-not-arrive':
    "webhook signature secret | cara cek webhook tracking masuk atau tidak | how do i know webhooks are coming in | webhooks don't arrive | webhook tidak masuk | webhook ga masuk | webhook ga masuk masuk | webhook tidak masuk sama sekali | webhook diblokir wordfence 403 | reconciliation job missed webhooks | webhook status pengiriman",
  'cash-on-delivery#the-fee':
    'cod biaya berapa persen | who pays the cod fee | biaya cod siapa yang bayar | biaya cod berapa persen | how is the cod fee calculated and who pays it | ada biaya tambahan cod ga, siapa yang nanggung | cod fee',
  'questions#cod-is-not-offered':
    'cod tidak muncul | why is COD disabled | cod tidak bisa dipilih | cod tidak muncul padahal kurirnya bisa',
  'questions#voucher-codes-for-delivery': 'voucher ongkir | kampanye voucher ongkir tidak kepotong di total',
  'questions#a-courier-of-the-shops-own':
    'kurir toko sendiri | customer wants to pick up at the store himself | can customers pick up at the shop instead of shipping | kurir lokal',
  'questions#delivery-abroad':
    'kirim ke luar negeri | international shipping | does it support shipping outside indonesia | bisa gak kirim ke luar negeri, misal malaysia | can it do international shiping',
  'questions#whatsapp-messages': 'kirim link lacak lewat whatsapp | notifikasi whatsapp',
  'questions#labels': 'cetak label massal | no hp pembeli ga tampil di label | bukti serah terima manifest kurir',
  'questions#returns':
    'barang retur dari pembeli bikin resi balik | paket retur dikembalikan ke pengirim | retur barang | gimana kalau paket diretur | paket diretur karena alamat salah gimana | retur barang dari pembeli siapa yg bayar | tukar ukuran kirim ulang ongkir siapa | return request time window policy | paket retur nyampe gudang, stok balikin gimana',
  'personal-data#erase-one-order': 'hapus data pelanggan',
  'questions#flutter-and-other-apps': 'flutter | react native app | bisa dipakai di flutter webview ga',
  'questions#is-the-api-key-safe': 'is my api key safe | where do i put the api key',
  'questions#can-a-parcel-be-ordered-twice':
    'order dobel kalau tombol diklik 2 kali | duplicate order twice | two orders created | got the same order booked twice | customer was charged twice for one shipment | exactly once guarantee crash between charge and order',
  'price#what-the-service-charges-you': 'is every rate request charged | what does the service charge me',
  'questions#the-tracking-stays-the-same':
    'status lacak tidak berubah | customer’s order stuck at picking up driver | tracking number not updating | status paket ga update2 dari kemaren | tracking stuck on picked up but parcel already delivered | tracking stuck on "picked up" for 4 days | resi jnt tidak update | status pengiriman nyangkut di "pickup" terus, gak update | tracking status berhenti di "picked up" terus | driver ga ketemu pesanan instan batal sendiri terus gimana',
  testing: 'how do I test my checkout',
  'testing#a-cod-order': 'test cod order in sandbox | tes order cod di sandbox',
  'woocommerce#several-packages': 'two warehouses woocommerce',
  'questions#the-status-of-the-order-does-not-follow-the-parcel': 'webhok status pengiriman ke pesanan woo',
  'questions#an-address-weight-or-cod-amount-that-changes-after-the-payment':
    'nominal cod salah di label | wrong box size entered | ubah alamat setelah bayar | customer entered wrong address can i cancel the pickup | alamat sudah salah tapi kurir sudah dipesan, bisa diubah gak | ganti kurir sebelum dipickup',
  'go-live': 'go live production key | cara ganti token sandbox ke production',
  'questions#tax-on-the-delivery': 'pajak ppn ongkir | ongkir kena ppn ga, di invoice ditulisnya gimana | ppn ongkir',
  'questions#fragile-goods-liquids-and-batteries':
    'barang pecah belah | fragile goods | biaya tambahan es gel dan box stereofoam | add wooden crate packing fee',
  performance: 'bundle size',
  'questions#magento-prestashop-and-other-systems':
    'elementor script tag embed | magento | bisa dipasang di elementor atau wix? | bisa dipasang di wix atau webflow? | bsa pake di blogger ga | do you support opencart or prestashop or magneto | pake storyblok / headless cms buat data produk | medusa or vendure which one for small shop',
  'questions#in-a-frame': 'iframe',
  'courier-rules': 'biaya packing | hide courier | cara matikan kurir tertentu | can i hide a courier',
  'cash-on-delivery#returned-parcels': 'return parcel',
  'pay-then-ship#when-the-shopper-pays-elsewhere':
    'invoice xendit expired ongkir berubah | midtrans snap popup then create order | midtrans expire pending qris order cancel | gagal bayar tapi sudah kirim | midtrans pending dihitung lunas ga',
  'questions#how-heavy-a-parcel-may-be':
    'batas berat paket | a product of 60kg is too heavy | minimal berat kargo 10kg gimana tampilnya',
  'questions#cancel-an-order':
    'cancel order api | customer cancelled after label was printed what now | batal pesanan kurir | batalin order | batalin order kurir | cancel shipment after pick-up | saldo balik ga kalau order dibatalkan',
  'questions#what-it-costs-and-the-licence':
    'biaya gateway di cloudflare gratis ga | berapa harga ship-elements | how much does it cost | biaya pakai ini berapa per bulan | biaya langganan | biaya berlangganan | is it free or do i have to pay per shipment | berapa biayanya, apa benar gratis? | license | apakah boleh dipakai untuk proyek klien yg komersial | licence commercial use | lisensi nya apa, boleh dipakai buat klien komersial? | lisensi | can I use this commercially under the license or do I have to publish my code',
  'questions#nuxt-remix-and-other-frameworks': 'nuxt ssr hydration',
  'questions#window-is-not-defined':
    'next.js window is not defined | ReferenceError: HTMLElement is not defined | ReferenceError: HTMLElement is not defined saat build ssr | sveltekit ssr customelements is not defined',
  'questions#laravel-and-other-php':
    'csrf token laravel post ke gateway | 419 page expired laravel | can i use this with php without node | contoh kode php untuk cek ongkir | apakah klien PHP-nya jalan di php 7.4 | buat order ongkir setelah midtrans sukses dari laravel | env is empty after artisan config:cache',
  forms: 'send the chosen shipping price with my form',
  events:
    'vue event when customer picks a courier | event apa yang dipanggil kalau pembeli ganti kurir | event names list | event apa yang dikirim waktu kurir dipilih',
  'questions#nothing-is-shown-at-all':
    'nothing shows up on the page | element renders blank, no error in console | komponen ga muncul sama sekali di halaman | failed to resolve module specifier lit | uncaught typeerror import pakai script biasa kok error',
  'questions#error-401': 'error 401 unauthorised',
  'questions#it-keeps-loading':
    'loading terus tidak selesai | shipping options spinning forever | halaman checkout loading terus pas pilih kecamatan | widget nampilin hitung mundur coba lagi',
  'questions#the-button-to-pay-cannot-be-clicked': 'tombol bayar tidak bisa diklik | order button stays disabled why',
  'questions#no-courier-delivers-there':
    'no couriers shown for postcode | checkout says no couriers available for this address | rates empty for one city | no rates for some areas but jne website shows price | rates are empty but no error in console | kirim ke papua bisa tidak | tampilan kalau tidak ada kurir | pesan kosong bisa dikustom?',
  'questions#the-map-is-grey': 'map is blank grey no pin | map pin always goes to the wrong city',
  'news#news-for-your-server':
    "webhook signature express | recieve alert when order fails | notif kalau order kurir gagal | how to verify webhook signature in node | webhook arrives twice, duplicate status mails to customers | webhook signiture | webhook received twice, duplicate tracking events | verify the signature of the gateway's news in php",
  'start#with-a-script-tag':
    'pakai cdn tanpa npm bisa ga | do the components work without a bundler, just a script tag from cdn? | cara pakai lewat cdn tanpa npm | is there a cdn link | cdn self host assets',
  'questions#a-demo-and-trying-it-without-an-account':
    'test pakai data palsu tanpa api key | cara tes tanpa bayar ongkir beneran | cara tes tanpa potong saldo | order ini dari sandbox atau asli | berapa lama pasang sampai bisa jualan | is there a demo i can show my client before he signs up',
  'cash-on-delivery#in-the-page':
    'aktifkan cod di checkout | cara aktifkan cod | switch cod asuransi cara set default nyala',
  'questions#nothing-can-be-tapped-on-a-phone': 'tombol pilih pengiriman ga bisa diklik di hp iphone',
  'questions#the-senders-address':
    'where do i change the pickup address of my warehouse | asal pengiriman | alamat asal | kode pos atau area id buat asal pengiriman',
  'questions#woocommerce-shows-no-delivery':
    'woo checkout says there are no shipping options for this address | no shipping options were found for this address woocommerce',
  'questions#what-can-be-set-by-what':
    'hide slow couriers | sembunyikan layanan yang lambat | can i hide same day couriers on sundays',
  'questions#when-the-money-of-cod-arrives':
    'kapan uang cod cair ke rekening | dana cod cair berapa hari, ada rekapnya buat pembukuan ga | uang COD cairnya kapan dan masuk ke mana? | pembagian dana cod ke tiap penjual',
  'questions#cod-in-some-places-only':
    'cara matikan cod untuk luar jawa | how do i offer cash on delivery only for orders under 1 juta',
  'questions#the-price-is-0':
    'ongkirnya 0 rupiah kenapa ya | ongkir 0 rupiah terus | shipping cost is 0 in the order confirmation email | total ongkir jadi Rp0 di keranjang | kok ongkirnya 0 rupiah ya',
  'questions#another-language-or-other-words': 'bisa ganti teks tombol ke bahasa inggris?',
  'questions#delivery-is-too-expensive-or-too-cheap':
    'berat produk kosong ongkir jadi berapa | ongkir kemahalan padahal barang ringan | ongkirnya kemahalan padahal barang cuma 200 gram | berat sofa belum diisi ongkirnya jadi murah banget',
  'questions#the-balance-is-empty':
    'saldo habis order gagal terus | saldo tidak cukup pas bikin order | saldo habis | dimana liat saldo aggregator, kalo habis ordernya gimana | saldo tidak cukup gagal buat order',
  'questions#a-parcel-is-lost-or-damaged':
    'refund kalau paket hilang | reship a lost parcel for free | two labels were swapped | label dua pembeli tertukar | paket hilang lapor kemana | kalau paket hilang klaimnya kemana? | kalau barang rusak atau hilang siapa yang tanggung jawab | who is liable when the courier loses the parcel | damaged item photo proof claim deadline',
  'questions#which-couriers-there-are': 'kurir apa saja yang didukung | kurir apa aja yg bisa',
  versions:
    'which versions of node are supported | sbom or list of npm packages | which dependencies does it bring | npm install eresolve peer dependency gimana | deprecation period',
  nuxt: 'nuxt',
  'orders#the-receipt': 'order number on the thank you page | cetak bukti pesanan',
  'forms#without-javascript': 'does it sell without javascript | tanpa javascript bisa beli?',
  'personal-data#what-is-kept':
    'idempotency key how long is it kept | what customers’ data is stored | cookies consent banner shows the component uses storage?',
  'before-checkout#one-address-once': 'remember the district for the next visit',
  'run-the-gateway, questions#redis-mysql-and-mongodb': 'postgres or mysql',
  'forms#a-form-that-was-refused, questions#a-phone-number-is-refused': 'nomor hp ditolak',
  'coming-from, coming-from#from-rajaongkir, coming-from#in-which-order':
    'pindah dari rajaongkir apa aja yang perlu diganti',
  'cash-on-delivery, cash-on-delivery#in-the-page': 'cod',
  'parcels#volumetric-weight, price#weight-and-size': 'berat volume',
  'theming, theming#what-each-token-changes, reference#styling, recipes#brand-colours': 'css variables',
  'frameworks#types, frameworks/react-19#good-to-know, frameworks/react-18#good-to-know':
    "Property does not exist on type 'JSX.IntrinsicElements' | Property 'ship-courier-picker' does not exist on type 'JSX.IntrinsicElements'",
  'components/tracking, news#where-a-parcel-is, recipes#tracking-after-the-purchase': 'lacak resi',
  'coming-from#from-rajaongkir, coming-from, recipes#kecamatan-to-area-id':
    'how to convert rajaongkir city_id to the area ids here',
  'questions#a-server-of-your-own':
    'do i need the gateway if i use woocommerce | apakah harus punya server sendiri? | do I need my own server or is normal wordpress hosting enough | path gateway harus satu domain sama toko?',
  'recipes#only-two-couriers, courier-rules#types, courier-rules, reference#attributes':
    'bisa ga yg ditampilkan kurir jnt aja | apakah bisa cuma tampilkan jne sama sicepat aja | bisa ga cuma tampilin JNE sama J&T aja',
  'components/area-search, start#ask-for-the-district, recipes#kecamatan-to-area-id': 'pilih kecamatan',
  'questions#no-delivery-option-is-shown, questions#woocommerce-shows-no-delivery, questions#nothing-is-shown-at-all':
    'ongkir ga muncul di halaman checkout',
  'testing, testing#in-playwright, testing#in-your-own-tests, sandbox, questions#a-demo-and-trying-it-without-an-account':
    'can I run end to end tests without creating real shipments?',
  'questions#a-critical-error-in-wordpress':
    'habis update plugin muncul "ada eror serius pada situs web anda" | PHP Fatal error: Uncaught Error: Class not found | plugin could not be activated because it triggered a fatal error | Fatal error: Uncaught Error class not found php plugin',
  'questions#is-the-api-key-safe, client#the-key, questions#a-server-of-your-own, start#how-the-parts-fit':
    'can i skip the gateway and call the api directly from the browser?',
  'questions#error-401, errors#what-does-not-match': '401 unauthorized from gateway',
  'woocommerce, woocommerce#set-it-up':
    'gimana cara pasang di woocommerce tanpa coding | plugin woocomerce | woocommerce install | gimana cara pasang di wordpress tanpa coding | woocomerce install | gimana cara pasang di wordpress kalau ga bisa coding? | cara pasang di woocommerce tanpa coding',
  'components/courier-picker, components/courier-picker#import, components/courier-picker#with-a-rate-comparison, frameworks/html, start#with-a-script-tag':
    'how do i add the courier picker to a plain html page',
  'theming, tailwind#light-and-dark, reference#styling, theming#what-each-token-changes, theming#five-presets':
    'dark mode',
  'questions#a-demo-and-trying-it-without-an-account, testing, sandbox#run-it, sandbox, production#try-it-without-an-account, go-live#which-service':
    'sandbox key',
  'frameworks/next, deploy/next, questions#window-is-not-defined, frameworks/next#good-to-know': 'nextjs ssr',
  'personal-data, personal-data#what-is-kept, personal-data#erase-by-itself':
    'data alamat pembeli disimpan dimana dan berapa lama?',
  'theming, theming#what-each-token-changes, recipes#brand-colours':
    'bagaimana cara ganti warna tombol sesuai brand toko | ganti warna tombol',
  'pay-then-ship#the-steps, questions#can-a-parcel-be-ordered-twice, orders, orders#what-the-gateway-keeps, components/order-button#one-order-however-often-it-is-clicked':
    'two orders created when customer double clicks',
  'questions#the-name-has-already-been-used':
    "Failed to execute 'define' on 'CustomElementRegistry': the name has already been used | kenapa muncul multiple versions of lit loaded",
  'questions#error-500-or-502, run-the-gateway#is-it-running':
    '502 bad gateway nginx after deploying gateway | 502 dari gateway setelah deploy',
  'components/checkout, components/rate-comparison, before-checkout, components/promise, start, start#a-page-and-a-server, before-checkout#on-the-page-of-a-product':
    'cek ongkir',
  'questions#the-delivery-costs-other-than-the-bill-of-the-service, price#from-the-screen-to-the-bill, woocommerce#when-the-service-charges-more-later':
    'who is liable if the displayed shipping price is lower than what the courier charges',
  'news#news-for-your-server, recipes#tracking-after-the-purchase':
    'webhook signature | webhook arrives twice and order status goes backwards',
  'questions#insurance-for-every-parcel, price#insurance-and-cash-on-delivery': 'asuransi paket | asuransi brg',
  'errors#what-does-not-match, errors#reasons-of-the-gateway, errors, gateway-options#options': '429 too many requests',
  'theming, reference#styling, theming#what-each-token-changes, recipes#brand-colours': 'appearance api',
  'questions#the-key-is-refused, errors#what-does-not-match':
    'api key invalid padahal udah bener copy paste | sudah masukin api key tapi katanya tidak valid | gateway jalan di local tapi di vps 403 forbidden',
  'errors#what-does-not-match, errors#reasons-of-the-gateway': '403 origin not allowed',
  'questions#it-looks-broken, accessibility#what-the-widget-does': 'tulisan kepotong di hp',
  'questions#is-the-api-key-safe, security, client#the-key, start#how-the-parts-fit':
    'does the browser ever see my secret key',
  'questions#labels, limits#not-built': 'cetak label | print shipping label | cetak resi',
  'security, security#the-policy, questions#nothing-is-shown-at-all':
    'Refused to load the script because it violates the following Content Security Policy directive | Refused to load the script because it violates the following Content Security Policy',
  'personal-data#uu-pdp-right-by-right, personal-data':
    "siapa pengendali data pribadi menurut UU PDP, toko atau aggregatornya | who is the data processor when the buyer's address goes to the courier aggregator? | which personal data goes to the aggregator and do we need a DPA under UU PDP | data processing agreement",
  'recipes#free-shipping-over-an-amount, courier-rules#free-and-subsidised-delivery, questions#free-or-subsidised-delivery, woocommerce#free-and-subsidised-delivery, before-checkout#free-delivery-in-your-own-page':
    'gratis ongkir',
  'medusa#set-up-once, medusa':
    'medusa fulfillment provider not showing in admin | how to set the default origin area in a medusa v2 fulfillment provider | medusa fulfillment provider not showing in admin region settings',
  'cash-on-delivery, cash-on-delivery#in-the-page, pay-then-ship#cash-on-delivery, woocommerce#cash-on-delivery':
    'bayar ditempat',
  'theming, theming#what-each-token-changes':
    'theming | font di dalam komponen beda sama font website | how to use our own font inside shadow dom | font website saya ga kepake di widget',
  'orders#your-reference, orders#what-the-gateway-keeps, orders, errors#when-the-outcome-is-unknown, client#an-order-is-made-once':
    'idempotency key',
  'recipes#several-warehouses, parcels#several-parcels, parcels#who-splits':
    'multi gudang | bisa kirim dari 2 gudang beda kota dalam 1 pesanan? | cara bikin pesanan yang dipecah jadi 2 paket beda gudang | gimana cara split satu order jadi beberapa paket dari gudang berbeda?',
  'recipes#the-service-is-down, run-the-gateway#when-something-is-down':
    'kalau api ekspedisinya down pembeli masih bisa checkout? | what happens at checkout when the courier api is down, is there a fallback price | what happens at checkout when the aggregator api is down, is there a fallback rate',
  'questions#another-api-key':
    'can my client use his own api key after i hand over the project? | how do I rotate the api key without downtime | rotate api key | how do I rotate the merchant API key without downtime',
  'questions#publishable-key-and-client-secret, tokens, tokens#the-six-tokens':
    'whats the equivalent of publishable key and client secret like in stripe',
  'questions#the-button-to-pay-cannot-be-clicked, orders#meanwhile, orders#what-a-click-does':
    'tombol order diklik ga terjadi apa2',
  'questions#a-demo-and-trying-it-without-an-account, testing, sandbox, production#try-it-without-an-account':
    'mode uji coba',
  'recipes#price-in-my-total': 'ongkir kehitung dobel di keranjang',
  shopify: 'toko saya di shopify bisa pakai ini ga',
  'accessibility, accessibility#what-the-widget-does':
    'is the courier picker usable with keyboard and screen reader? | a11y screen reader',
  'gateway-options#options, sandbox#rate-limits, errors#what-does-not-match, price#what-the-service-charges-you':
    'rate limit',
  'frameworks#react-components, frameworks/react-19, frameworks/react-18':
    'is there a react wrapper or do i use the custom element directly',
  'components/area-search, components/area-search#postal-code-and-area, price#the-district, components/area-search#what-is-asked':
    'kode pos',
  'components/promise, before-checkout, before-checkout#on-the-page-of-a-product':
    'gimana nampilin estimasi sampai di halaman produk',
  'deploy/docker, run-the-gateway#is-it-running': 'container docker restart terus',
  'questions#laravel-and-other-php, whole-shops#the-same-in-php, frameworks/form-php': 'laravel',
  'pay-then-ship#money-back, questions#a-refund, orders#the-money-of-a-cancellation': 'refund',
  'gateway#who-attacks-what, recipes#price-in-my-total, tokens, price#from-the-screen-to-the-bill, pay-then-ship, forms':
    'can a buyer change the shipping price in devtools?',
  'questions#what-it-costs-and-the-licence, price#what-the-service-charges-you, go-live#which-service':
    'what does it cost per month to run this for a small shop',
  'sandbox, testing, questions#a-demo-and-trying-it-without-an-account':
    'mock server | data dummy testing | sandbox mode',
  'errors#what-does-not-match, errors, errors#the-pages-console': 'TypeError: Failed to fetch',
  'testing#in-playwright, testing#in-your-own-tests': 'playwright cant click button inside shadow root',
  'theming, theming#what-each-token-changes, reference#styling':
    'fonts inside component dont match my site | css custom properties | dark mode font',
  'questions#the-address-is-refused, forms#a-form-that-was-refused, components/area-search#postal-code-and-area, components/area-search#in-a-form':
    'alamat tidak valid padahal kode posnya bener',
  'frameworks#types, client#fields, api': 'how do i get typescript types for the rate response',
  'questions#cancel-an-order, components/order-button, pay-then-ship#money-back': 'batalin pesanan',
  'theming#parts-and-states, reference#styling':
    '::part shadow dom | ::part selectors | how do I style the inside of the courier picker, ::part? | :state() selector browser support',
  'events, frameworks#properties-and-events': 'custom events',
  'words, words#another-language, questions#another-language-or-other-words':
    'ganti bahasa | bahasa inggris indonesia | error kok muncul bahasa inggris, cara terjemahin pesannya gimana',
  'run-the-gateway#when-something-is-down, recipes#the-service-is-down, errors#what-does-not-match, questions#error-500-or-502':
    'gateway ETIMEDOUT calling api',
  'reference#courier-codes': 'jnt cargo | J&T | apa bedanya reguler, kargo, next day',
  'questions#prices-in-round-thousands, courier-rules#types': 'bisa ga ongkirnya dibuletin ke ribuan',
  'deploy/workers, deploy/vercel, run-the-gateway#deploy': 'can i deploy the gateway on cloudflare workers or vercel',
  'production, pay-then-ship, pay-then-ship#the-steps, recipes#payment-elsewhere-and-a-webhook, production#the-dashboards, pay-then-ship#when-the-shopper-pays-elsewhere':
    'cara sambungin midtrans sama checkoutnya gimana',
  'news#news-for-your-server, errors#what-does-not-match, questions#webhooks-do-not-arrive':
    'webhook signature verification failed',
  'questions#a-report-of-the-deliveries, woocommerce#when-the-service-charges-more-later': 'laporan pengiriman',
  'questions#a-demo-and-trying-it-without-an-account, testing, testing#play-each-failure':
    'gimana cara tes cod tanpa order beneran',
  'questions#prices-come-late': 'rates take 8 seconds to load',
  'questions#it-looks-broken, questions#nothing-can-be-tapped-on-a-phone, limits#not-tried':
    'tampilan berantakan di safari iphone',
  'parcels#several-parcels, components/parcels, parcels': 'multiple parcels',
  'recipes#a-map-pin, reference#courier-codes': 'kurir instan',
  'courier-rules, courier-rules#types, courier-rules#free-and-subsidised-delivery, courier-rules#fields, gateway-options#your-own-rates':
    'how to add a handling fee on top of courier rates',
  'questions#cancel-an-order, questions#can-a-parcel-be-ordered-twice, pay-then-ship#money-back':
    'order kebikin 2x gmn batalinnya',
  'questions#error-500-or-502, run-the-gateway#when-something-is-down, run-the-gateway#how-much-it-carries, performance#when-one-process-is-not-enough':
    'eror 500 waktu toko lagi rame',
  vendure: 'vendure | vendure existing gateway',
  'run-the-gateway#as-a-process-of-its-own, deploy/docker, run-the-gateway#is-it-running': 'health check',
  'coming-from#from-rajaongkir, coming-from':
    'apa bedanya sama rajaongkir | migrasi rajaongkir | apa bedanya sama rajaongkir, gampang pindahnya? | migrate from rajaongkir | rajaongkir endpoint returns 410 api no longer active what to replace with',
  'questions#returns, cash-on-delivery#returned-parcels, orders#send-again-from-the-admin-page': 'retur barang',
  'components/area-search#what-is-asked': 'pencarian kecamatan lemot bgt',
  'questions#the-tracking-stays-the-same, questions#why-is-there-no-waybill-yet, questions#the-courier-does-not-know-the-waybill':
    'nomor resi tdk bisa dilacak',
  'pay-then-ship#when-the-shopper-pays-elsewhere, production#what-happens-to-an-order':
    'what happens to the order if customer closes the tab before paying',
  'questions#a-dropdown-instead-of-radio-buttons':
    'dropdown instead of radios | pilih kurir pakai dropdown | headless / own template for rate row | compact layout vs table layout rates',
  'questions#redis-mysql-and-mongodb':
    'redis | bisa pakai redis buat nyimpen cache areanya? | pake sqlite aja boleh? buat toko kecil',
  'questions#arm-windows-and-macs': 'raspberry pi arm64 | bisa jalan di windows ga',
  'questions#nobody-is-at-home':
    'customer not at home | penerima tidak ada di rumah | siapa yg bayar ongkir kalo pembeli ga di rumah',
  'questions#guest-checkout': 'guest checkout',
  'questions#a-part-now-the-rest-later': 'partial shipments',
  'questions#a-field-of-the-checkout-is-gone': 'postcode field disappeared at checkout after installing',
  'personal-data, personal-data#uu-pdp-right-by-right, woocommerce#personal-data': 'GDPR personal data',
  'questions#the-district-is-not-found, components/area-search#what-is-asked':
    'kecamatan tidak ketemu pas diketik | kecamatan saya ga ketemu pas dicari',
  'questions#another-shipping-plugin-beside-it':
    'elementor checkout page | pilihan kurir dobel sama plugin ongkir lama | apakah bisa dipakai bareng plugin ongkir yang lama | plugin ongkos kirim lama bentrok, tarif muncul dua kali',
  'questions#no-delivery-option-is-shown, questions#woocommerce-shows-no-delivery': 'ongkir gak muncul di checkout',
  'woocommerce#what-happens-to-an-order, orders#send-again-from-the-admin-page':
    'tombol order kurir ga ada di halaman pesanan admin',
  'courier-rules#types, gateway-options#your-own-rates, courier-rules':
    'how do i add my own handling fee on top of the shipping price',
  'personal-data, personal-data#erase-by-itself, personal-data#uu-pdp-right-by-right':
    'data alamat pembeli disimpan berapa lama, sesuai UU PDP gak',
  'woocommerce, woocommerce#what-shoppers-see, woocommerce#what-it-does-not-do':
    'does the plugin work with block based checkout in woocommerce',
  'questions#a-courier-of-the-shops-own, woocommerce#what-shoppers-see':
    'can customers pick up the order at my store instead of courier',
  'courier-rules, courier-rules#types, courier-rules#where-a-hidden-service-is-missing, recipes#only-two-couriers':
    'hide a courier',
  'questions#a-cod-order-shows-as-paid': 'customer chose COD but order shows paid',
  'questions#who-makes-it-and-contracts':
    'do I need a company (PT) to get an api key or can a private person do it | who maintains this project roadmap',
  'questions#the-choice-jumps-back':
    'pilihan kurir balik lagi ke awal tiap ganti jumlah barang | htmx swap removes web component state | blade component livewire bentrok custom element',
  'questions#in-a-modal-or-behind-a-header, components/area-search#the-list': 'dropdown area ketutup modal',
  'testing, testing#in-playwright, testing#through-your-gateway': 'how to mock the gateway in playwright tests',
  'frameworks/vue, frameworks/vue#a-signed-purchase': 'contoh kode vue',
  'start#with-npm, start#get-the-package': 'cannot find module ship-elements | instal npm',
  'questions#nothing-is-shown-at-all, errors#the-pages-console': 'picker renders blank no error in console',
  'client, client#the-key': 'apa client typed nya bisa dipakai di node juga atau cuma browser',
  'accessibility, accessibility#what-the-widget-does, accessibility#operable': 'aria keyboard navigation',
  'words, recipes#own-words, questions#another-language-or-other-words': 'bisa gak teks tombolnya diganti sendiri',
  'arrival, arrival#what-is-promised': 'estimasi tiba (janji sampai) dihitung dari mana?',
  'events, events#reasons-of-ship-rate-change': 'which event fires when the buyer selects a rate and what is in detail',
  'reference#items, parcels, parcels#volumetric-weight':
    'how do i pass weight and dimensions of several items to the rate component',
  'questions#it-looks-broken': 'di hp tampilannya kepotong ke kanan',
  'theming#parts-and-states, theming#what-each-token-changes, reference#styling, questions#it-looks-broken':
    'font inside the component ignores my page stylesheet',
  'questions#vendure-or-medusa-does-not-start':
    "vendure plugin error pas start: nest can't resolve dependencies | vendure plugin DI error Nest can't resolve dependencies",
  'frameworks/react-18, frameworks/react-18#good-to-know, questions#an-event-does-not-fire':
    'gimana cara pakai komponennya di react 18, event onnya ga jalan',
  'questions#logos-of-the-couriers':
    'is it possible to replace the courier logos with our own icons | bisa nggak ganti logo kurir pakai ikon sendiri | courier logos trademark',
  'frameworks#types, api': 'typescript types',
  'performance, start#with-a-script-tag': 'ukuran bundle',
  'components/area-search, start#with-npm': 'can I use the area search on its own without the rest of the checkout',
  'sandbox#parcels, testing': 'cara simulasi status paket sampai terkirim di mode tes gimana',
  'questions#the-courier-does-not-know-the-waybill':
    'resi tes selalu not found | resi tidak ditemukan pdhl udh dikirim',
  'run-the-gateway#several-machines, performance#when-one-process-is-not-enough':
    'can i run two gateway instances behind a load balancer',
  'questions#old-prices-are-shown, questions#the-page-is-out-of-date':
    'berapa lama harga ongkir berlaku setelah ditampilkan ke pembeli',
  'questions#error-500-or-502, run-the-gateway#when-something-is-down':
    '502 bad gateway from /rates since this morning | ECONNRESET upstream gateway node 20',
  'questions#there-are-two-orders-all-the-same, questions#can-a-parcel-be-ordered-twice':
    'order dobel, kurir datang dua kali',
  'run-the-gateway#restore-from-a-backup':
    'backup | server rusak, gimana balikin order dari backup | orders after restoring an old backup',
  'questions#old-prices-are-shown, forms#caches': 'cache ongkir',
  'questions#logs':
    'log error gateway | log gateway | correlation id request tracing | ada request id di log ga | where do the gateway logs go',
  'errors#what-does-not-match, news#news-for-your-server': 'signature verification failed after changing domain',
  'coming-from#from-rajaongkir, recipes#kecamatan-to-area-id':
    'id kota rajaongkir saya bisa dipakai lagi atau harus mapping ulang? | rajaongkir city id | id kota rajaongkir beda sama id area di sini',
  'questions#publishable-key-and-client-secret, questions#is-the-api-key-safe':
    'is there something like stripe publishable key or does the browser never get a key',
  'medusa#set-up-once, parcels#who-splits, recipes#several-warehouses':
    'shopify has shipping profiles per warehouse, what is the equivalent here',
  'errors#what-does-not-match, start#while-you-develop':
    "blocked by CORS policy: No 'Access-Control-Allow-Origin' header | CORS error: No 'Access-Control-Allow-Origin' header is present",
  'questions#error-401, questions#the-key-is-refused': '401 unauthorized padahal key sudah benar',
  'questions#orders-and-waybills-from-before, questions#a-waybill-of-another-shop, coming-from#in-which-order':
    'how do I import the tracking numbers of orders made before the switch',
  'shopify, questions#shopify': 'apakah bisa dipakai bareng toko shopify',
  'questions#which-side-is-slow': 'gimana cara tau server kita yang lambat atau api ekspedisinya',
  'run-the-gateway#upgrades, versions, changes':
    'upgrade breaking changes | upgrade versi major, apa ada breaking change',
  'questions#can-a-parcel-be-ordered-twice, client#an-order-is-made-once, errors#when-the-outcome-is-unknown, orders#send-again-from-the-admin-page':
    'how to retry an order that failed halfway without booking the courier twice',
  'questions#which-side-is-slow, questions#prices-come-late, recipes#the-service-is-down, run-the-gateway#when-something-is-down':
    'timeout waktu ambil ongkir pas flash sale',
  'questions#error-500-or-502, deploy/docker': 'ECONNREFUSED gateway docker',
  'questions#laravel-and-other-php, questions#another-host, run-the-gateway#deploy':
    'bisa dipasang di shared hosting cpanel ga, cuma ada php | can i run the gateway on cheap shared hosting cpanel',
  'questions#the-delivery-costs-other-than-the-bill-of-the-service, price#from-the-screen-to-the-bill':
    'harga di checkout beda sama yang ditagih | harga brubah antara pilih kurir sama bayar, siapa yg nanggung selisih | selisih ongkir antara checkout dan tagihan kurir',
  'gateway-options#options': 'how do i restrict the gateway so only my domain can call it',
  'frameworks/html, start#with-a-script-tag': 'how do i add the courier picker to a plain html page without npm',
  'security, client#the-key, go-live#which-service, questions#is-the-api-key-safe, questions#where-the-api-key-comes-from':
    'api key',
  'questions#one-courier-is-missing':
    'why was a courier not offered to this buyer | kurir si cepat gk ada di pilihan | sicepat gak muncul',
  'parcels, reference#items, go-live#the-page': 'how to set wieght for products sold per gram or per pack',
  'questions#nothing-can-be-tapped-on-a-phone, questions#the-button-to-pay-cannot-be-clicked':
    'order button does nothing when clicked on iphone',
  'personal-data, personal-data#what-is-kept, security': 'apakah data alamat pelanggan aman, disimpan dimana?',
  'questions#it-works-on-one-device-and-not-on-another, questions#nothing-is-shown-at-all':
    'widget ga muncul di hp tapi di laptop muncul',
  'questions#where-the-api-key-comes-from, questions#who-makes-it-and-contracts':
    'do i need an own account at jne or only the aggregator',
  'questions#which-side-is-slow, questions#prices-come-late, questions#it-keeps-loading, errors':
    'Failed to fetch rates: timeout of 10000ms exceeded',
  'questions#how-heavy-a-parcel-may-be, reference#courier-codes': 'paket berat 30 kilo pake kurir apa, ada cargo?',
  'questions#nothing-is-shown-at-all, start#with-npm': 'custom element shows as blank, ship-elements not defined',
  'pay-then-ship#the-steps, questions#can-a-parcel-be-ordered-twice': 'order dobel masuk dua kali pas klik bayar',
  'orders, client#an-order-is-made-once, orders#what-the-gateway-keeps, orders#your-reference, orders#no-answer':
    'retry idempotancy key',
  'questions#error-500-or-502': '502 bad gateway from gateway after deploy | eror 500 pas checkout',
  'frameworks/next, deploy/next': 'apakah komponen nya jalan di next js app router',
  'questions#too-many-requests, errors#what-does-not-match, gateway-options#options':
    '429 too many requests when customer types in area search',
  'questions#the-key-is-refused': 'invalid api key padahal key nya udh bener | api kye invalid',
  'questions#mount-and-appearance, theming':
    'coming from stripe elements, is there something like a mount() and appearance api',
  'questions#the-date-differs-between-pages':
    'kenapa estimasi sampai beda sama yang ditampilin di halaman produk | wrong delivery date shown on product page | estimasi di halaman produk meleset',
  'shopify, questions#shopify, questions#magento-prestashop-and-other-systems':
    'can i use this with shopify checkout or only woocommerce medusa vendure',
  'questions#hydration-failed, frameworks#react-components':
    "hydration failed server rendered html didn't match ship-elements react",
  'testing, testing#in-playwright, testing#in-your-own-tests':
    'how to mock rates in playwright / e2e tests without real api key',
  'questions#redis-mysql-and-mongodb, questions#old-prices-are-shown': 'redis cache ttl',
  'recipes#kecamatan-to-area-id, components/area-search#in-a-form, components/area-search#attributes-and-properties, components/area-search#postal-code-and-area':
    'id kecamatan tidak ditemukan destination_area_id required',
  'questions#a-phone-number-is-refused': 'nomer hp penerima ditolak format salah +62 | no tlp tidak valid',
  'woocommerce, vendure, medusa, woocommerce#set-it-up': 'install plugin',
  'woocommerce#set-it-up, questions#is-the-api-key-safe': 'where do i put the api key in wordpress',
  'woocommerce#set-it-up, questions#woocommerce-shows-no-delivery': 'shipping method missing after update woocommerce',
  'parcels, reference#items': 'product weight',
  'courier-rules, courier-rules#types': 'can I add a handling fee on top of the courier price',
  'questions#woocommerce-shows-no-delivery, questions#no-delivery-option-is-shown':
    '"No shipping options were found" for customer in Bali',
  'courier-rules, courier-rules#fields, questions#a-courier-in-some-places-only':
    'gimana cara matiin J&T buat kota tertentu',
  'questions#the-delivery-costs-other-than-the-bill-of-the-service, questions#delivery-is-too-expensive-or-too-cheap':
    'ongkir in my shop is higher than at the jne counter | ongkir kemahalan beda sm aplikasi jne',
  'questions#magento-prestashop-and-other-systems, questions#another-shipping-plugin-beside-it': 'elementor',
  'questions#why-is-there-no-waybill-yet, questions#paid-and-not-booked':
    'resi belum masuk padahal pesanan sudah dibayar',
  'recipes#scheduled-pick-up, questions#when-the-courier-collects': 'jadwal pickup',
  'questions#old-prices-are-shown': 'checkout shows old prices after i changed the weight of product',
  'questions#rounding-to-kilograms': 'kalau barang lebih dari 1 kg pembulatannya gimana',
  'arrival#closed-for-lebaran, gateway-options#calendar': 'vacation mode',
  'woocommerce#after-the-sale, woocommerce#what-shoppers-see': 'can customers see tracking on the my account page',
  'price, price#insurance-and-cash-on-delivery, questions#insurance-for-every-parcel': 'shipping insurance',
  'questions#another-language-or-other-words, words': 'my customers get english text but shop is indonesian',
  'questions#dokan-and-other-shops-with-many-sellers, woocommerce#several-packages':
    'does it work with dokan multi vendor',
  'questions#a-button-of-the-box-delivery-is-grey-or-missing': 'tombol order kurir di admin abu abu gak bisa diklik',
  'questions#variations-with-weights-of-their-own': 'variable product with different weights wrong ongkir',
  'questions#an-address-weight-or-cod-amount-that-changes-after-the-payment, questions#a-wrong-district-was-chosen':
    'pembeli salah alamat, bisa diganti setelah resi keluar?',
  'frameworks#react-components, frameworks/react-19, questions#nothing-is-shown-at-all':
    'komponen tidak ke-render di react',
  'theming, recipes#brand-colours': 'ganti warna',
  'questions#in-a-modal-or-behind-a-header': 'dropdown kepotong di hp',
  'questions#figma-and-design-files':
    'storybook dengan data palsu | is there a figma file or storybook | storybook stories for the components',
  'questions#window-is-not-defined, frameworks/next': 'ReferenceError: HTMLElement is not defined next.js ssr',
  'frameworks#types': "typescript jsx types | Property 'ship-rates' does not exist on type 'JSX.IntrinsicElements'",
  'start#reserve-its-height, theming#room-before-the-script-arrives':
    'layout geser pas tarif selesai loading | flash of unstyled content before the component loads',
  'start#with-npm, components/area-search#in-a-form, client#areas, components/area-search':
    'can I use only the area search without the rest',
  'frameworks/vue': 'vue failed to resolve component ship-checkout | vue 3',
  'components/area-search#attributes-and-properties, questions#saved-addresses-and-a-shorter-form, recipes#kecamatan-to-area-id':
    'gimana caranya isi kecamatan otomatis dari data user yang login',
  'reference#styling': 'slots',
  'components/area-search#the-list, accessibility#operable': 'which keyboard keys does the area combobox support',
  'questions#a-demo-and-trying-it-without-an-account, start#a-page-and-a-server': 'demo tanpa backend',
  'security#the-policy, security, questions#nothing-is-shown-at-all':
    'Refused to load the script because it violates Content Security Policy',
  'forms, forms#as-a-native-control, components/area-search#in-a-form':
    'apakah komponennya bisa dipakai di dalam form biasa terus ikut ke-submit',
  'accessibility#what-your-page-does, accessibility#robust': 'screen reader announces price twice',
  'questions#hydration-failed, nuxt': 'warning hydration failed di nuxt',
  'questions#a-skeleton-of-your-own-while-prices-load':
    'how to show a skeleton while rates load | rate list flickers when adress changes',
  'words, recipes#price-in-my-total': 'format rupiah',
  'accessibility, accessibility#perceivable': 'wcag contrast',
  'frameworks/react-18, frameworks#properties-and-events, questions#an-event-does-not-fire':
    'custom event tidak kena listener di react 18',
  'frameworks/svelte, frameworks/astro': 'does it work in svelte 5 and astro islands',
  'words#your-own-words, recipes#own-words, questions#another-language-or-other-words': 'teks tombol',
  'frameworks#properties-and-events': 'cart object passed as attribute shows [object Object]',
  'accessibility#what-the-widget-does': 'reduced motion | switch insurance accessible name',
  'recipes, whole-shops': 'contoh kode',
  'limits#not-tried, questions#it-works-on-one-device-and-not-on-another':
    'tracking timeline berantakan di safari iphone lama',
  'news#news-for-your-server, recipes#payment-elsewhere-and-a-webhook': 'verifikasi signature webhook',
  'errors#when-the-outcome-is-unknown, client#an-order-is-made-once, questions#can-a-parcel-be-ordered-twice':
    'gimana cara cegah order dobel kalau request di-retry',
  'deploy/docker, run-the-gateway#deploy, production#systemd': 'variabel env',
  'deploy/workers':
    'does the gateway run on cloudflare workers | batas cpu time cloudflare worker pas hitung ongkir | worker cpu limit exceeded',
  'forms#caches, questions#old-prices-are-shown': 'cache tarif',
  'questions#error-401, go-live#activate-the-live-key, questions#the-key-is-refused':
    '401 unauthorized only in production, sandbox works',
  'run-the-gateway#is-it-running, run-the-gateway#as-a-process-of-its-own': 'health check endpoint',
  'recipes#the-service-is-down': 'what happens at checkout when the aggregator is down',
  'questions#laravel-and-other-php, frameworks/form-php, whole-shops#the-same-in-php': 'contoh laravel',
  'questions#too-many-requests': '429 too many requests during flash sale | batasi request biar ga kena bot',
  'questions#which-side-is-slow, questions#prices-come-late': 'timeout 10 detik waktu ambil ongkir',
  'security, gateway#who-attacks-what': 'can a buyer tamper with the shipping price from the browser',
  'questions#logs, personal-data#what-is-kept': 'log nomor hp',
  'errors#what-does-not-match, run-the-gateway#is-it-running': 'nginx 404 setelah pakai prefix path /ship',
  'errors, client#fields, errors#in-typescript': 'cara bedain error validasi sama error dari kurir di typed client',
  medusa: 'medusa v2 fulfillment | pasang di medusa pakai gateway yg sudah ada | medusa connect to existing gateway',
  'testing, testing#in-your-own-tests, questions#a-demo-and-trying-it-without-an-account':
    'how to test against a mock in CI without a real key',
  'errors#what-does-not-match, gateway-options#options': 'origin not allowed padahal domain sudah didaftarkan',
  'run-the-gateway#orders-that-need-you':
    'prometheus metrics | bikin alert kalau ada order nyangkut | which metrics should i alert on',
  'orders#no-answer, errors#when-the-outcome-is-unknown':
    'kalau order sudah dibuat tapi response-nya timeout, gimana ngeceknya',
  'parcels#who-splits, parcels#several-parcels': 'split parcel api',
  'errors#what-does-not-match, tokens#replace-the-secret': 'invalid signature padahal secret sudah benar',
  'security, run-the-gateway#as-a-process-of-its-own': 'should the gateway be public or only behind my backend?',
  'questions#the-gateways-memory-grows': 'why does gateway memory keep growing after a few days',
  'shopify, shopify#in-the-checkout-the-carrier-service': 'is there an equivalent of shopify carrier service',
  'personal-data, personal-data#what-is-kept': 'data pribadi pembeli disimpan di mana dan berapa lama',
  'personal-data, personal-data#uu-pdp-right-by-right': 'UU PDP | data residency',
  'questions#without-a-website-instagram-whatsapp-tokopedia': 'gimana pindah dari shopee ke web sendiri',
  'questions#the-cod-settlement-does-not-match-the-orders': 'numbers in the cod settlement do not match my orders',
  'questions#tax-on-the-delivery, questions#delivery-in-the-books':
    'apakah ongkir kena ppn dan dicatat sebagai pendapatan atau titipan',
  'theming, questions#mount-and-appearance': 'stripe elements',
  'questions#a-report-of-the-deliveries':
    'export laporan ongkir | laporan cod per minggu | daftar paket yang belum diserahkan',
  'questions#orders-and-waybills-from-before, coming-from#in-which-order, coming-from#from-shopify':
    'old shopify orders have no tracking after moving',
  'questions#another-shipping-service, questions#who-makes-it-and-contracts': 'bedanya apa sama biteship atau shipper',
  'questions#delivery-in-the-books, questions#a-report-of-the-deliveries': 'invoice',
  'recipes#kecamatan-to-area-id, coming-from#from-rajaongkir': 'kode city_id lama jadi error area not found',
  'recipes#free-shipping-over-an-amount, courier-rules#free-and-subsidised-delivery, questions#free-or-subsidised-delivery, courier-rules#fields':
    'promo min belanja 100rb tapi ongkir tetap ditagih',
  'questions#another-shipping-service':
    'how does it compare to easyship or shippo in indonesia | ganti provider pengiriman tanpa ubah komponen | kalau mau ganti agregator apakah client bisa diganti',
  'questions#the-cod-fee-in-the-books': 'biaya cod dibukukan di akun mana?',
  'questions#the-delivery-costs-other-than-the-bill-of-the-service, woocommerce#when-the-service-charges-more-later, price#from-the-screen-to-the-bill':
    'price shown to the customer was different from what the aggregator charged us',
  'questions#returns, cash-on-delivery#returned-parcels': 'retur',
  'questions#fewer-people-buy-since-the-change': 'conversion dropped since the new checkout is live',
  'before-checkout, components/promise': 'can we show estimated delivery date on the product page to increase sales',
  'questions#stripe-xendit-doku-and-other-providers':
    'split payment of goods and shipping fee | stripe checkout session shipping_options dynamic from this | stripe payment intent add shipping cost | xendit va and ewallet both ok?',
  'questions#what-it-costs-and-the-licence, questions#who-makes-it-and-contracts, versions':
    'apa ada garansi atau sla, siapa yang tanggung jawab kalau sistemnya mati',
  'questions#orders-and-waybills-from-before, coming-from': 'pindahan dari woongkir, setting lama bisa diimpor gak',
  'recipes#kecamatan-to-area-id, questions#orders-and-waybills-from-before':
    'csv import from shopify addresses have no kecamatan',
  'reference#courier-codes, questions#which-couriers-there-are, questions#one-courier-is-missing':
    'tarif rajaongkir starter dulu cuma JNE POS TIKI, di sini kok POS nggak ada',
  'start, before-checkout, price, questions#no-delivery-option-is-shown': 'ongkri',
  'questions#which-rate-comes-first, reference#attributes': 'how to chnage default courier',
  'questions#a-refund, pay-then-ship#money-back': 'cara refund cod',
  'questions#webhooks-do-not-arrive, recipes#payment-elsewhere-and-a-webhook': 'webhok',
  'questions#eventdetail-is-undefined': "TypeError: Cannot read properties of undefined (reading 'rates')",
  'testing, questions#a-demo-and-trying-it-without-an-account':
    'gmn cara test tanpa ngirim beneran | sandbox test credentials',
  'components/area-search#postal-code-and-area':
    'postcode vs area id | postcode wrong after picking area | kodepos ga cocok sama kecamatan yang dipilih | postal code vs kecamatan which one is needed',
  'reference#courier-codes, recipes#a-map-pin': 'same day',
  'questions#the-tracking-stays-the-same, news#where-a-parcel-is': 'tracking not updateing',
  'start#get-the-package': 'npm ERR! 404 not found ship-elements',
  'components/promise, woocommerce#before-the-checkout': 'what is promise element for',
  'questions#the-address-is-refused, questions#the-district-is-not-found': 'alamat ga ketemu pdhl bener',
  'components/parcels, parcels#several-parcels': 'multiple parcles',
  'questions#help-mistakes-and-changes-of-your-own, versions': 'is this still maintained?',
  'questions#the-button-to-pay-cannot-be-clicked, questions#nothing-can-be-tapped-on-a-phone':
    'button does nothing when clik',
  'sandbox#what-it-does-not-imitate, go-live': 'apa bedanya sandbox sama live',
  'questions#where-the-api-key-comes-from': 'how do i get an api key | dimana masukin api key',
  'run-the-gateway#orders-that-need-you, questions#paid-and-not-booked': 'order stuck on "pending" for 2 days',
  'parcels#volumetric-weight, reference#items, questions#rounding-to-kilograms': 'minimal berat brp kg',
  'recipes, start#with-a-script-tag': 'uncaught syntaxerror: cannot use import statement outside a module',
  'questions#dropshipping': 'bisa dropship pake nama pengirim lain?',
  'start#with-npm': 'bedanya script tag sama npm | npm vs script tag which should i choose',
  'woocommerce#set-it-up': 'ganti sandbox ke live woocommerce | multisite one key per site',
  'questions#why-is-there-no-waybill-yet, woocommerce#set-it-up': 'nomor resi tidak masuk ke order woocommerce',
  'questions#nothing-is-shown-at-all, woocommerce':
    'script tag not loading with cache plugin litespeed | wp rocket breaks checkout widget',
  'price#from-the-screen-to-the-bill, pay-then-ship':
    'ongkir berubah waktu checkout sama waktu bayar | harga ongkir beda pas mau bayar',
  'forms, pay-then-ship#the-steps':
    'check rate price server side dont trust client | validate shipping price on backend',
  'parcels#who-splits':
    'multiple parcels one failed what happens to the rest | jadwal pickup tiap gudang | pickup time per warehouse',
  'parcels#who-splits, components/tracking#the-link':
    'lacak semua paket dalam satu halaman | satu link lacak untuk 3 paket',
  'components/parcels#what-the-shopper-sees':
    'cod bisa sebagian paket saja ga | cod of several parcels | satu keranjang banyak paket asuransinya dihitung gimana | insurance when basket has several parcels | total ongkir gabungan ditampilkan per toko atau jumlah',
  'run-the-gateway#express':
    'contoh nestjs module | gateway express example | how to mount gateway in express app | fastify gateway plugin',
  'components/tracking#the-link': 'tracking page without login sharable link | guest tracking link',
  'recipes#several-warehouses, components/promise':
    'estimasi tiba di halaman produk beda gudang | product page delivery date from nearest warehouse',
  'run-the-gateway#deploy, questions#is-the-api-key-safe': 'where to store api key | api key ditaruh di mana',
  'questions#update-it-or-remove-it': 'update plugin woocommerce aman gak | apa aman update plugin wordpress nya',
  'start#with-npm, start#with-a-script-tag, components/courier-picker#import':
    'bundle size lazy load only courier picker | cara import courier picker saja',
  'questions#there-are-two-orders-all-the-same':
    'satu pesanan resinya dua | pesanan dobel terkirim ke kurir | order dobel padahal bayar sekali | two orders but customer paid only once | pesanan dobel cara cek',
  'pay-then-ship#when-the-shopper-pays-elsewhere, pay-then-ship#the-steps':
    'kalau pembayaran pending jangan buat order dulu | dont create shipment before payment settles',
  'recipes#payment-elsewhere-and-a-webhook, pay-then-ship#the-steps':
    'customer closed tab after paying | pembeli nutup browser sehabis bayar',
  'price#from-the-screen-to-the-bill, recipes#price-in-my-total':
    'insurance fee add to gross_amount | asuransi dimasukin ke total midtrans',
  'questions#states-of-a-parcel':
    'tracking webhook status list | arti status retur / gagal kirim | what does status disposed mean | what does status "problem" mean | arti allocated',
  'coming-from#from-calls-of-your-own, gateway#in-process': 'gateway behind existing order service',
  'tokens, gateway#from-zero-to-live': 'authentification between our backend and gateway',
  'components/order-button, errors, reference#by-script': 'missing required field recipient phone create order',
  'sandbox#scenarios, testing#play-each-failure': 'sandbox simulate delivered / returned status',
  'events, components/order-button': 'apa aja event yg dikirim tombol order',
  'woocommerce#what-happens-to-an-order':
    'woocommerce plugin with midtrans order status | di status order apa kurirnya dipesan woocommerce',
  'components/area-search, components/area-search#what-is-asked, components/area-search#postal-code-and-area':
    'search by postcode instead of district | cari kecamatan cukup ketik kodepos',
  'questions#a-server-of-your-own, gateway': 'gateway itu apa, wajib ga | wajib pasang gateway apa opsional',
  'start#with-a-script-tag, woocommerce#set-it-up':
    'kode script tag taruh dimana di wordpress | does the script tag belong in head or body',
  'pay-then-ship, pay-then-ship#the-steps, pay-then-ship#when-the-shopper-pays-elsewhere':
    'order kurir dibuat sebelum atau sesudah bayar | is the shipment booked before the customer pays',
  'parcels#who-splits, questions#a-refund':
    'partial refund when one parcel cancelled | satu dari dua paket dibatalin, uangnya balik berapa',
  'questions#python-go-java-and-other-languages':
    'gateway without node, can i write it in go | backend saya python, gateway nya gimana | gateway versi go ada tidak | conformance tests for custom gateway | call create order from celery task | django decimal vs integer rupiah amount',
  'reference#styling, questions#a-note-for-the-courier':
    'isi slot sendiri di checkout, tambah catatan alamat | tambah kolom catatan patokan rumah',
  'questions#redis-mysql-and-mongodb, gateway#from-zero-to-live, orders#what-the-gateway-keeps':
    'which database for order idempotency | postgres vs sqlite for gateway storage | gateway pakai database apa enaknya',
  'go-live#the-gateway, run-the-gateway#deploy':
    'simpan api key di secret manager | aws secret manager for shipping key',
  'questions#can-a-parcel-be-ordered-twice, questions#there-are-two-orders-all-the-same, orders#what-the-gateway-keeps':
    'kenapa order dobel setelah server restart | restart server while an order is sent, duplicate?',
  'gateway-options#timeouts-and-retries':
    'timeout and retry settings to upstream api | berapa detik timeout gateway ke api kurir | how often does the gateway retry an order',
  'price#what-the-service-charges-you, questions#old-prices-are-shown':
    'cache rates and area search ttl | hasil cek ongkir disimpan berapa lama di cache',
  'run-the-gateway#how-much-it-carries':
    'how much memory cpu does the gateway need | minimal ram server buat gateway | load test against sandbox',
  'versions, run-the-gateway#upgrades':
    'versi komponen sama gateway harus sama ga | can the widget be older than the gateway | update gateway atau script tag duluan',
  'questions#too-many-requests, client, errors':
    'rate limit 429 retry backoff | kena 429 tunggu berapa lama baru coba lagi',
  'components/parcels#the-parcels, parcels#who-splits':
    'hide some couriers per seller | each vendor ships with other couriers',
  'questions#the-price-does-not-follow-the-address-or-the-goods':
    'berat berubah tarif tetap | pembeli ganti alamat ongkir tidak update | shipping cost does not change after changing address | ongkir tetep sama padahal kota udah diganti | isi alamat otomatis dari form saya sendiri | jquery ajax cart update quantity refresh rates',
  'questions#paid-and-not-booked, questions#why-is-there-no-waybill-yet':
    'gagal buat resi tapi sudah dibayar | pembayaran sukses tapi kurir gagal dipesan',
  'questions#insurance-for-every-parcel, reference#attributes': 'turn off insurance | hilangkan opsi asuransi',
  'questions#which-rate-comes-first, components/rate-comparison#every-rate-at-once':
    'only show cheapest courier | tampilkan yang termurah aja',
  'news#news-for-your-server, news#where-a-parcel-is':
    'webhook arrives out of order | webhook status datangnya ga urut',
  'security#the-policy': 'content security policy script tag nonce | csp pakai nonce bisa ga',
  'reference#styling, words#your-own-words, components/order-button#one-order-however-often-it-is-clicked':
    'replace order button text and add spinner | kasih loading di tombol order',
  'questions#another-host, deploy/vercel':
    'deploy di vercel atau netlify bisa? | gateway on netlify functions possible',
  'questions#cypress-selenium-and-other-tests, testing, testing#in-playwright':
    'tes checkout otomatis di github actions | run checkout tests in ci pipeline',
  'questions#nuxt-remix-and-other-frameworks, nuxt': 'cara pasang di nuxt 3 | does it support nuxt 3',
  'run-the-gateway#upgrades': 'gateway upgrade without downtime | skema database ikut keupdate otomatis ga',
  'run-the-gateway#as-a-process-of-its-own, run-the-gateway#is-it-running':
    'liveness probe for the gateway | cara cek gateway masih hidup',
  'run-the-gateway#several-machines':
    'dua instance gateway pakai satu postgres | is a sticky session needed | koneksi postgres putus terlalu banyak client pool',
  'courier-rules, courier-rules#types, recipes#only-two-couriers':
    'sembunyikan kurir kargo | sembunyikan kurir tertentu | turn off jne yes',
  'pay-then-ship, pay-then-ship#the-steps, recipes#payment-elsewhere-and-a-webhook':
    'bikin order setelah pembayaran lunas | midtrans webhook then create shipment',
  'questions#what-can-be-set-by-what, questions#cod-in-some-places-only':
    'turn off cod for some products | cod nyalain per kurir | bisa ga cod cuma buat member',
  'questions#what-can-be-set-by-what, components/parcels#the-parcels':
    'kurir tertentu disembunyikan utk gudang luar jawa | can i set different couriers per warehouse',
  'questions#what-can-be-set-by-what, questions#free-or-subsidised-delivery': 'bisa ga gratis ongkir per produk',
  'questions#nothing-is-shown-at-all, questions#it-works-on-one-device-and-not-on-another':
    'checkout blank where courier picker should be safari | widget blank in wordpress',
  'run-the-gateway#when-something-is-down':
    'kalau gateway mati checkout tetap jalan? | what if the gateway is down at checkout',
  'vendure, vendure#from-the-choice-to-the-payment': 'ongkir beda antara checkout sama vendure',
  'components/area-search#postal-code-and-area, reference#attributes, forms':
    'postal code instead of area search | kode pos aja tanpa kecamatan',
  'orders#no-answer': 'idempotency key lifetime | kunci idempotensi berlaku berapa lama',
  'questions#saved-addresses-and-a-shorter-form':
    'address form is too long | prefill adress for logged in customer | prefill the district of a saved address',
  'medusa, medusa#tracking': 'webhook status resi masuk ke medusa',
  'questions#free-or-subsidised-delivery, courier-rules#free-and-subsidised-delivery': 'bisa ga ongkir dibayar toko',
  'tokens#replace-the-secret': 'ganti signing secret yang bocor | rotate signing secret | webhook secret rotation',
  'courier-rules#types, courier-rules#fields': 'only show same day and instant couriers',
  'frameworks/vue#good-to-know, components/area-search#events':
    'v-model with area search | ship-area-search v-model tidak update',
  'questions#when-the-courier-collects, arrival':
    'jam operasional kurir instan gojek grab | sampai jam berapa gosend bisa jemput',
  'questions#a-refund, pay-then-ship#what-is-owed':
    'refund sebagian kalo satu item kosong | refund shipping cost partial | barang habis setelah dibayar, refund sebagian',
  'run-the-gateway#deploy, deploy/workers':
    'cloudflare worker gateway vs express which one | lebih bagus gateway di worker atau di express',
  'questions#the-drivers-name-and-phone': 'traking page live driver location | can buyers see the driver on a map',
  'questions#cod-is-not-offered, cash-on-delivery#limits': 'cod tidak bisa ke desa | cod ga ada di desa saya',
  'questions#it-keeps-loading, run-the-gateway#when-something-is-down':
    'rates slow or timeout what does buyer see | checkout shows what if rates time out',
  'many-shops, many-shops#the-shops':
    'api key beda tiap brand taruh di mana | cache ongkir bisa dibagi antar toko gak | webhook resi masuk ke toko yang mana kalau gatewaynya satu',
  'testing#play-each-failure, pay-then-ship#when-the-shopper-pays-elsewhere':
    'sandbox simulasi gagal bayar atau kurir telat | test declined payment',
  'pay-then-ship#cash-on-delivery': 'cod tanpa xendit | jual cod tanpa payment gateway',
  'run-the-gateway#upgrades, changes, versions': 'upgrade guide breaking changes',
  'questions#order-from-the-server-without-a-button':
    'bikin order dari server tanpa tombol | order without the button | support staff create order by phone',
  'questions#why-not-build-it-yourself': 'bandingkan bikin sendiri vs pakai ini | kenapa web component bukan react',
  'questions#who-sees-a-shoppers-address':
    'siapa yang bisa lihat alamat pembeli | who can see the address of a customer',
  'questions#an-admin-page-or-dashboard': 'audit log siapa buat dan batalkan order',
  'woocommerce#what-it-does-not-do': 'gosend di woocommerce | shipping class mapping',
  'woocommerce#filters-and-hooks': 'hooks and filters list',
  'pay-then-ship#the-steps': 'add shipping cost to midtrans item_details',
  'client#the-key': 'send auth header or cookie from component to backend',
  'components/parcels#the-parcels': 'batas jumlah paket per keranjang',
  'start#a-page-and-a-server': 'minimum code to show shipping rates',
  'frameworks/svelte#sveltekit': 'contoh sveltekit lengkap',
  'questions#delivery-in-the-books': 'diskon ongkir dicatat di mana | simpan pilihan kurir ke database',
  'frameworks/astro#good-to-know': 'view transitions astro component loses state | pasang di astro pake script tag',
  'coming-from#from-shopify':
    'moving from shopify what do i need for shipping | import product weights from shopify csv',
  'questions#magento-prestashop-and-other-systems, woocommerce': 'bisa pakai di wordpress tanpa woocommerce',
  questions: 'glossary awb cod kecamatan',
  'frameworks/angular#good-to-know': 'ngmodel / reactive forms dengan courier picker',
  'testing#in-your-own-tests': 'mock the gateway with msw | jsdom cutsom elements error',
  'testing#in-playwright': 'visual regression snapshot stable fake data',
  'frameworks#react-components': 'react hook form or formik with the widget | useref akses method komponen typescript',
  'words#another-language': 'rtl or long translations overflow',
  'gateway-wire#the-wire':
    'batas ukuran body request | http contract gateway endpoints list | cancellation reasons codes',
  'questions#a-wrong-district-was-chosen': 'salah kecamatan paket udah jalan',
  'questions#find-an-order': 'find order by awb or phone number | cari order pake id pembayaran',
  'questions#a-refund': 'refund failed halfway retry safe? | refund partial after shipped',
  'questions#a-parcel-is-late': 'one parcel arrived the other is missing | who to contact courier or aggregator',
  'deploy/vercel, run-the-gateway': 'vercel cron purchases settle | purchase stays booking forever',
  'deploy/next, frameworks/next#a-signed-purchase': 'two gateways next route signed purchase',
  'news#news-for-your-server, questions#the-e-mail-with-the-waybill-does-not-come': 'mail when parcel is delivered',
  'frameworks#a-signed-purchase': 'data folder gitignore',
  'questions#columns-of-your-own-database':
    'simpan nomor resi di tabel orders sendiri | what columns to store per shipment in my db',
  'questions#login-and-who-the-customer-is':
    'session auth on gateway how to know which customer | gateway di subdomain, cookie login ga kebaca | kirim nama dan hp pembeli dari akun login',
  'questions#motorcycle-car-or-van': 'bisa pilih jenis kendaraan motor mobil pickup ga',
  'questions#which-element-to-take':
    'ambil daftar tarif tanpa widget | beda courier picker sama rate comparison kapan pakai yg mana',
  'questions#a-courier-in-some-places-only': 'jarak maksimal kurir instan | limit delivery distance km from shop',
  'questions#couriers-by-product': 'basket has frozen and dry goods different courier',
  'questions#subscriptions-and-pre-orders': 'furniture preorder 14 hari bikin resi nya kapan',
  'questions#the-address-is-refused': 'error area tujuan tidak valid',
  'limits#at-the-door': 'very long address characters limit | emoji di nama penerima',
  'sandbox, testing': 'di sandbox kurir apa aja yang ada | sandbox price always same normal?',
  'limits#limits, questions#window-is-not-defined': 'ssr declarative shadow dom',
  'questions#dropshipping, questions#dokan-and-other-shops-with-many-sellers':
    'seller name on label instead of marketplace',
  'questions#free-or-subsidised-delivery, recipes#free-shipping-over-an-amount': 'free shipping min purchase',
  'questions#a-waybill-and-nothing-is-paid': 'virtual account belum dibayar tapi resi udah keluar',
  'start#reserve-its-height': 'lazy load widget after address filled',
  'questions#keyboard-and-screen-readers': 'pembaca layar bahasa indonesia nvda | urutan tab di checkout',
  'theming#what-each-token-changes': 'focus ring color override',
  'limits#on-screen': 'tambah teks sendiri di baris kurir | sembunyikan kolom estimasi',
  'components/tracking#attributes-properties-events': 'timeline pelacakan ganti ikon',
  'questions#can-a-parcel-be-ordered-twice, orders#no-answer': 'kunci idempotensi sama isi beda hasilnya apa',
  'questions#no-connection': 'offline in the middle of ordering',
  'testing#wait-for-prices': 'wait for rates loaded event instead of sleep',
  'questions#no-delivery-option-is-shown, reference#items': 'isi keranjang kosong terus checkout',
  'orders#after-a-reload-or-the-back-button': 'back button after order placed',
  'testing#reset-the-sandbox': 'reset data sandbox antar tes',
  'questions#cypress-selenium-and-other-tests': 'data-testid attributes available?',
  client: 'pakai msw buat nyegat request client',
  'testing#freeze-the-clock': 'freeze clock promise of arrival cutoff test',
  'run-the-gateway#hono': 'cara pasang gateway di hono',
  'questions#without-programming': 'how to start without knowing code | bisa pasang tanpa ngoding?',
  'reference#items': 'isi paket nama barang harus ditulis apa | nilai barang diisi harga diskon atau normal',
  'errors#reasons-of-the-gateway': 'tampilkan pesan error sendiri saat ongkir gagal',
  'theming#room-before-the-script-arrives':
    'breakpoint of the widget on mobile | layout hp responsif | batasi tinggi daftar kurir biar bisa scroll',
  'reference#couriers-and-the-list':
    'tampilkan semua kurir langsung tanpa klik | which service is recommended in the list',
  'reference#insurance-and-cod': 'cod langsung aktif dari awal | get cod money faster, 3 days',
  'reference#the-order': 'disable the order button by an attribute | use my invoice number as order reference',
  'reference#form-links-and-language': 'tombol hubungi kami ke whatsapp | heading h2 instead of h3 in the widget',
  'price#the-district': 'cara hitung ongkir tanpa alamat lengkap',
  'limits#in-other-programs-apps-and-tests': 'tabel tarif semua kota',
  'run-the-gateway#is-it-running': 'gateway check exit code',
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
    const subjects = ['pembeli tolak paket cod', 'salah nomor hp penerima', 'cetak label'];
    for (const query of ['kenapa resi belum keluar', 'cara aktifkan cod', 'kecamatan tidak ditemukan', ...subjects])
      expect(languageOf(query), query).to.equal('id');
    for (const query of [
      'why is there no waybill yet',
      'how do i enable cod',
      'refund',
      'damaged item photo proof',
      'multi seller cart',
    ])
      expect(languageOf(query), query).to.equal('en');
  });

  it('finds a place once, not in both languages', () => {
    const twins = findPlaces(index, 'cash on delivery').places.map((place) => place.twins);
    expect(new Set(twins).size).to.equal(twins.length);
  });

  it('finds a word by its beginning, by another form, by a word of the same meaning, and with a typing mistake', () => {
    const found = (query: string) => findPlaces(index, query).places.map(({ id }) => id);
    expect(found('cek ongkri')).to.deep.equal(found('cek ongkir'));
    for (const query of ['asur', 'asuransinya', 'insured parcels', 'insurence'])
      expect(
        findPlaces(index, query)
          .places.slice(0, 3)
          .map(({ twins }) => twins)
          .join(),
        query,
      ).to.match(/insurance/);
  });

  it('takes each form of an Indonesian verb as the same term, as it is written and as it is said', () => {
    for (const [typed, root] of [
      ['dibatalin', 'batal'],
      ['membatalkan', 'batal'],
      ['ngirim', 'kirim'],
      ['nyimpen', 'simpan'],
      ['dibuletin', 'bulat'],
      ['jemput2', 'jemput'],
      ['kehapus', 'hapus'],
      ['melacak', 'lacak'],
      ['berbayar', 'bayar'],
    ] as const)
      expect(termFor(typed), typed).to.equal(termFor(root));
  });

  it('looks for a similar spelling only of a word that it does not know', () => {
    const termsFound = (query: string) => new Set(findPlaces(index, query).places.flatMap(({ terms }) => terms));
    expect(termsFound('retun paket')).to.include('return');
    expect(termsFound('parcel list')).not.to.include('dist');
  });

  it('has the page of one shop system first for who names it, and another for who does not', () => {
    const first = (query: string) => String(findPlaces(index, query).places[0]?.id);
    expect(first('nomor resi medusa tdk bisa dilacak')).to.match(/medusa/);
    expect(first('nomor resi tdk bisa dilacak')).not.to.match(/medusa|vendure|woocommerce/);
  });

  for (const query of ['cod', 'COD', 'woocommerce', 'webhook', 'free shipping above', 'track parcel', 'print label'])
    it(`finds a page in the language of its reader first, if both languages have the words: "${query}"`, () => {
      for (const reader of ['en', 'id'] as const)
        expect(findPlaces(index, query, reader).places[0]?.id.startsWith('docs/id/')).to.equal(reader === 'id');
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

  it('builds its file again after a failure', async () => {
    const failures = [new Error('A source was half saved.')];
    const file = createSearchFile(async () => {
      for (const failure of failures.splice(0)) throw failure;
      return renderMarkdown('# Page', (target) => target);
    });
    const page = { source: 'page.md', address: 'docs/page', title: 'Page', menuTitle: 'Page', group: 'Guides' };
    const built = () => file([{ ...page, markdown: 'one' }]).catch(({ message }) => message);
    expect(await built()).to.equal('A source was half saved.');
    expect(await built()).to.match(/^\{/);
  });

  it('has questions of parts that there are', () => {
    const known = new Set(Object.values(index.toJSON().documentIds).map((id) => addressOf({ id: String(id) })));
    expect([...questionsOf.keys()].filter((address) => !known.has(address))).to.deep.equal([]);
  });
});
