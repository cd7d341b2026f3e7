import { type Area, AreasRequest, type AreasResponse, areaQuestion } from '../contract/index.ts';
import { checkRequest, refuse } from './http.ts';

/** A city with its districts. The numbers are parts of area ids. A district's number is that of the city's first one, plus its position in the list. */
export interface City {
  province: string;
  provinceNumber: number;
  city: string;
  cityNumber: number;
  firstDistrict: number;
  /** A line for each district: its name and its postal codes, with `-` for consecutive ones. */
  districts: string;
}

// Names and postal codes are facts of cahyadsn/wilayah and cahyadsn/wilayah_kodepos (MIT, see the README). The numbers of the ids are ours,
// except those of Jakarta that are published.

export const cities: readonly City[] = [
  {
    province: 'DKI Jakarta',
    provinceNumber: 6,
    city: 'Jakarta Barat',
    cityNumber: 146,
    firstDistrict: 820,
    districts: `
Cengkareng 11710 11720 11730 11740 11750
Grogol Petamburan 11440 11450 11460 11470
Kalideres 11810 11820 11830 11840 11850
Kebon Jeruk 11510 11520 11530 11540 11550 11560
Kembangan 11610 11620 11630 11640 11650
Pal Merah 11410 11420 11430 11480
Taman Sari 11110 11120 11130 11140 11150 11160 11170 11180
Tambora 11210 11220 11230 11240 11250 11260 11270 11310 11320 11330
`,
  },
  {
    province: 'DKI Jakarta',
    provinceNumber: 6,
    city: 'Jakarta Pusat',
    cityNumber: 147,
    firstDistrict: 828,
    districts: `
Cempaka Putih 10510 10520 10570
Gambir 10110 10120 10130 10140 10150 10160
Johar Baru 10530 10540 10550 10560
Kemayoran 10610 10620 10630 10640 10650
Menteng 10310 10320 10330 10340 10350
Sawah Besar 10710 10720 10730 10740 10750
Senen 10410 10420 10430 10440 10450 10460
Tanah Abang 10210 10220 10230 10240 10250 10260 10270
`,
  },
  {
    province: 'DKI Jakarta',
    provinceNumber: 6,
    city: 'Jakarta Selatan',
    cityNumber: 148,
    firstDistrict: 836,
    districts: `
Cilandak 12410 12420 12430 12440 12450
Jagakarsa 12530 12620 12630 12640
Kebayoran Baru 12110 12120 12130 12140 12150 12160 12170 12180 12190
Kebayoran Lama 12210 12220 12230 12240 12310
Mampang Prapatan 12710 12720 12730 12790
Pancoran 12740 12750 12760 12770 12780
Pasar Minggu 12510 12520 12540 12550 12560
Pesanggrahan 12250 12260 12270 12320 12330
Setiabudi 12910 12920 12930 12940 12950 12960 12970 12980
Tebet 12810 12820 12830 12840 12850 12860 12870
`,
  },
  {
    province: 'DKI Jakarta',
    provinceNumber: 6,
    city: 'Jakarta Timur',
    cityNumber: 149,
    firstDistrict: 846,
    districts: `
Cakung 13910 13920 13930 13940 13950 13960
Cipayung 13810 13820 13840 13850 13860 13870 13880 13890
Ciracas 13720 13730 13740 13750 13830
Duren Sawit 13430 13440 13450 13460 13470
Jatinegara 13310 13320 13330 13340 13350 13410 13420
Kramatjati 13510 13520 13530 13540 13550 13630 13640
Makasar 13560 13570 13610 13620 13650
Matraman 13110 13120 13130 13140 13150
Pasar Rebo 13710 13760 13770 13780 13790
Pulogadung 13210 13220 13230 13240 13250 13260
`,
  },
  {
    province: 'DKI Jakarta',
    provinceNumber: 6,
    city: 'Jakarta Utara',
    cityNumber: 150,
    firstDistrict: 856,
    districts: `
Cilincing 14110 14120 14130 14140 14150
Kelapa Gading 14240 14250
Koja 14210 14230 14260 14270
Pademangan 14410 14420 14430
Penjaringan 14440 14450 14460 14470
Tanjung Priok 14310 14320 14330 14340 14350 14360 14370
`,
  },
  {
    province: 'Banten',
    provinceNumber: 3,
    city: 'Tangerang',
    cityNumber: 201,
    firstDistrict: 1001,
    districts: `
Batuceper 15121 15122
Benda 15123-15126
Cibodas 15134 15138 15139
Ciledug 15151-15153
Cipondoh 15141 15146-15148
Jatiuwung 15133-15137
Karang Tengah 15157-15159
Karawaci 15112-15116
Larangan 15154-15156
Neglasari 15121 15127-15129
Periuk 15131-15133
Pinang 15142-15145
Tangerang 15111 15117-15119
`,
  },
  {
    province: 'Banten',
    provinceNumber: 3,
    city: 'Tangerang Selatan',
    cityNumber: 202,
    firstDistrict: 1014,
    districts: `
Ciputat 15411 15413 15414
Ciputat Timur 15412 15419
Pamulang 15415-15418
Pondok Aren 15220-15229
Serpong 15310 15311 15318 15321 15322
Serpong Utara 15320 15323-15326
Setu 15312-15315
`,
  },
  {
    province: 'Jawa Barat',
    provinceNumber: 9,
    city: 'Bogor',
    cityNumber: 203,
    firstDistrict: 1021,
    districts: `
Bogor Barat 16111-16119
Bogor Selatan 16131-16139
Bogor Tengah 16121-16126 16128 16129
Bogor Timur 16141-16146
Bogor Utara 16151-16158
Tanah Sareal 16161 16162 16164-16169
`,
  },
  {
    province: 'Jawa Barat',
    provinceNumber: 9,
    city: 'Bekasi',
    cityNumber: 204,
    firstDistrict: 1027,
    districts: `
Bantargebang 17151-17154
Bekasi Barat 17133-17136 17145
Bekasi Selatan 17141 17144 17146-17148
Bekasi Timur 17111-17113
Bekasi Utara 17121-17125 17142
Jatiasih 17421-17426
Jatisampurna 17432-17435
Medansatria 17131-17133 17143
Mustikajaya 17155-17158
Pondokgede 17411-17413
Pondokmelati 17414 17415 17431
Rawalumbu 17114-17117
`,
  },
  {
    province: 'Jawa Barat',
    provinceNumber: 9,
    city: 'Depok',
    cityNumber: 205,
    firstDistrict: 1039,
    districts: `
Beji 16421-16426
Bojongsari 16516-16518
Cilodong 16413-16415
Cimanggis 16451-16454
Cinere 16512-16514
Cipayung 16436-16439
Limo 16512 16515
Pancoran Mas 16431-16436
Sawangan 16511 16516 16518 16519
Sukmajaya 16411 16412 16416-16418
Tapos 16451 16454-16459
`,
  },
  {
    province: 'Jawa Barat',
    provinceNumber: 9,
    city: 'Bandung',
    cityNumber: 206,
    firstDistrict: 1050,
    districts: `
Andir 40181-40184
Antapani 40291
Arcamanik 40293 40294
Astanaanyar 40241-40243
Babakan Ciparay 40221-40225 40227
Bandung Kidul 40256 40266 40267 40287
Bandung Kulon 40211-40215
Bandung Wetan 40114-40116
Batununggal 40271-40275
Bojongloa Kaler 40231-40233
Bojongloa Kidul 40234-40239
Buahbatu 40286 40287
Cibeunying Kaler 40122-40124 40191
Cibeunying Kidul 40121 40124 40125 40192
Cibiru 40614 40615
Cicendo 40171-40175
Cidadap 40141-40143
Cinambo 40296
Coblong 40131-40135
Gedebage 40294
Kiaracondong 40281-40285
Lengkong 40261-40265
Mandalajati 40195
Panyileukan 40614
Rancasari 40292 40295
Regol 40251-40255
Sukajadi 40161-40164
Sukasari 40151-40154
Sumur Bandung 40111-40113 40117
Ujungberung 40611 40616-40619
`,
  },
  {
    province: 'Jawa Tengah',
    provinceNumber: 10,
    city: 'Semarang',
    cityNumber: 207,
    firstDistrict: 1080,
    districts: `
Banyumanik 50261-50269
Candisari 50252-50257 50614
Gajahmungkur 50231-50233 50235 50237
Gayamsari 50162-50164 50166 50174 50248 50249
Genuk 50111-50113 50115-50118 50231
Gunungpati 50221-50229
Mijen 50211-50217 50219 50275 50519
Ngaliyan 50181 50183-50185 50187-50189 50211 50244
Pedurungan 50113 50192 50194 50196-50199 50246
Semarang Barat 50141 50144-50149 50183
Semarang Selatan 50241 50242 50244-50246 50248 50249
Semarang Tengah 50131-50135 50137-50139 50188 50241 50613
Semarang Timur 50122-50126 50227 50228 50232
Semarang Utara 50171-50179
Tembalang 50271-50279
Tugu 50151 50152 50154-50156 50181 50185
`,
  },
  {
    province: 'DI Yogyakarta',
    provinceNumber: 5,
    city: 'Yogyakarta',
    cityNumber: 208,
    firstDistrict: 1096,
    districts: `
Danurejan 55211-55213
Gedongtengen 55271 55272
Gondokusuman 55221-55225
Gondomanan 55121 55122
Jetis 55231-55233
Kotagede 55171-55173
Kraton 55131-55133
Mantrijeron 55141-55143
Mergangsan 55151-55153
Ngampilan 55261 55262
Pakualaman 55111 55112
Tegalrejo 55241-55244
Umbulharjo 55161-55167
Wirobrajan 55251-55253
`,
  },
  {
    province: 'DI Yogyakarta',
    provinceNumber: 5,
    city: 'Sleman',
    cityNumber: 209,
    firstDistrict: 1110,
    districts: `
Berbah 55573
Cangkringan 55583
Depok 55281-55283
Gamping 55291 55293-55295 55592
Godean 55264
Kalasan 55571
Minggir 55562
Mlati 55284-55288
Moyudan 55563
Ngaglik 55581
Ngemplak 55584
Pakem 55582
Prambanan 55572
Seyegan 55561
Sleman 55511-55515
Tempel 55552
Turi 55551
`,
  },
  {
    province: 'Jawa Timur',
    provinceNumber: 11,
    city: 'Surabaya',
    cityNumber: 210,
    firstDistrict: 1127,
    districts: `
Asem Rowo 60182-60184
Benowo 60191 60192 60198 60199
Bubutan 60171-60174
Bulak 60122-60125
Dukuh Pakis 60224-60226
Gayungan 60231 60234 60235
Genteng 60271-60275
Gubeng 60281-60286
Gunung Anyar 60293 60294
Jambangan 60232 60233
Karang Pilang 60221-60223
Kenjeran 60126-60129
Krembangan 60175-60179
Lakarsantri 60211-60215
Mulyorejo 60112-60116
Pabean Cantian 60161-60164
Pakal 60192 60195-60197
Rungkut 60293 60295-60298
Sambikerep 60216-60219
Sawahan 60251-60256
Semampir 60151-60155
Simokerto 60141-60145
Sukolilo 60111 60117-60119
Sukomanunggal 60187-60189 60281
Tambaksari 60131-60138
Tandes 60184-60187
Tegalsari 60261-60265
Tenggilis Mejoyo 60291 60292 60299
Wiyung 60222 60227-60229
Wonocolo 60236-60239
Wonokromo 60241-60246
`,
  },
  {
    province: 'Jawa Timur',
    provinceNumber: 11,
    city: 'Malang',
    cityNumber: 211,
    firstDistrict: 1158,
    districts: `
Blimbing 65121-65126 65137
Kedungkandang 65132-65139
Klojen 65111-65113 65115-65119
Lowokwaru 65141-65145
Sukun 65146-65149
`,
  },
  {
    province: 'Sumatera Utara',
    provinceNumber: 34,
    city: 'Medan',
    cityNumber: 212,
    firstDistrict: 1163,
    districts: `
Medan Amplas 20147-20149 20219 20229
Medan Area 20211 20214-20217
Medan Barat 20111 20114-20117
Medan Baru 20153-20156
Medan Belawan 20411 20412 20414 20415
Medan Deli 20241-20244
Medan Denai 20226-20228
Medan Helvetia 20123-20126
Medan Johor 20142-20146
Medan Kota 20211-20215 20217-20219
Medan Labuhan 20251-20253 20524 20525
Medan Maimun 20151 20152 20158 20159
Medan Marelan 20245 20250 20254-20256
Medan Perjuangan 20232 20233 20236 20237
Medan Petisah 20112 20113 20118 20119
Medan Polonia 20152 20157
Medan Selayang 20131-20133
Medan Sunggal 20121 20122 20127 20128
Medan Tembung 20221-20225
Medan Timur 20231 20234 20235 20238 20239
Medan Tuntungan 20134-20138 20141
`,
  },
  {
    province: 'Sumatera Barat',
    provinceNumber: 32,
    city: 'Padang',
    cityNumber: 213,
    firstDistrict: 1184,
    districts: `
Bungus Teluk Kabung 25237
Koto Tangah 25171-25173 25175 25176
Kuranji 25151-25159
Lubuk Begalung 25221-25227
Lubuk Kilangan 25231-25237
Nanggalo 25142-25147
Padang Barat 25111 25112 25114 25115 25117-25119
Padang Selatan 25211-25217
Padang Timur 25121-25123 25125 25126 25129
Padang Utara 25132-25134 25136 25137 25139
Pauh 25161-25164 25166 25168
`,
  },
  {
    province: 'Sumatera Selatan',
    provinceNumber: 33,
    city: 'Palembang',
    cityNumber: 214,
    firstDistrict: 1195,
    districts: `
Alang-alang Lebar 30151 30153 30154
Bukitkecil 30131-30136
Gandus 30147-30149
Ilir Barat Dua 30141-30146
Ilir Barat Satu 30131 30136-30139
Ilir Timur Dua 30111 30115-30118
Ilir Timur Satu 30121-30126 30128 30129
Ilir Timur Tiga 30111-30114
Jakabaring 30251 30252 30257
Kalidoni 30114 30119
Kemuning 30127 30128
Kertapati 30258 30259
Plaju 30266-30268
Sako 30161 30163-30165
Seberang Ulu Dua 30261-30265 30267
Seberang Ulu Satu 30253-30255 30257
Sematangborang 30161 30162
Sukarami 30151 30153 30155
`,
  },
  {
    province: 'Bali',
    provinceNumber: 2,
    city: 'Denpasar',
    cityNumber: 215,
    firstDistrict: 1213,
    districts: `
Denpasar Barat 80112-80114 80117 80119
Denpasar Selatan 80221-80229
Denpasar Timur 80232 80234-80239
Denpasar Utara 80111 80115 80116 80118 80231 80233 80239
`,
  },
  {
    province: 'Bali',
    provinceNumber: 2,
    city: 'Badung',
    cityNumber: 216,
    firstDistrict: 1217,
    districts: `
Abiansemal 80352
Kuta 80361
Kuta Selatan 80362
Kuta Utara 80363
Mengwi 80351
Petang 80353
`,
  },
  {
    province: 'Kalimantan Timur',
    provinceNumber: 15,
    city: 'Balikpapan',
    cityNumber: 217,
    firstDistrict: 1223,
    districts: `
Balikpapan Barat 76131-76134
Balikpapan Kota 76111-76114
Balikpapan Selatan 76114 76115
Balikpapan Tengah 76121-76124
Balikpapan Timur 76116-76118
Balikpapan Utara 76125 76127-76129 76136
`,
  },
  {
    province: 'Kalimantan Timur',
    provinceNumber: 15,
    city: 'Samarinda',
    cityNumber: 218,
    firstDistrict: 1229,
    districts: `
Loa Janan Ilir 75131
Palaran 75241-75243 75253
Samarinda Ilir 75114-75117
Samarinda Kota 75111-75113 75117 75121
Samarinda Seberang 75131 75133
Samarinda Ulu 75122-75124 75128
Samarinda Utara 75118 75119
Sambutan 75114 75115
Sungai Kunjang 75125-75127
Sungai Pinang 75117 75119
`,
  },
  {
    province: 'Sulawesi Utara',
    provinceNumber: 29,
    city: 'Manado',
    cityNumber: 219,
    firstDistrict: 1239,
    districts: `
Bunaken 95231 95249
Bunaken Kepulauan 95231 95246
Malalayang 95115 95161-95163
Mapanget 95251-95254 95256-95259
Paal Dua 95127-95129
Sario 95113 95114 95116
Singkil 95231 95232 95234
Tikala 95124-95126 95129
Tuminting 95238 95239
Wanea 95117-95119
Wenang 95111-95113 95119 95121-95124
`,
  },
  {
    province: 'Sulawesi Selatan',
    provinceNumber: 26,
    city: 'Makassar',
    cityNumber: 220,
    firstDistrict: 1250,
    districts: `
Biringkanaya 90241-90243
Bontoala 90151-90157
Kepulauan Sangkarrang 90166-90168
Makassar 90141-90145
Mamajang 90131-90135
Manggala 90233-90235
Mariso 90121-90123 90125 90126
Panakkukang 90231-90233
Rappocini 90221 90222
Tallo 90211-90217
Tamalanrea 90241 90244 90245
Tamalate 90221 90223-90225
Ujung Pandang 90111-90115
Ujung Tanah 90161-90165
Wajo 90171-90174
`,
  },
  {
    province: 'Maluku',
    provinceNumber: 19,
    city: 'Ambon',
    cityNumber: 221,
    firstDistrict: 1265,
    districts: `
Baguala 97231-97233
Leitimur Selatan 97129 97237
Nusaniwe 97111-97118
Sirimau 97121-97129
Teluk Ambon 97233-97237
`,
  },
  {
    province: 'Papua',
    provinceNumber: 24,
    city: 'Jayapura',
    cityNumber: 222,
    firstDistrict: 1270,
    districts: `
Abepura 99225 99226 99229 99321-99327 99329
Heram 99328 99331-99334
Jayapura Selatan 99220-99224 99227 99228
Jayapura Utara 99111-99118
Muara Tami 99311-99318
`,
  },
];

