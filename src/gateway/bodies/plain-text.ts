/** Names of characters that shops and imports write. Other names stay as they stand. */
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', times: '×' },
  ...{
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    deg: '°',
    trade: '™',
    reg: '®',
    copy: '©',
    middot: '·',
    bull: '•',
  },
  ...{ eacute: 'é', egrave: 'è', frac12: '½', frac14: '¼' },
};

function character(entity: string, name: string): string {
  if (!name.startsWith('#')) return Object.hasOwn(named, name) ? (named[name] ?? entity) : entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

const decoded = (text: string): string => text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+\d*);/gi, character);

/**
 * A text as people read it, for a label: without tags, entities and characters that have no width. Joiners of scripts and of emoji stay.
 * @returns an empty text if nothing is left
 */
export const plainText = (text: string): string =>
  // Shops and imports encode a text once or twice.
  decoded(decoded(text))
    .replace(/<(script|style)\b[^<>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, ' ')
    .replace(/<(br|p|div|li)\b[^<>]*>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
