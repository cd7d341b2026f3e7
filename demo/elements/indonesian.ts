import { tokens } from './tokens.ts';

/** The pages of states in Indonesian, by their English sentences. */
export const indonesian: Record<string, string> = {
  // The pages.
  'Skip to the states': 'Langsung ke isi',
  Elements: 'Elemen',
  'Area search': 'Pencarian wilayah',
  'Courier picker': 'Pemilih kurir',
  'Rate comparison': 'Perbandingan tarif',
  'Order button': 'Tombol pesan',
  Promise: 'Ongkir',
  Tracking: 'Pelacakan',
  'Area search · States · ship-elements': 'Pencarian wilayah · Semua tampilan · ship-elements',
  'Checkout · States · ship-elements': 'Checkout · Semua tampilan · ship-elements',
  'Courier picker · States · ship-elements': 'Pemilih kurir · Semua tampilan · ship-elements',
  'Rate comparison · States · ship-elements': 'Perbandingan tarif · Semua tampilan · ship-elements',
  'Order button · States · ship-elements': 'Tombol pesan · Semua tampilan · ship-elements',
  'Parcels · States · ship-elements': 'Beberapa paket · Semua tampilan · ship-elements',
  'Several parcels that are bought at once: rates for each, one bill, one sum.':
    'Beberapa paket yang dibeli sekaligus: tarif untuk masing-masing, satu rincian biaya, satu jumlah.',
  Parcels: 'Beberapa paket',
  'Two shops send a parcel each; the shopper has not chosen.':
    'Dua toko masing-masing mengirim satu paket; pembeli belum memilih.',
  'The cheapest of each is chosen at first: preselect="cheapest". The button submits the form: pay-button. The heading links to the address: address-url.':
    'Yang termurah dari masing-masing sudah terpilih: preselect="cheapest". Tombolnya mengirim formulir: pay-button. Judulnya menautkan alamat: address-url.',
  'COD is on, and the chosen courier of one parcel collects no money.':
    'COD menyala, dan kurir terpilih dari satu paket tidak menagih uang.',
  'A basket of one parcel is a checkout.': 'Keranjang berisi satu paket tampil sebagai checkout.',
  'No parcel has a destination yet. Nothing is asked.': 'Belum ada paket yang punya tujuan. Tidak ada yang ditanyakan.',
  'Promise · States · ship-elements': 'Ongkir · Semua tampilan · ship-elements',
  'Says on the page of a product when delivery comes and what it costs at least.':
    'Menyebut di halaman produk kapan paket tiba dan mulai berapa ongkirnya.',
  'Tracking · States · ship-elements': 'Pelacakan · Semua tampilan · ship-elements',
  'Finds the shopper’s district by its name or postal code; couriers price by district.':
    'Menemukan kecamatan pembeli dari nama atau kode posnya; kurir menghitung tarif per kecamatan.',
  'The whole choice in one element: couriers, rates, insurance and cash on delivery, the order.':
    'Seluruh pilihan dalam satu elemen: kurir, tarif, asuransi dan COD, pesanan.',
  'Lets the shopper choose which couriers to compare; none chosen means all of them.':
    'Pembeli memilih kurir yang dibandingkan; jika tidak memilih, semuanya dibandingkan.',
  'Places the shipping order, says what became of it, and cancels it.':
    'Membuat pesanan pengiriman, memberi tahu hasilnya, dan membatalkannya.',
  'Lets the shopper compare the couriers’ rates for a shipment, with insurance and cash on delivery, and choose one.':
    'Pembeli membandingkan tarif kurir untuk sebuah kiriman, dengan asuransi dan COD, lalu memilih satu.',
  'Shows a shopper where their parcel is, from the receipt to the door.':
    'Menunjukkan kepada pembeli di mana paketnya, dari tanda terima sampai depan pintu.',
  State: 'Keadaan',
  'The element': 'Elemen',
  'Event log': 'Log event',
  'What the page hears from the element, the newest first, at most 100. No personal data is in it.':
    'Yang didengar halaman dari elemen, terbaru di atas, paling banyak 100. Tidak ada data pribadi di dalamnya.',
  'How it is shown': 'Cara ditampilkan',
  View: 'Tampilan',
  Language: 'Bahasa',
  Direction: 'Arah',
  'Left to right': 'Kiri ke kanan',
  'Right to left': 'Kanan ke kiri',
  Colours: 'Warna',
  'As the system': 'Sesuai sistem',
  Light: 'Terang',
  'This shop’s': 'Milik toko ini',
  'Built-in': 'Bawaan',
  'CSS to paste': 'CSS untuk ditempel',
  'Copied.': 'Disalin.',
  'Selected: copy it with the keyboard.': 'Dipilih: salin dengan papan ketik.',
  'Not a colour: left out.': 'Bukan warna: dilewati.',
  'Not a length: left out.': 'Bukan ukuran: dilewati.',
  'Not a font: left out.': 'Bukan fon: dilewati.',
  'Too little contrast: the words on the order button have': 'Kontras kurang: tulisan di tombol pesan memiliki',
  'Contrast of words on the accent:': 'Kontras tulisan di atas warna aksen:',
  'in light': 'saat terang',
  'in dark': 'saat gelap',
  '. Below 4.5:1': '. Di bawah 4.5:1',
  'many people cannot read them.': 'banyak orang tidak bisa membacanya.',
  'form data': 'isi formulir',

  ...Object.fromEntries(tokens.map(({ name }) => [`Pick ${name}`, `Pilih ${name}`])),

  // The groups of states.
  Rates: 'Tarif',
  'When it fails': 'Saat gagal',
  'The choice': 'Pilihan',
  'In a form': 'Dalam formulir',
  'The order': 'Pesanan',
  Couriers: 'Kurir',
  'On its way': 'Dalam perjalanan',
  'What goes wrong': 'Yang bermasalah',
  'On the page of a product': 'Di halaman produk',
  'In a cart': 'Di keranjang',
  'Without a state': 'Tanpa keadaan',
  'Before it': 'Sebelumnya',
  'Own rates': 'Tarif sendiri',

  // The names of the states.
  ready: 'siap',
  list: 'daftar',
  logos: 'logo',
  dates: 'tanggal',
  days: 'hari',
  'map pin': 'pin peta',
  incomplete: 'belum lengkap',
  loading: 'memuat',
  stale: 'harga lama',
  empty: 'kosong',
  unreachable: 'tidak terjangkau',
  unreadable: 'tidak terbaca',
  'account empty': 'saldo habis',
  chosen: 'terpilih',
  two: 'dua',
  one: 'satu',
  'price changed': 'harga berubah',
  'service gone': 'layanan hilang',
  'given up': 'tidak ditawarkan lagi',
  'insurance locked': 'asuransi terkunci',
  'nothing declared': 'tanpa nilai barang',
  'not insurable': 'tidak bisa diasuransikan',
  'cash on delivery': 'COD',
  'in the way': 'terhalang',
  'above cash limit': 'di atas batas COD',
  required: 'wajib diisi',
  disabled: 'nonaktif',
  ordering: 'sedang dipesan',
  'price moved': 'harga bergeser',
  refused: 'ditolak',
  unconfirmed: 'belum pasti',
  recovered: 'ditemukan lagi',
  placed: 'dipesan',
  draft: 'draf',
  cancelling: 'sedang dibatalkan',
  'cancel refused': 'pembatalan ditolak',
  cancelled: 'dibatalkan',
  given: 'diberikan',
  'no rate': 'tanpa tarif',
  found: 'ditemukan',
  'two districts': 'dua kecamatan',
  'not found': 'tidak ditemukan',
  searching: 'mencari',
  'postal code': 'kode pos',
  'not served': 'tidak dilayani',
  unavailable: 'tidak ada',
  asking: 'ditanyakan',
  known: 'diketahui',
  duration: 'lama kirim',
  missing: 'masih kurang',
  free: 'gratis',
  waiting: 'menunggu',
  'in transit': 'di jalan',
  'out for delivery': 'sedang diantar',
  delivered: 'sampai',
  late: 'terlambat',
  unknown: 'tidak dikenal',
  'drop off': 'diantar toko',
  'last state': 'keadaan terakhir',
  'on hold': 'tertahan',
  returning: 'dikembalikan',
  returned: 'sudah kembali',
  rejected: 'tidak terkirim',
  disposed: 'dimusnahkan',
  'no courier': 'tanpa kurir',
  expired: 'kedaluwarsa',
  'not valid': 'tidak sah',

  // What the states show.
  'The few rates that no other beats in price and arrival; the shopper has not chosen.':
    'Beberapa tarif yang harga dan waktu tibanya tidak dikalahkan yang lain; pembeli belum memilih.',
  'All rates, cheapest first, by the attribute all-rates. The shop recommends one: recommended="jne/reg".':
    'Semua tarif, termurah di atas, dengan atribut all-rates. Toko merekomendasikan satu: recommended="jne/reg".',
  'The shop’s own pictures of two couriers, by the property logos; the others have their short name.':
    'Gambar dua kurir milik toko, dengan properti logos; yang lain memakai nama singkatnya.',
  'The shop hands the parcel over tomorrow at nine (ready-at), and there is a map pin: dates of arrival, and hours tomorrow.':
    'Toko menyerahkan paket besok pukul sembilan (ready-at), dan ada pin peta: tanggal tiba, dan jamnya untuk besok.',
  'The page does not say when the shop hands the parcel over (no ready-at): days instead of dates.':
    'Halaman tidak menyebut kapan toko menyerahkan paket (tanpa ready-at): hari, bukan tanggal.',
  'The shop has one courier compared, which needs a map pin, and there is none: couriers="gojek".':
    'Toko membandingkan satu kurir yang perlu pin peta, dan pinnya tidak ada: couriers="gojek".',
  'The shipment has no destination yet. Nothing is asked: every quote is charged.':
    'Kiriman belum punya tujuan. Tidak ada yang ditanyakan: setiap permintaan tarif dikenai biaya.',
  'The first rates are on their way, for a minute.': 'Tarif pertama sedang dimuat, selama satu menit.',
  'Another amount is to be insured, and the new prices are on their way; the old rows stay where they are.':
    'Nilai yang diasuransikan berubah, dan harga barunya sedang dimuat; baris lama tetap di tempatnya.',
  'The line breaks, and the page is online: asking again may help.':
    'Sambungan terputus, sedangkan halaman daring: bertanya lagi mungkin membantu.',
  'The service is overloaded and says for how long, twice again; then the shopper is told.':
    'Layanan kelebihan beban dan menyebut berapa lama, dua kali lagi; setelah itu pembeli diberi tahu.',
  'A page of HTML comes instead of an answer: asking again would not help.':
    'Yang datang halaman HTML, bukan jawaban: bertanya lagi tidak membantu.',
  'The merchant has no balance: nothing that a shopper could mend.':
    'Saldo toko habis: pembeli tidak bisa memperbaikinya.',
  'Take this page off the network (developer tools, Network, Offline): it says so by itself. Online it is like unreachable.':
    'Putuskan halaman ini dari jaringan (alat pengembang, Network, Offline): elemen memberitahukannya sendiri. Saat daring, sama seperti “tidak terjangkau”.',
  'A rate that the page has set: value="jne/reg".': 'Tarif yang ditetapkan halaman: value="jne/reg".',
  'The chosen rate costs a tenth more when it is asked again; its row and the sum say what it was.':
    'Tarif terpilih naik sepersepuluh saat ditanyakan lagi; barisnya dan totalnya menyebut harga sebelumnya.',
  'The chosen rate is gone when it is asked again; the choice is cleared, with its name.':
    'Tarif terpilih hilang saat ditanyakan lagi; pilihan dikosongkan, dan namanya disebut.',
  'A saved choice whose service is offered no more: it is explained, with the day.':
    'Pilihan tersimpan yang layanannya tidak ditawarkan lagi: dijelaskan, dengan tanggalnya.',
  'The cargo courier always insures: a locked switch with its reason and amount.':
    'Kurir kargo selalu mengasuransikan: sakelar terkunci dengan alasan dan jumlahnya.',
  'Goods without a declared value: why the cargo courier is missing is said under the rates.':
    'Barang tanpa nilai: di bawah tarif tertulis mengapa kurir kargo tidak ada.',
  'Insurance is on, and the chosen courier cannot insure: the switch shows off, the shopper’s wish stays, and another rate is offered.':
    'Asuransi menyala, dan kurir terpilih tidak bisa mengasuransikan: sakelar terlihat mati, keinginan pembeli tetap tersimpan, dan tarif lain ditawarkan.',
  'Prices with the COD fee. Couriers that collect no cash stay in their place, dimmed, with the reason.':
    'Harga dengan biaya COD. Kurir tanpa COD tetap di tempatnya, redup, dengan alasannya.',
  'The chosen courier collects no cash: what helps stands in the bar, one tap each.':
    'Kurir terpilih tidak melayani COD: jalan keluarnya ada di bilah, masing-masing satu ketukan.',
  'A cart above what couriers collect: cash on delivery is locked.':
    'Keranjang di atas batas tagihan kurir: COD terkunci.',
  'The form asked for its fields: the browser points at the first rate.':
    'Formulir meminta isiannya: peramban menunjuk tarif pertama.',
  'Nothing can be chosen.': 'Tidak ada yang bisa dipilih.',
  'The order is on its way, for a minute: a second click does nothing.':
    'Pesanan sedang dikirim, selama satu menit: klik kedua tidak berpengaruh.',
  'The price rose since it was quoted: both amounts are said, nothing is ordered before the next click.':
    'Harga naik sejak ditawarkan: kedua jumlah disebut, dan tidak ada pesanan sebelum klik berikutnya.',
  'The service says no: it refuses the address.': 'Layanan menolak alamatnya.',
  'The order is placed and its answer is lost: the next click finds out, and orders nothing twice.':
    'Pesanan dibuat dan jawabannya hilang: klik berikutnya mencari tahu, dan tidak memesan dua kali.',
  'The same, checked again: the order is found.': 'Sama, lalu diperiksa lagi: pesanan ditemukan.',
  'The order is placed.': 'Pesanan dibuat.',
  'A draft is saved.': 'Draf disimpan.',
  'The cancellation is on its way, for a minute.': 'Pembatalan sedang dikirim, selama satu menit.',
  'The courier has the parcel: the order cannot be cancelled any more.':
    'Paket sudah di tangan kurir: pesanan tidak bisa dibatalkan lagi.',
  'The order is placed and cancelled.': 'Pesanan dibuat lalu dibatalkan.',
  'Rates of the page’s own, by the property rates: nothing is asked.':
    'Tarif milik halaman sendiri, dengan properti rates: tidak ada yang ditanyakan.',
  'A rate and the order are set; the next click orders.':
    'Tarif dan pesanan sudah ditetapkan; klik berikutnya memesan.',
  'There is no rate to order yet: the button says what it waits for.':
    'Belum ada tarif untuk dipesan: tombol menyebut apa yang ditunggunya.',
  'It cannot be clicked.': 'Tidak bisa diklik.',
  'The service is gone when its price is asked once more: nothing is ordered.':
    'Layanan hilang saat harganya ditanyakan sekali lagi: tidak ada yang dipesan.',
  'All couriers are compared until the shopper chooses some.':
    'Semua kurir dibandingkan sampai pembeli memilih beberapa.',
  'Three are chosen: couriers="jne,sicepat,wahana".': 'Tiga dipilih: couriers="jne,sicepat,wahana".',
  'The couriers are being looked up, for a minute.': 'Kurir sedang dicari, selama satu menit.',
  'The account has no courier. The sandbox’s always has some: this page answers in its place.':
    'Akun tidak punya kurir. Akun sandbox selalu punya: halaman ini menjawab sebagai gantinya.',
  'The answer breaks off in the middle: asking again would not help.':
    'Jawaban terputus di tengah: bertanya lagi tidak membantu.',
  'Nothing is typed.': 'Belum ada yang diketik.',
  'Four letters are typed: cobl.': 'Empat huruf diketik: cobl.',
  'A postal code of two districts is typed: 40124.': 'Kode pos milik dua kecamatan diketik: 40124.',
  'What is typed is no district.': 'Yang diketik bukan kecamatan.',
  'The answer is held for a minute.': 'Jawaban ditahan selama satu menit.',
  'An area is set: area={ id, name, … }.': 'Wilayah sudah ditetapkan: area={ id, name, … }.',
  'The page knows the postal code, 40111. It lies in one district.':
    'Halaman tahu kode posnya, 40111. Kode itu ada di satu kecamatan.',
  'Required, and the form was submitted.': 'Wajib diisi, dan formulir dikirim.',
  'Nothing can be changed.': 'Tidak ada yang bisa diubah.',
  'The gateway does not serve the search.': 'Gateway tidak melayani pencarian.',
  'The courier has not collected it yet.': 'Kurir belum menjemputnya.',
  'The arrival is counted from the pick-up.': 'Waktu tiba dihitung dari penjemputan.',
  'It arrives today, and the courier collects the money.': 'Tiba hari ini, dan kurir menagih uangnya.',
  'It has arrived.': 'Sudah sampai.',
  'It takes longer than its service.': 'Lebih lama dari layanannya.',
  'The courier has a state of its own: its note is shown.': 'Kurir punya keadaan sendiri: catatannya yang ditampilkan.',
  'The shop brings it to the courier, and has not yet.': 'Toko mengantarnya ke kurir, dan belum melakukannya.',
  'The gateway has heard of one state alone.': 'Gateway baru mendengar satu keadaan.',
  'The courier holds it for the moment.': 'Untuk sementara ditahan kurir.',
  'It goes back to the shop.': 'Dalam perjalanan kembali ke toko.',
  'The shop has it back.': 'Sudah kembali di toko.',
  'It cannot be delivered.': 'Tidak bisa diantarkan.',
  'The courier neither delivers nor returns it.': 'Kurir tidak mengantar dan tidak mengembalikannya.',
  'No courier has taken it.': 'Tidak ada kurir yang mengambilnya.',
  'The delivery was cancelled.': 'Pengiriman dibatalkan.',
  'The first answer is on its way, for as long as you look.': 'Jawaban pertama sedang dimuat, selama Anda melihatnya.',
  'The link is older than 90 days.': 'Tautan lebih tua dari 90 hari.',
  'The link is not valid.': 'Tautan tidak sah.',
  'The district is not known, and nothing is asked.': 'Kecamatannya belum diketahui, dan tidak ada yang ditanyakan.',
  'The answer is on its way, for as long as you look.': 'Jawabannya masih dalam perjalanan, selama Anda melihatnya.',
  'The dates, the least price and the district.': 'Tanggal, ongkir termurah, dan kecamatannya.',
  'The shop has no calendar.': 'Toko tidak punya kalender.',
  'No courier delivers there, or no answer came.': 'Belum ada kurir ke sana, atau tidak ada jawaban.',
  'A part is missing for free delivery.': 'Masih kurang untuk gratis ongkir.',
  'The delivery is free.': 'Ongkirnya gratis.',
  'The gateway has no tracking.': 'Gateway tidak punya pelacakan.',
  'The line breaks, and the page is online.': 'Sambungan terputus, sedangkan halaman daring.',
  'A later answer did not come: the last state stays, with its time.':
    'Jawaban berikutnya tidak datang: keadaan terakhir tetap, dengan waktunya.',
};
