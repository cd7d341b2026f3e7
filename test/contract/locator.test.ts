import { expect } from 'chai';
import {
  coordinateOf,
  flatLocators,
  type Locators,
  located,
  nestedLocators,
  type OrderLocators,
} from '../../src/contract/index.ts';

const flat: Locators = {
  origin_area_id: 'IDZ12440',
  origin_postal_code: 12440,
  origin_latitude: -6.29,
  origin_longitude: 106.79,
  destination_postal_code: 40111,
};

const nested: OrderLocators = {
  origin_area_id: 'IDZ12440',
  origin_postal_code: 12440,
  origin_coordinate: { latitude: -6.29, longitude: 106.79 },
  destination_postal_code: 40111,
};

describe('locators', () => {
  it('are nested for an order', () => {
    expect(nestedLocators(flat)).to.deep.equal(nested);
  });

  it('are flat for rates', () => {
    expect(flatLocators(nested)).to.deep.equal(flat);
  });

  it('keep a coordinate of 0, which is the equator', () => {
    const equator: Locators = { destination_latitude: 0, destination_longitude: 0 };
    expect(nestedLocators(equator)).to.deep.equal({ destination_coordinate: { latitude: 0, longitude: 0 } });
    expect(flatLocators(nestedLocators(equator))).to.deep.equal(equator);
  });

  it('have no other fields, and no keys for absent ones', () => {
    expect(nestedLocators({ ...flat, items: [] } as Locators)).to.deep.equal(nested);
    expect(nestedLocators({ origin_latitude: -6.29 })).to.deep.equal({});
    for (const unknown of [undefined, null, ''])
      expect(flatLocators({ origin_area_id: unknown } as unknown as OrderLocators)).to.deep.equal({});
  });
});

describe('coordinateOf', () => {
  it('needs latitude and longitude', () => {
    expect(coordinateOf(flat, 'origin')).to.deep.equal({ latitude: -6.29, longitude: 106.79 });
    expect(coordinateOf({ origin_latitude: -6.29 }, 'origin')).to.equal(undefined);
    expect(coordinateOf({ origin_longitude: 106.79 }, 'origin')).to.equal(undefined);
    expect(coordinateOf(flat, 'destination')).to.equal(undefined);
    for (const nothing of [null, ''])
      expect(coordinateOf({ origin_latitude: nothing, origin_longitude: nothing } as never, 'origin')).to.equal(
        undefined,
      );
  });
});

describe('located', () => {
  it('accepts each kind of locator, on its own side only', () => {
    expect(located({ origin_area_id: 'IDZ12440' }, 'origin')).to.equal(true);
    expect(located({ origin_postal_code: 12440 }, 'origin')).to.equal(true);
    expect(located({ origin_latitude: 0, origin_longitude: 0 }, 'origin')).to.equal(true);
    expect(located({ origin_postal_code: 12440 }, 'destination')).to.equal(false);
    expect(located({ origin_latitude: -6.29 }, 'origin')).to.equal(false);
    expect(located({}, 'origin')).to.equal(false);
  });
});
