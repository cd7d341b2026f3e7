import { expect } from 'chai';
import { AreasRequest, AreasResponse, operations, optInOperations } from '../../src/contract/index.ts';

describe('the operations that a shop opts in to', () => {
  it('are apart from the five of the document', () => {
    expect(Object.keys(operations)).to.have.lengthOf(5);
    expect(Object.keys(optInOperations)).to.not.have.members(Object.keys(operations));
    for (const part of [optInOperations, ...Object.values(optInOperations)])
      expect(Object.isFrozen(part)).to.equal(true);
  });

  it('name what they search for in the body to a gateway, and in the query to the service', () => {
    const { searchAreas, readAreas } = optInOperations;
    expect([searchAreas.method, searchAreas.query]).to.deep.equal(['POST', undefined]);
    expect([readAreas.method, readAreas.path, readAreas.repeatable]).to.deep.equal(['GET', '/v1/maps/areas', true]);
    expect(readAreas.query?.({ input: 'tebet' })).to.deep.equal({ countries: 'ID', input: 'tebet', type: 'single' });
  });
});

describe('AreasRequest', () => {
  it('needs a text', () => {
    for (const input of [undefined, null, '', ' ', 7])
      expect(AreasRequest.safeParse({ input }).success).to.equal(false);
    expect(AreasRequest.safeParse({ input: 'tebet' }).success).to.equal(true);
  });
});

describe('AreasResponse', () => {
  const area = { id: 'IDNP6IDNC148IDND843IDZ12250', postal_code: 12250 };

  it('may be empty, and keeps fields that the service adds', () => {
    expect(AreasResponse.parse({ success: true, areas: [] })).to.deep.equal({ success: true, areas: [], dropped: [] });
    expect(AreasResponse.parse({ success: true, areas: [{ ...area, zone: 7 }] }).areas[0]).to.deep.include({ zone: 7 });
  });

  it('reads a postal code as text, and misses a name that is none', () => {
    const [read] = AreasResponse.parse({ success: true, areas: [{ ...area, postal_code: '12250', name: 7 }] }).areas;
    expect([read?.postal_code, read?.name]).to.deep.equal([12250, undefined]);
  });

  it('drops a row without an id, and the second one with the same', () => {
    const { areas, dropped } = AreasResponse.parse({ success: true, areas: [area, { ...area, id: '' }, area] });
    expect(areas).to.have.lengthOf(1);
    expect(dropped.map(({ index }) => index)).to.deep.equal([1, 2]);
  });
});
