import { expect } from 'chai';
import { absenceOf } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const rates = [rate({ courier_code: 'jne' })];
const asked = ['jne', 'tiki', 'gojek'];
const postal = { origin_postal_code: 12440, destination_postal_code: 40111 };
const pins = { origin_latitude: -6.3, origin_longitude: 106.8, destination_latitude: 0, destination_longitude: 0 };

describe('why a courier has no rate', () => {
  it('is nothing where it has one, or was not asked', () => {
    expect(absenceOf('jne', { asked, rates, shipment: postal })).to.equal(undefined);
    expect(absenceOf('wahana', { asked, rates, shipment: postal })).to.equal(undefined);
  });

  it('is that it does not deliver there', () => {
    expect(absenceOf('tiki', { asked, rates, shipment: postal })).to.equal('not-here');
    expect(absenceOf('gojek', { asked, rates, shipment: { ...postal, ...pins } })).to.equal('not-here');
  });

  it('is that a vehicle that is called needs both ends on the map', () => {
    expect(absenceOf('gojek', { asked, rates, shipment: postal })).to.equal('map-pin');
    const { destination_latitude, ...half } = pins;
    expect(absenceOf('gojek', { asked, rates, shipment: { ...postal, ...half } })).to.equal('map-pin');
  });

  it('compares codes exactly', () => {
    const cargo = { asked: ['jnt', 'jntcargo'], rates: [rate({ courier_code: 'jntcargo' })], shipment: postal };
    expect(absenceOf('jnt', cargo)).to.equal('not-here');
  });
});
