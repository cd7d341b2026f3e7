/** What stands around the text of each page, in Indonesian, by the English words and links. */
export const chrome: Record<string, string> = {
  // The head.
  'Skip to the text': 'Langsung ke isi',
  Site: 'Situs',
  Docs: 'Dokumentasi',
  'docs/index.html': 'docs/id/start.html',
  '../docs/index.html': '../docs/id/start.html',
  Playground: 'Uji coba',
  States: 'Semua tampilan',
  'Demo shop': 'Toko demo',
  Search: 'Cari',
  Dark: 'Gelap',

  // The search.
  'Search the docs': 'Cari di dokumentasi',
  'Search the documentation': 'Cari di dokumentasi',
  place: 'tempat',
  places: 'tempat',
  'No place has all words.': 'Tidak ada tempat dengan semua kata itu.',
  'The search is loading …': 'Pencarian sedang dimuat …',
  'The search could not be loaded. Type again to retry.': 'Pencarian tidak bisa dimuat. Ketik lagi untuk mencoba.',
  Close: 'Tutup',

  // Code, tables and pictures in a text.
  Copy: 'Salin',
  Copied: 'Disalin',
  Selected: 'Dipilih',
  Code: 'Kode',
  Table: 'Tabel',
  'Show the parts in the example': 'Tunjukkan bagian-bagiannya di contoh',

  // The menu of the documentation, and what else stands beside a text.
  Overview: 'Ikhtisar',
  'From another integration': 'Dari integrasi lain',
  Documentation: 'Dokumentasi',
  'Get started': 'Mulai',
  Frameworks: 'Framework',
  Shops: 'Sistem toko',
  Components: 'Komponen',
  Guides: 'Panduan',
  'Your server': 'Server Anda',
  Deploy: 'Pasang di server',
  'Before you go live': 'Sebelum tayang',
  More: 'Lainnya',
  'On this page': 'Di halaman ini',
  'Next pages': 'Halaman berikutnya',
  Before: 'Sebelumnya',
  Next: 'Berikutnya',
  'ship-elements was not tried against the live service.':
    'ship-elements belum pernah dicoba dengan layanan yang sebenarnya.',
  'What was not tried': 'Apa yang belum dicoba',
  'This page as Markdown': 'Halaman ini sebagai Markdown',
  'All pages as a list': 'Semua halaman sebagai daftar',
};
