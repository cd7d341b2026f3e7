// What generated requests are made of.

export const couriers =
  'jne,jnt,jntcargo,sicepat,anteraja,tiki,sap,lion,ninja,pos,wahana,paxel,gojek,grab,deliveree,rpx'.split(',');
export const services = 'reg,oke,yes,jtr,ft,ez,gokil,next_day,sds,instant,same_day,standard,deno,small,jago_pack'.split(
  ',',
);
export const postalCodes = [12440, 10110, 40111, 60111, 80111, 97111, 99111, 20111];
export const areas = ['IDNP6IDNC148IDND836IDZ12440', 'IDNP9IDNC22IDND255IDZ40111'];
export const points = [
  { latitude: -6.2253, longitude: 106.7994 },
  { latitude: -6.2893, longitude: 106.7749 },
  { latitude: -6.9175, longitude: 107.6191 },
];

export const words = [
  'Batik',
  'كتاب جميل',
  'ספר',
  '👩‍👧‍👦 hadiah',
  'x'.repeat(3_000),
  'Ünïcode\u0000',
  '<script>',
  '%00',
  'a\u202eb',
  '\ud800',
];

/** What stands where something else should. */
export const oddities: readonly unknown[] = [
  ...[
    undefined,
    null,
    true,
    '',
    ' ',
    'text',
    '40111',
    '__proto__',
    '\u0000',
    '\ud800',
    '👩‍👧',
    'سلام',
    "'; DROP TABLE records; --",
  ],
  ...[0, -0, -1, 0.5, 1e21, 1e308, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE, -Number.MAX_SAFE_INTEGER, 99_999, 12_440],
  ...[
    [],
    [[]],
    [null],
    {},
    { length: 3 },
    { toString: 1 },
    { valueOf: null },
    ['jne'],
    { latitude: 1 },
    'x'.repeat(20_000),
  ],
];
