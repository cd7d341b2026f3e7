import { expect } from 'chai';
import { contextOf } from '../../src/gateway/create-gateway.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { openSandboxShop, openShop } from './shop.ts';

const found = { success: true, areas: [{ id: 'IDNP1', name: 'Tebet', postal_code: 12810, owner: 'Ratna' }] };

/** A shop that lets pages search, over a service that finds one area. */
function openSearch(options: Partial<GatewaySettings> = {}, answer: () => Response = () => Response.json(found)) {
  const shop = openShop(answer, { areas: true, ...options });
  const search = (input: string, address?: string) =>
    shop.ask('POST', '/v1/maps/areas', { body: JSON.stringify({ input }) }, address);
  return { ...shop, search, paths: () => shop.seen.map(({ path }) => path) };
}

describe('the search for areas through the gateway', () => {
  it('answers the areas of the service in listed fields', async () => {
    const { ask } = openSandboxShop({ areas: true });
    const { status, body } = await ask('POST', '/v1/maps/areas', { body: '{"input":"Kec. Cilandak"}' });
    expect([status, body.areas[0].id]).to.deep.equal([200, 'IDNP6IDNC148IDND836IDZ12410']);
    expect((await openSearch().search('tebet')).body).to.deep.equal({
      success: true,
      areas: [{ id: 'IDNP1', name: 'Tebet', postal_code: 12810 }],
    });
  });

  it('asks once for equal questions of all shoppers, for a week', async () => {
    let now = new Date('2026-11-22T05:00:00Z');
    const { search, another, paths, settings } = openSearch({ now: () => now });
    for (const input of ['Tebet', ' tebet ', 'Kec. Tebet', 'KECAMATAN  TEBET,', 'kec.tebet']) await search(input);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"input":"tebet"}' };
    await another().fetch(new Request('https://gateway.test/v1/maps/areas', init), {});
    expect(paths()).to.deep.equal(['/v1/maps/areas?countries=ID&input=tebet&type=single']);
    await search('Kabupaten Sleman, Depok');
    expect(paths()[1]).to.equal('/v1/maps/areas?countries=ID&input=sleman+depok&type=single');
    // The store has its own clock, so the service of the gateway is asked for what it holds.
    const { ratesService } = contextOf(settings);
    const after = async (days: number) => {
      now = new Date(now.getTime() + days * 24 * 3_600_000);
      await ratesService.areas('tebet', { address: 'a', quoted: () => {} });
      return paths().length;
    };
    expect([await after(6), await after(1)]).to.deep.equal([2, 3]);
  });

  it('refuses fewer than 3 characters and more than 60, and repeats none of them', async () => {
    const { search, ask, seen } = openSearch();
    for (const input of ['', 'yk', 'Kec. A', '...', 'tebet '.repeat(11), '\ufdfa'.repeat(9)]) {
      const { status, body } = await search(input);
      expect([status, body.details.field], input).to.deep.equal([400, 'input']);
      expect(JSON.stringify(body)).to.not.include('tebet');
    }
    expect((await ask('POST', '/v1/maps/areas', { body: '{}' })).status).to.equal(400);
    expect(seen).to.deep.equal([]);
  });

  it('has a limit for each address, and a budget for the day', async () => {
    const { search, paths } = openSearch({ limits: { addressAreas: 2, areas: 3 } });
    const statuses = [];
    for (const [input, address] of [
      ['one', 'a'],
      ['two', 'a'],
      ['three', 'a'],
      ['two', 'a'],
      ['three', 'b'],
      ['four', 'b'],
    ] as const)
      statuses.push((await search(input, address === 'a' ? '192.0.2.1' : '198.51.100.1')).status);
    expect(statuses).to.deep.equal([200, 200, 429, 200, 200, 503]);
    expect(paths()).to.have.lengthOf(3);
  });

  it('has used up nothing of a limit while the service did not answer', async () => {
    let service: () => Response = () => new Response(null, { status: 503 });
    const { search } = openSearch({ limits: { addressAreas: 1, areas: 1 } }, () => service());
    for (const input of ['one', 'two', 'three']) expect((await search(input)).status).to.equal(503);
    service = () => Response.json(found);
    expect((await search('one')).status).to.equal(200);
    expect((await search('two')).status).to.equal(429);
    expect((await search('two', '192.0.2.9')).body.reason).to.equal('quotes-exhausted');
  });

  it('forgets within minutes that nothing was found, or that a row could not be read', async () => {
    const row = { id: 'IDNP1', name: 'Tebet', postal_code: 12810 };
    for (const areas of [[], [row, { name: 'Without an id' }]]) {
      const answers = [Response.json({ success: true, areas })];
      let now = Date.parse('2026-11-22T05:00:00Z');
      const { settings } = openSearch({ now: () => new Date(now) }, () => answers.shift() ?? Response.json(found));
      const { ratesService } = contextOf(settings);
      const after = async (minutes: number) => {
        now += minutes * 60_000;
        return (await ratesService.areas('tebet', { address: 'a', quoted: () => {} })).length;
      };
      expect(await after(0)).to.equal(areas.length ? 1 : 0);
      await after(4);
      expect(answers.length).to.equal(0);
      expect(await after(2)).to.equal(1);
    }
  });

  it('keeps no answer whose rows cannot be read', async () => {
    const answers = [[{ name: 'Without an id' }], 'none', null].map((areas) => Response.json({ success: true, areas }));
    const { search } = openSearch({}, () => answers.shift() ?? Response.json(found));
    for (let n = 0; n < 3; n++) expect((await search('tebet')).body.reason).to.equal('service-unreadable');
    expect((await search('tebet')).body.areas).to.have.lengthOf(1);
  });

  it('reports that it was paid for, and never the text', async () => {
    const { search, events } = openSearch();
    await search('Kenanga');
    await search('Kenanga');
    expect(events.map(({ operation, quoted }) => [operation, quoted])).to.deep.equal([
      ['searchAreas', true],
      ['searchAreas', false],
    ]);
    expect(JSON.stringify(events).toLowerCase()).to.not.include('kenanga');
  });

  it('asks only what can be a place, also if a page sends a whole address', async () => {
    const { search, seen } = openSearch();
    const asked = async (input: string) => {
      const { status } = await search(input);
      return new URLSearchParams(seen.pop()?.path.split('?')[1]).get('input') ?? status;
    };
    expect(await asked('Jl. Kenanga 5, Kec. Coblong, Bandung 40132, HP 0812-3456-40111')).to.equal('40132');
    expect(await asked('Siti 0812 3456 7890 Jl. Kenanga 5, Coblong, Bandung')).to.equal('coblong bandung');
    expect(await asked('Siti, Jl. Kenanga 5, HP 081234567890')).to.equal(400);
  });

  it('counts requests of an address like those of other reads', async () => {
    const { search } = openSearch({ limits: { address: 2 } });
    expect([(await search('one')).status, (await search('one')).status, (await search('one')).status]).to.deep.equal([
      200, 200, 429,
    ]);
  });
});
