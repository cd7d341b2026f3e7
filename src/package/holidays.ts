/**
 * Writes `src/quote/holidays.json`, Indonesia's holidays: `npx tsx src/package/holidays.ts`. Decreed years are typed here. When the decree of a
 * further year (SKB 3 Menteri) is out, type it, move `looked_up`, and run this. The library computes the years that have no decree yet. It
 * has no collective leave.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Library from 'date-holidays';

const looked_up = '2026-11-27';

const decrees = {
  2026: {
    source: 'SKB 3 Menteri 1497/2025, 2/2025 and 5/2025, as in bali.disway.id/news/read/2999 and inews.id',
    national:
      '01-01 01-16 02-17 03-19 03-21 03-22 04-03 04-05 05-01 05-14 05-27 05-31 06-01 06-16 08-17 08-25 12-25'.split(
        ' ',
      ),
    leave: '02-16 03-18 03-20 03-23 03-24 05-15 05-28 12-24'.split(' '),
    idulFitri: '03-21',
  },
};

/** No decree was found for them. A decree may differ by a day, as that of 2026 does for Idul Fitri. */
const computed = [2027];

const dayAfter = (date: string, days = 1) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

function compute(year: number): { national: string[]; idulFitri: string } {
  const days = new Library('ID').getHolidays(year).filter(({ type }) => type === 'public');
  const feasts = days.filter(({ name }) => name.includes('Idul Fitri')).map(({ date }) => date.slice(0, 10));
  const [idulFitri = '', last = ''] = [feasts[0], feasts.at(-1)];
  const dates = days.map(({ date }) => date.slice(0, 10));
  const goodFriday = days.find(({ name }) => name.includes('Wafat'))?.date.slice(0, 10) ?? '';
  // The moon may be seen a day later. The decrees have Easter Sunday, the library does not.
  return { national: [...new Set([...dates, dayAfter(last), dayAfter(goodFriday, 2)])].sort(), idulFitri };
}

const decreed = Object.entries(decrees).map(([year, decree]) => {
  const dated = (list: string[]) => list.map((date) => `${year}-${date}`);
  const [idulFitri = ''] = dated([decree.idulFitri]);
  return { national: dated(decree.national), leave: dated(decree.leave), idulFitri };
});
const years = [...decreed, ...computed.map((year) => ({ leave: [], ...compute(year) }))];
const table = {
  looked_up,
  sources: {
    ...Object.fromEntries(Object.entries(decrees).map(([year, { source }]) => [year, source])),
    ...Object.fromEntries(computed.map((year) => [year, 'not decreed yet: computed by date-holidays 3.37.0'])),
  },
  /** The last day that a decree covers. */
  decreed_until: `${Object.keys(decrees).at(-1)}-12-31`,
  national: years.flatMap(({ national }) => national),
  leave: years.flatMap(({ leave }) => leave),
  idulFitri: years.map(({ idulFitri }) => idulFitri),
};
const file = fileURLToPath(new URL('../quote/holidays.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