/** A district, kecamatan. Some couriers price by it. */
export interface District extends Omit<City, 'firstDistrict' | 'districts'> {
  number: number;
  name: string;
  postalCodes: readonly number[];
}

const districts: readonly District[] = cities.flatMap(({ firstDistrict, districts, ...city }) =>
  districts
    .trim()
    .split('\n')
    .map((line, index) => {
      const [, name = '', codes = ''] = /^(.+?) (\d{5}.*)$/.exec(line) ?? [];
      return { ...city, number: firstDistrict + index, name, postalCodes: codes.split(' ').flatMap(codesIn) };
    }),
);

/** `16111-16113` are three codes. */
function codesIn(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const byNumber = new Map(districts.map((district) => [district.number, district]));

const byPostalCode = new Map<number, District[]>();
for (const district of districts)
  for (const code of district.postalCodes) byPostalCode.set(code, [...(byPostalCode.get(code) ?? []), district]);

/** The district of an area id. Undefined if the sandbox does not know it. */
export const districtOfArea = (areaId: string): District | undefined =>
  byNumber.get(Number(/IDND(\d+)IDN?Z\d{5}$/i.exec(areaId)?.[1]));

/** The district of a postal code. Undefined if it lies in two, or if the sandbox does not know it. */
export function districtOfCode(postalCode: number): District | undefined {
  const [district, another] = byPostalCode.get(postalCode) ?? [];
  return another ? undefined : district;
}

/** An area, and its words to search in. */
interface Found {
  area: Area;
  district: string;
  words: readonly string[];
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z\d]+/g) ?? [];

