export interface Place {
  /** The first and last prefix: two digits of the postal code. */
  first: number;
  last: number;
  city: string;
  province: string;
  region: Region;
  /** In degrees. */
  latitude: number;
  longitude: number;
}

/** The island of each region. Remote regions have their own price. */
export const regions = {
  'west-java': { island: 'java', remote: false },
  'central-java': { island: 'java', remote: false },
  'east-java': { island: 'java', remote: false },
  'north-sumatra': { island: 'sumatra', remote: false },
  'south-sumatra': { island: 'sumatra', remote: false },
  kalimantan: { island: 'kalimantan', remote: false },
  bali: { island: 'bali', remote: false },
  'nusa-tenggara': { island: 'nusa-tenggara', remote: false },
  sulawesi: { island: 'sulawesi', remote: false },
  maluku: { island: 'maluku', remote: true },
  papua: { island: 'papua', remote: true },
} as const;

export type Region = keyof typeof regions;

type Row = readonly [number, number, string, string, Region, number, number];

/** The areas of Indonesia by the first two digits of the postal code, each with its main city. */
const rows: readonly Row[] = [
  [10, 10, 'Jakarta Pusat', 'DKI Jakarta', 'west-java', -6.1818, 106.8223],
  [11, 11, 'Jakarta Barat', 'DKI Jakarta', 'west-java', -6.1683, 106.7588],
  [12, 12, 'Jakarta Selatan', 'DKI Jakarta', 'west-java', -6.2615, 106.8106],
  [13, 13, 'Jakarta Timur', 'DKI Jakarta', 'west-java', -6.225, 106.9004],
  [14, 14, 'Jakarta Utara', 'DKI Jakarta', 'west-java', -6.1384, 106.8639],
  [15, 15, 'Tangerang', 'Banten', 'west-java', -6.1783, 106.6319],
  [16, 16, 'Bogor', 'Jawa Barat', 'west-java', -6.595, 106.8166],
  [17, 17, 'Bekasi', 'Jawa Barat', 'west-java', -6.2349, 106.9896],
  [20, 22, 'Medan', 'Sumatera Utara', 'north-sumatra', 3.5952, 98.6722],
  [23, 24, 'Banda Aceh', 'Aceh', 'north-sumatra', 5.5483, 95.3238],
  [25, 27, 'Padang', 'Sumatera Barat', 'north-sumatra', -0.9471, 100.4172],
  [28, 29, 'Pekanbaru', 'Riau', 'north-sumatra', 0.5071, 101.4478],
  [30, 32, 'Palembang', 'Sumatera Selatan', 'south-sumatra', -2.9761, 104.7754],
  [33, 33, 'Pangkal Pinang', 'Kepulauan Bangka Belitung', 'south-sumatra', -2.1316, 106.1169],
  [34, 35, 'Bandar Lampung', 'Lampung', 'south-sumatra', -5.3971, 105.2668],
  [36, 37, 'Jambi', 'Jambi', 'south-sumatra', -1.6101, 103.6131],
  [38, 39, 'Bengkulu', 'Bengkulu', 'south-sumatra', -3.7928, 102.2608],
  [40, 40, 'Bandung', 'Jawa Barat', 'west-java', -6.9175, 107.6191],
  [41, 41, 'Karawang', 'Jawa Barat', 'west-java', -6.3015, 107.3053],
  [42, 42, 'Serang', 'Banten', 'west-java', -6.1201, 106.1503],
  [43, 43, 'Sukabumi', 'Jawa Barat', 'west-java', -6.9277, 106.93],
  [44, 44, 'Garut', 'Jawa Barat', 'west-java', -7.2279, 107.9087],
  [45, 45, 'Cirebon', 'Jawa Barat', 'west-java', -6.732, 108.5523],
  [46, 46, 'Tasikmalaya', 'Jawa Barat', 'west-java', -7.3274, 108.2207],
  [50, 52, 'Semarang', 'Jawa Tengah', 'central-java', -6.9667, 110.4167],
  [53, 54, 'Purwokerto', 'Jawa Tengah', 'central-java', -7.4243, 109.2391],
  [55, 55, 'Yogyakarta', 'DI Yogyakarta', 'central-java', -7.7956, 110.3695],
  [56, 59, 'Surakarta', 'Jawa Tengah', 'central-java', -7.5755, 110.8243],
  [60, 62, 'Surabaya', 'Jawa Timur', 'east-java', -7.2575, 112.7521],
  [63, 64, 'Kediri', 'Jawa Timur', 'east-java', -7.848, 112.0178],
  [65, 67, 'Malang', 'Jawa Timur', 'east-java', -7.9666, 112.6326],
  [68, 69, 'Jember', 'Jawa Timur', 'east-java', -8.1845, 113.6681],
  [70, 72, 'Banjarmasin', 'Kalimantan Selatan', 'kalimantan', -3.3186, 114.5944],
  [73, 74, 'Palangka Raya', 'Kalimantan Tengah', 'kalimantan', -2.2161, 113.9135],
  [75, 77, 'Samarinda', 'Kalimantan Timur', 'kalimantan', -0.5022, 117.1536],
  [78, 79, 'Pontianak', 'Kalimantan Barat', 'kalimantan', -0.0263, 109.3425],
  [80, 82, 'Denpasar', 'Bali', 'bali', -8.6705, 115.2126],
  [83, 84, 'Mataram', 'Nusa Tenggara Barat', 'nusa-tenggara', -8.5833, 116.1167],
  [85, 87, 'Kupang', 'Nusa Tenggara Timur', 'nusa-tenggara', -10.1772, 123.607],
  [90, 92, 'Makassar', 'Sulawesi Selatan', 'sulawesi', -5.1477, 119.4327],
  [93, 93, 'Kendari', 'Sulawesi Tenggara', 'sulawesi', -3.9985, 122.513],
  [94, 94, 'Palu', 'Sulawesi Tengah', 'sulawesi', -0.8917, 119.8707],
  [95, 96, 'Manado', 'Sulawesi Utara', 'sulawesi', 1.4748, 124.8421],
  [97, 97, 'Ambon', 'Maluku', 'maluku', -3.6954, 128.1814],
  [98, 98, 'Manokwari', 'Papua Barat', 'papua', -0.8615, 134.062],
  [99, 99, 'Jayapura', 'Papua', 'papua', -2.5337, 140.7181],
];

export const places: readonly Place[] = rows.map(([first, last, city, province, region, latitude, longitude]) => ({
  first,
  last,
  city,
  province,
  region,
  latitude,
  longitude,
}));
