import { chrome } from './site/indonesian.ts';

/** The pages of the demo in Indonesian, by their English sentences and links. `words.ts` has what the shop's scripts write. */
export const indonesian: Record<string, string> = {
  ...chrome,

  // The start page.
  'ship-elements · shipping for your checkout, in one tag':
    'ship-elements · ongkir dan pengiriman di checkout, cukup satu tag',
  'What it is': 'Apa ini',
  'Shipping for your checkout, in one tag.': 'Ongkir dan pengiriman di checkout, cukup satu tag.',
  'Shoppers in Indonesia compare couriers, add insurance or cash on delivery, and order.':
    'Pembeli bisa membandingkan kurir, menambah asuransi atau COD, lalu memesan.',
  'docs/start.html': 'docs/id/start.html',
  'Plugins:': 'Plugin:',
  'The code that made it': 'Kode untuk tampilan ini',
  Example: 'Contoh',
  Theme: 'Tema',
  'Phone width': 'Tampilan ponsel',
  'The rates are live: in place of': 'Ongkirnya bukan gambar. Sebagai pengganti',
  ', a sandbox in this page answers, with invented prices. It follows the public API of Biteship, unofficially. Nothing was tried against the live service.':
    ', halaman ini memakai sandbox dengan harga contoh. Formatnya mengikuti API publik Biteship, tetapi tidak resmi, dan belum pernah dicoba ke layanan aslinya.',
  'What it takes care of': 'Yang sudah ditangani',
  'One click, one order': 'Satu klik, satu pesanan',
  'Twenty clicks, a lost answer or a reload place one order. The gateway settles what has no answer.':
    'Diklik dua puluh kali, koneksi terputus, atau halaman dimuat ulang: pesanannya tetap satu. Gateway mencari tahu nasib pesanan yang belum ada kabarnya.',
  'No key in the page': 'API key tidak ada di halaman',
  'Your server signs the cart. The page carries tokens that it cannot change, and never your key.':
    'Server Anda yang menandatangani isi keranjang. Halaman hanya memegang token yang tidak bisa diubah, bukan API key Anda.',
  'No silent prices': 'Harga tidak pernah berubah diam-diam',
  'A choice or a price never changes without an event that says why, and a sentence for the shopper.':
    'Setiap kali pilihan atau harga berubah, halaman menerima event berisi alasannya, dan pembeli membaca penjelasannya.',
  'At home in your stack': 'Cocok dengan stack Anda',
  'Plugins for WooCommerce, Vendure and Medusa. Plain HTML, React, Vue, Svelte, Angular, Next and Astro. The tests make a purchase in each of them.':
    'Plugin untuk WooCommerce, Vendure, dan Medusa. HTML biasa, React, Vue, Svelte, Angular, Next, dan Astro. Semuanya diuji dengan belanja sungguhan dari awal sampai akhir.',
  'For every shopper': 'Ramah untuk semua pembeli',
  'Keyboard, screen reader, 280 px, dark mode, English and Indonesian. axe passes in every state.':
    'Bisa dipakai dengan keyboard dan pembaca layar, mulai lebar 280 px, di mode gelap, dalam bahasa Indonesia dan Inggris. Setiap tampilan lolos uji axe.',
  'Strict by default': 'Aman sejak awal',
  'No inline style, no third-party request. It runs under a strict policy with Trusted Types.':
    'Tanpa style inline dan tanpa permintaan ke pihak ketiga. Tetap berjalan dengan CSP yang ketat dan Trusted Types.',
  'Where to go from here': 'Lanjut ke mana',
  'Start, guides, recipes and a page for each component.':
    'Cara mulai, panduan, contoh siap pakai, dan halaman untuk tiap komponen.',
  'Try each setting, watch the events, copy the code.': 'Coba semua pengaturan, lihat event-nya, lalu salin kodenya.',
  'Every state of each element, and a theme panel.': 'Semua tampilan tiap elemen, dan panel tema.',
  'A whole purchase, from the product to the order.': 'Belanja dari awal sampai akhir, dari produk sampai pesanan.',
  'Two parcels': 'Dua paket',
  'A basket of two sellers: one sum, one payment, one receipt.':
    'Keranjang dari dua penjual: satu jumlah, satu pembayaran, satu bukti pesanan.',

  // The playground.
  'Playground · ship-elements': 'Uji coba · ship-elements',
  'Skip to the playground': 'Langsung ke isi',
  'Set what you like, watch what happens, and copy the code. A sandbox in this page answers, with invented prices.':
    'Atur sesuka Anda, amati yang terjadi, lalu salin kodenya. Sandbox di halaman ini yang menjawab, dengan harga rekaan.',
  Settings: 'Pengaturan',
  Scenario: 'Skenario',
  Width: 'Lebar',
  'Destination’s postal code': 'Kode pos tujuan',
  Attributes: 'Atribut',
  'Begin again': 'Ulang dari awal',
  'The checkout': 'Checkout',
  Events: 'Event',
  Clear: 'Bersihkan',
  'Every state of each element, one at a time:': 'Setiap keadaan tiap elemen, satu per satu:',
  'the pages of states': 'halaman keadaan',
  '. What each attribute means:': '. Arti tiap atribut:',
  'the checkout’s page': 'halaman checkout',
  '. This software was not tried against the live service.':
    '. Perangkat lunak ini belum pernah dicoba dengan layanan yang sebenarnya.',
  'of the page': 'dari halaman',
  none: 'tidak ada',
  all: 'semua',
  both: 'keduanya',
  'the total': 'seluruhnya',

  // The scenarios of the sandbox.
  slow: 'lambat',
  'empty lane': 'rute kosong',
  'price rises': 'harga naik',
  'service removed': 'layanan hilang',
  'merchant balance': 'saldo toko habis',
  'lost answer': 'jawaban hilang',
  'cod refused': 'COD ditolak',
  busy: 'sibuk',
  'rate limited': 'terlalu sering',
  offline: 'terputus',
  html: 'HTML',
  malformed: 'jawaban rusak',
  'parcel held': 'paket tertahan',
  'parcel without transit': 'paket tanpa kabar perjalanan',
  'parcel returned': 'paket kembali',
  'parcel rejected': 'paket ditolak',
  'no driver': 'tanpa kurir',
  'webhooks disordered': 'webhook tak berurutan',
  'Everything goes well.': 'Semua berjalan lancar.',
  'Every answer takes three seconds.': 'Setiap jawaban perlu tiga detik.',
  'No courier serves the lane.': 'Tidak ada kurir yang melayani rute ini.',
  'Shipping costs a tenth more when the same goods are quoted again, and when they are ordered.':
    'Ongkir naik sepersepuluh saat barang yang sama ditanyakan lagi, dan saat dipesan.',
  'The cheapest service of the first quote is gone at the next one, and refused when it is ordered.':
    'Layanan termurah dari jawaban pertama hilang di jawaban berikutnya, dan ditolak saat dipesan.',
  'The shop’s account is empty: no quotes and no orders, and nothing a shopper could do about it.':
    'Saldo akun toko habis: tidak ada tarif dan pesanan, dan pembeli tidak bisa berbuat apa-apa.',
  'Each order is placed, and the first answer about it is lost.':
    'Setiap pesanan dibuat, dan jawaban pertamanya hilang.',
  'Cash on delivery is quoted, and refused when it is ordered.': 'COD ditawarkan, lalu ditolak saat dipesan.',
  'The service is overloaded: 503, ask again in two seconds.':
    'Layanan kelebihan beban: 503, tanyakan lagi dalam dua detik.',
  'Too many requests: 429, ask again in a second.': 'Terlalu banyak permintaan: 429, tanyakan lagi dalam sedetik.',
  'No request arrives.': 'Tidak ada permintaan yang sampai.',
  'Something on the way answers a page, status 502.': 'Sesuatu di jalan menjawab dengan halaman, status 502.',
  'Every answer breaks off in the middle.': 'Setiap jawaban terputus di tengah.',
  'Parcels that move are held on the way, and arrive later.': 'Paket tertahan di jalan, lalu tiba lebih lambat.',
  'Parcels that move are told as on their way to the door from the pick-up on.':
    'Sejak dijemput, paket disebut dalam perjalanan ke alamat.',
  'Parcels that move come back to the shop.': 'Paket kembali ke toko.',
  'Parcels that move are refused at the door.': 'Paket ditolak di depan pintu.',
  'No courier is found for parcels that move.': 'Tidak ada kurir yang mengambil paket.',
  'Each webhook comes twice, and the one before it again in between.':
    'Setiap webhook datang dua kali, dan di antaranya yang sebelumnya datang lagi.',

  // The shop's desk, and its page with the script tag.
  'About this demo': 'Tentang demo ini',
  'Script tag': 'Tag skrip',
  'Shop’s desk': 'Dasbor toko',
  Refresh: 'Muat ulang',
  'All orders of this demo, newest first.': 'Semua pesanan di demo ini, terbaru di atas.',
  'None yet. Place one at the checkout.': 'Belum ada. Buat satu di checkout.',
  'The orders could not be loaded. Refresh to try again.': 'Pesanan tidak bisa dimuat. Muat ulang untuk mencoba lagi.',
  Number: 'Nomor',
  Time: 'Waktu',
  Status: 'Status',
  Goods: 'Barang',
  Courier: 'Kurir',
  Waybill: 'No. resi',
  Shipping: 'Ongkir',
  Insured: 'Asuransi',
  Recipient: 'Penerima',
  'Script tag · Rumah Teduh': 'Tag skrip · Rumah Teduh',
  'One file, no script of the shop’s own': 'Satu berkas, tanpa skrip buatan toko',
  'The form below is plain HTML. It sends the chosen service as':
    'Formulir di bawah ini HTML biasa. Layanan yang dipilih dikirim sebagai',
  'Continue to payment': 'Lanjut ke pembayaran',
};