const all: readonly Found[] = districts.flatMap((district) =>
  district.postalCodes.map((code) => {
    const area = areaOf(district, code);
    return { area, district: district.name.toLowerCase(), words: wordsOf(area.name ?? '') };
  }),
);

function areaOf({ province, provinceNumber, city, cityNumber, number, name }: District, code: number): Area {
  return {
    id: `IDNP${provinceNumber}IDNC${cityNumber}IDND${number}IDZ${code}`,
    name: `${name}, ${city}, ${province}. ${code}`,
    country_name: 'Indonesia',
    country_code: 'ID',
    administrative_division_level_1_name: province,
    administrative_division_level_1_type: 'province',
    administrative_division_level_2_name: city,
    administrative_division_level_2_type: 'city',
    administrative_division_level_3_name: name,
    administrative_division_level_3_type: 'district',
    postal_code: code,
  };
}

/** Rows of an answer. Our decision: nothing is published. */
const most = 20;

/** Areas that have all words of the text, or words that begin with them. Districts whose name begins with the text come first. */
export function find(input: string): Area[] {
  const wanted = wordsOf(input);
  const found = all.filter(({ words }) => wanted.every((part) => words.some((word) => word.startsWith(part))));
  const rank = ({ district }: Found) => Number(!district.startsWith(wanted.join(' ')));
  return found
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, most)
    .map(({ area }) => area);
}

const codes = { otherwise: 40_000_000, fields: {} };

/** `GET /v1/maps/areas` of the service, and `POST` of a gateway, for a page that asks the sandbox itself. */
export function searchAreas(query: object): Omit<AreasResponse, 'dropped'> {
  const { input } = checkRequest(AreasRequest, query, codes, refuse);
  const [text = input] = areaQuestion(input).texts;
  return { success: true, areas: find(text) };
}
