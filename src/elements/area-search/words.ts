import type { Languages } from '../words/locale.ts';

/** Every sentence of the area search. */
export interface AreaWords {
  /** The label, if the page has none for the element. */
  area: string;
  areaExample: string;
  /** The validation message. */
  chooseArea: string;
  /** The button that clears the text, and the choice. */
  clearArea: string;
  changeArea: string;
  searching(text: string): string;
  areasFound(count: number): string;
  /** A postal code lies in several districts. */
  severalDistricts(postalCode: string, count: number): string;
  /** A postal code may be the number of a house, or it does not lie in the district that the text names. */
  uncertain: string;
  notFound(text: string): string;
  notFoundHelp: string;
  areaChosen(name: string): string;

  retry: string;
  offline: string;
  unreachable: string;
  /** The limit of searches is reached, for minutes or for the day. */
  tooMany: string;
  /** The gateway does not serve the search, or its answer cannot be read. */
  searchFailed: string;
}

const english: AreaWords = {
  area: 'District',
  areaExample: 'For example Coblong or 40132',
  chooseArea: 'Choose your district from the list.',
  clearArea: 'Clear',
  changeArea: 'Change',
  searching: (text) => `Searching for “${text}”…`,
  areasFound: (count) => `${count} result${count === 1 ? '' : 's'}`,
  severalDistricts: (postalCode, count) => `${postalCode} lies in ${count} districts. Choose one.`,
  uncertain: 'Check district and postal code, then choose one.',
  notFound: (text) => `“${text}” was not found`,
  notFoundHelp: 'Enter the district alone, without the street, or the 5 digits of the postal code.',
  areaChosen: (name) => `${name} is chosen.`,

  retry: 'Try again',
  offline: 'No internet connection.',
  unreachable: 'The search isn’t answering.',
  tooMany: 'There have been too many searches. Please try again later, or contact the shop.',
  searchFailed: 'The search isn’t available. Please contact the shop.',
};

const indonesian: AreaWords = {
  area: 'Kecamatan',
  areaExample: 'Contoh: Coblong atau 40132',
  chooseArea: 'Pilih kecamatan dari daftar.',
  clearArea: 'Hapus',
  changeArea: 'Ubah',
  searching: (text) => `Mencari “${text}”…`,
  areasFound: (count) => `${count} hasil`,
  severalDistricts: (postalCode, count) => `${postalCode} ada di ${count} kecamatan. Pilih satu.`,
  uncertain: 'Periksa kecamatan dan kode pos, lalu pilih satu.',
  notFound: (text) => `“${text}” tidak ditemukan`,
  notFoundHelp: 'Tulis nama kecamatan saja, tanpa jalan, atau tulis 5 angka kode pos.',
  areaChosen: (name) => `${name} dipilih.`,

  retry: 'Coba lagi',
  offline: 'Tidak ada koneksi internet.',
  unreachable: 'Pencarian tidak merespons.',
  tooMany: 'Terlalu banyak pencarian. Silakan coba lagi nanti, atau hubungi toko.',
  searchFailed: 'Pencarian tidak tersedia. Silakan hubungi toko.',
};

export const languages: Languages<AreaWords> = { en: english, id: indonesian };
