import { expect } from 'chai';
import { type Area, AreasResponse } from '../../src/contract/index.ts';
import { draftBody, openShop, orderBody, ratesBody, refusalIn, row } from './shop.ts';

const shop = openShop();

const ask = (input: string) =>
  shop.send('GET', `/v1/maps/areas?${new URLSearchParams({ countries: 'ID', input, type: 'single' })}`);
const find = async (input: string) => AreasResponse.parse((await ask(input)).body).areas;
const names = (areas: readonly Area[]) => areas.map(({ name }) => name);

describe('the areas of the sandbox', () => {
  it('are found by district, with a row for each postal code', async () => {
    const areas = await find('pesang');
    expect(areas[0]).to.deep.equal({
      id: 'IDNP6IDNC148IDND843IDZ12250',
      name: 'Pesanggrahan, Jakarta Selatan, DKI Jakarta. 12250',
      country_name: 'Indonesia',
      country_code: 'ID',
      administrative_division_level_1_name: 'DKI Jakarta',
      administrative_division_level_1_type: 'province',
      administrative_division_level_2_name: 'Jakarta Selatan',
      administrative_division_level_2_type: 'city',
      administrative_division_level_3_name: 'Pesanggrahan',
      administrative_division_level_3_type: 'district',
      postal_code: 12250,
    });
    expect(areas.map(({ postal_code }) => postal_code)).to.include.members([12250, 12260, 12270]);
  });

  it('are found by city, by postal code and by several words', async () => {
    expect(names(await find('40111'))).to.deep.equal(['Sumur Bandung, Bandung, Jawa Barat. 40111']);
    expect((await find('balikpapan'))[0]?.administrative_division_level_2_name).to.equal('Balikpapan');
    expect(names(await find('coblong, Bandung'))[0]).to.match(/^Coblong, Bandung/);
    expect(await find('atlantis')).to.deep.equal([]);
  });

  it('are at most twenty rows, those whose district begins with the text first', async () => {
    const found = await find('medan');
    expect(found).to.have.lengthOf(20);
    expect(found.every((area) => area.administrative_division_level_3_name?.startsWith('Medan'))).to.equal(true);
  });

  it('are refused without a text', async () => {
    expect(refusalIn(await ask(' '))).to.include({ status: 400, code: 40000000 });
  });
});

describe('a district in the sandbox', () => {
  const feeTo = async (destination: object) =>
    row(await shop.quote({ ...ratesBody, destination_postal_code: undefined, ...destination }), 'jne/reg').shipping_fee;

  it('has a price of its own for each of ten postal codes that lie in two', async () => {
    for (const code of [15121, 15133, 16436, 16451, 17133, 30114, 40124, 40287, 60184, 65137, 90221, 97129]) {
      const areas = await find(String(code));
      expect(areas, String(code)).to.have.lengthOf(2);
      const fees = await Promise.all(areas.map(({ id }) => feeTo({ destination_area_id: id })));
      expect(new Set(fees).size, `${names(areas).join(' and ')} cost ${fees}`).to.equal(2);
    }
  });

  it('is named in the answers to quotes, orders and drafts', async () => {
    const [area] = await find('tebet');
    const place = { destination_postal_code: undefined, destination_area_id: area?.id };
    const { body } = await shop.post('/v1/rates/couriers', { ...ratesBody, ...place });
    expect(body).to.nested.include({
      'destination.administrative_division_level_2_name': 'Jakarta Selatan',
      'destination.administrative_division_level_3_name': 'Tebet',
    });
    expect(await shop.order({ ...orderBody, ...place })).to.nested.include({ 'destination.district_name': 'Tebet' });
    expect(await shop.draft({ ...draftBody, ...place })).to.nested.include({
      'destination.district_name': 'Tebet',
      'destination.cash_on_delivery.payment_method': null,
      invoice_id: null,
      user_id: '5f0a1b2c3d4e5f6a7b8c9d0e',
    });
  });

  it('is not named where the postal code lies in two', async () => {
    const { body } = await shop.post('/v1/rates/couriers', { ...ratesBody, destination_postal_code: 40124 });
    expect(body).to.nested.include({ 'destination.administrative_division_level_3_name': null });
  });
});
