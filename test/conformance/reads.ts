import { expect } from 'chai';
import { priceOf, serviceKey } from '../../src/quote/index.ts';
import { item } from '../support/fixtures.ts';
import {
  type Answer,
  accepted,
  freePromise,
  freeServicePromise,
  list,
  ourPromise,
  promise,
  quote,
  refusedWith,
  rows,
} from './service.ts';

const cod = { destination_cash_on_delivery: 350_000, destination_cash_on_delivery_type: '7_days' };
const codes = (answer: Answer) => new Set(rows(answer).map(({ courier_code }) => courier_code));

export const reads = [
  freeServicePromise('answers a missing key with 401 and success:true', '§1.8', async (service) => {
    const { status, body } = await list(service, '');
    expect([status, body.success, body.code]).to.deep.equal([401, true, 40101001]);
  }),
  freeServicePromise('answers a wrong key with 400 and 40000001', '§1.8', async (service) =>
    refusedWith(await list(service, 'wrong'), 40000001),
  ),
  freeServicePromise('accepts the key after Bearer too', '§1.2', async (service) => {
    accepted(await list(service, `Bearer ${service.key}`));
  }),
  freePromise('lists couriers flat, one row for each service, with codes and names', '§2.1', async (service) => {
    const { success, ...body } = accepted(await list(service));
    expect(success).to.equal(true);
    const couriers = body.couriers as Record<string, unknown>[];
    expect(couriers.length).to.be.above(20);
    for (const row of couriers)
      for (const key of ['courier_code', 'courier_service_code', 'courier_name', 'courier_service_name'])
        expect(row[key], key).to.be.a('string').that.is.not.empty;
  }),
  promise('quotes the requested couriers, compares their codes exactly, and no others', '§6', async (service) => {
    expect([...codes(await quote(service, { couriers: 'jnt,jne' }))]).to.have.members(['jnt', 'jne']);
    expect([...codes(await quote(service, { couriers: 'jntcargo' }))]).to.deep.equal(['jntcargo']);
    refusedWith(await quote(service, { couriers: 'jn' }), 40001010);
  }),
  promise('has prices that are the sum of their parts, with and without extras', '§3.7', async (service) => {
    for (const changes of [{}, { courier_insurance: 350_000, ...cod }])
      for (const row of rows(await quote(service, changes))) expect(priceOf(row), row.courier_code).to.equal(row.price);
  }),
  promise('lists rows without cash on delivery, with fee 0 and the flag false', '§3.2', async (service) => {
    const couriers = 'jne,sicepat,wahana,lion';
    const plain = rows(await quote(service, { couriers }));
    const quoted = rows(await quote(service, { couriers, ...cod }));
    expect(quoted.length).to.equal(plain.length);
    for (const row of quoted)
      if (!row.available_for_cash_on_delivery) expect(row.cash_on_delivery_fee ?? 0, row.courier_code).to.equal(0);
  }),
  promise('derives the cargo courier’s insurance from the items alone', '§3.4', async (service) => {
    const cargo = { couriers: 'jntcargo', items: [{ ...item, value: 10_000_000 }] };
    const [plain] = rows(await quote(service, cargo));
    const [insured] = rows(await quote(service, { ...cargo, courier_insurance: 1 }));
    expect(Number(plain?.insurance_fee)).to.be.above(0);
    expect(insured?.insurance_fee).to.equal(plain?.insurance_fee);
  }),
  promise('omits the cargo courier without a declared value, and refuses it alone', '§3.4', async (service) => {
    const items = [{ ...item, value: 0 }];
    expect(codes(await quote(service, { couriers: 'jne,jntcargo', items }))).to.not.include('jntcargo');
    refusedWith(await quote(service, { couriers: 'jntcargo', items }), 40001007);
  }),
  promise('quotes on-demand couriers only with the coordinates of both sides', '§3.6', async (service) => {
    const destination = { destination_latitude: -6.2442, destination_longitude: 106.7835 };
    const places = { ...destination, destination_postal_code: 12240, couriers: 'grab,jne' };
    const both = { ...places, origin_latitude: -6.3031, origin_longitude: 106.7795 };
    expect(codes(await quote(service, both))).to.include('grab');
    expect(codes(await quote(service, places))).to.not.include('grab');
  }),
  promise('answers a lane without couriers with 40001010, not with an empty list', '§2.2', async (service) =>
    refusedWith(await quote(service, { couriers: 'grab' }), 40001010),
  ),
  promise('refuses a quote without a place, or without items, as a missing parameter', '§2.2', async (service) => {
    refusedWith(await quote(service, { destination_postal_code: undefined }), 40001001, 40001002);
    refusedWith(await quote(service, { items: undefined }), 40001002);
  }),
  promise('quotes none of the services removed on 2026-09-18', '§5', async (service) => {
    const quoted = rows(await quote(service, { couriers: 'anteraja,sicepat,tiki,sap,lion,idexpress,jne' }));
    for (const gone of ['anteraja/next_day', 'sicepat/sds', 'tiki/trc', 'lion/one_pack', 'jne/jtr_150'])
      expect(quoted.map(serviceKey)).to.not.include(gone);
  }),
  ourPromise(
    'takes custom rates in the request: a discount lowers the price, never below 0 for the carriage',
    '§3.3',
    async (service) => {
      const [plain] = rows(await quote(service, { couriers: 'jnt' }));
      const rule = { courier_code: 'jnt', type: 'discount', unit: 'flat', amount: 1_000_000 };
      const [cheaper] = rows(await quote(service, { couriers: 'jnt', custom_rates: [rule] }));
      const fee = plain?.shipping_fee;
      expect(cheaper).to.include({ shipping_fee: fee, shipping_fee_discount: fee, price: 0 });
    },
  ),
];
