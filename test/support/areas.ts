import { createAreaClient } from '../../src/client/index.ts';
import type { Area } from '../../src/contract/index.ts';
import { type PageClock, pageClock } from '../../src/elements/core/page-clock.ts';

const row = (number: number, district: string, city: string, province: string, code: number): Area => ({
  id: `IDNP1IDNC1IDND${number}IDZ${code}`,
  name: `${district}, ${city}, ${province}. ${code}`,
  administrative_division_level_1_name: province,
  administrative_division_level_2_name: city,
  administrative_division_level_3_name: district,
  postal_code: code,
});

export const coblong = row(1, 'Coblong', 'Bandung', 'Jawa Barat', 40132);
export const braga = row(2, 'Sumur Bandung', 'Bandung', 'Jawa Barat', 40111);
export const bintaro = row(3, 'Pesanggrahan', 'Jakarta Selatan', 'DKI Jakarta', 12250);
export const kebayoran = row(4, 'Kebayoran Lama', 'Jakarta Selatan', 'DKI Jakarta', 12250);

export const areas = [coblong, row(1, 'Coblong', 'Bandung', 'Jawa Barat', 40133), braga, bintaro, kebayoran];

export interface AreaQuestion {
  input: string;
  answer(): void;
  /** Answers something else. */
  with(response: Response | Error): void;
}

/** Twenty times as fast as the machine's: a search waits half a second for the next letter. */
const hurriedClock: PageClock = { ...pageClock, after: (delay, act) => pageClock.after(delay / 20, act) };

/** A gateway that searches five areas. It keeps the texts that it was asked, and may hold or replace answers. `clock` is for the search. */
export function areaShop() {
  const asked: string[] = [];
  const answers: (() => Response | Promise<Response>)[] = [];
  const client = createAreaClient({
    baseUrl: 'https://shipping.test',
    retry: { times: 0 },
    fetch: async (_url, init) => {
      const { input } = JSON.parse(String(init?.body)) as { input: string };
      asked.push(input);
      const found = areas.filter(({ name = '' }) =>
        input.split(' ').every((word) => `${name}`.toLowerCase().includes(word)),
      );
      return answers.shift()?.() ?? Response.json({ success: true, areas: found });
    },
  });
  return { client, clock: hurriedClock, asked, answers };
}

export const refusedWith = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ success: false, ...body }, { status, headers });
