/** What is said in place of an element whose class did not load. It is a file of its own, because the other words come with the class. */
export const notLoaded = {
  en: { sentence: 'This part of the page didn’t load.', retry: 'Try again', reload: 'Reload the page' },
  id: { sentence: 'Bagian halaman ini gagal dimuat.', retry: 'Coba lagi', reload: 'Muat ulang halaman' },
};
