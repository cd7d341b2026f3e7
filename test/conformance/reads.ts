import { expect } from 'chai';
import { priceOf } from '../../src/quote/index.ts';
import { item } from './bodies.ts';
import { type Promised, quote, refusedWith, rows } from './promised.ts';
import { type Answer, ask } from './service.ts';

export const reads: Promised[] = [
  {
    name: 'lists couriers flat, one row for each service, with codes and names',
    section: '§2.1',
    async check(service) {
      const { status, body } = await ask(service, { operation: 'listCouriers' });
      expect(status).to.equal(200);
      expect(body.success).to.equal(true);
      const couriers = body.couriers as Record<string, unknown>[];
      expect(couriers.length).to.be.above(20);
      for (const key of ['courier_code', 'courier_service_code', 'courier_name', 'courier_service_name']) {
        expect(
          couriers.every((row) => typeof row[key] === 'string' && row[key]),
          key,
        ).to.be.ok;
      }
    },
  },
  {
    name: 'quotes the requested couriers and no others',
    section: '§2.2',
    costs: true,
    async check(service) {
      const quoted = rows(await quote(service, { couriers: 'jnt,jne' }));
      expect(quoted.length).to.be.ok;
      for (const { courier_code } of quoted) expect(['jnt', 'jne'], courier_code).to.include(courier_code);
    },
  },
  {
    name: 'has prices that are the sum of their parts, with and without extras',
    section: '§3.7',
    costs: true,
    async check(service) {
      const extras = {
        courier_insurance: 350_000,
        destination_cash_on_delivery: 350_000,
        destination_cash_on_delivery_type: '7_days',
      };
      for (const changes of [{}, extras]) {
        for (const row of rows(await quote(service, changes)))
          expect(priceOf(row), row.courier_code).to.equal(row.price);
      }
    },
  },
  {
    name: 'lists rows without cash on delivery, with fee 0 and the flag false',
    section: '§3.2',
    costs: true,
    async check(service) {
      const asked = { destination_cash_on_delivery: 350_000, destination_cash_on_delivery_type: '7_days' };
      const couriers = 'jne,sicepat,wahana,lion';
      const plain = rows(await quote(service, { couriers }));
      const quoted = rows(await quote(service, { couriers, ...asked }));
      expect(quoted.length).to.equal(plain.length);
      for (const row of quoted) {
        if (!row.available_for_cash_on_delivery) expect(row.cash_on_delivery_fee ?? 0, row.courier_code).to.equal(0);
      }
    },
  },
  {
    name: 'derives the cargo courier’s insurance from the items, not from courier_insurance',
    section: '§3.4',
    costs: true,
    async check(service) {
      const cargo = { couriers: 'jntcargo', items: [{ ...item, value: 10_000_000 }] };
      const [plain] = rows(await quote(service, cargo));
      const [insured] = rows(await quote(service, { ...cargo, courier_insurance: 1 }));
      expect(Number(plain?.insurance_fee)).to.be.above(0);
      expect(insured?.insurance_fee).to.equal(plain?.insurance_fee);
    },
  },
  {
    name: 'omits the cargo courier beside others without a declared value, and refuses it alone',
    section: '§3.4',
    costs: true,
    async check(service) {
      const nothing = { items: [{ ...item, value: 0 }] };
      const beside = rows(await quote(service, { couriers: 'jne,jntcargo', ...nothing }));
      expect(beside.some(({ courier_code }) => courier_code === 'jntcargo')).to.not.be.ok;
      refusedWith(await quote(service, { couriers: 'jntcargo', ...nothing }), 40001007);
    },
  },
  {
    name: 'quotes on-demand couriers only with the coordinates of both sides',
    section: '§3.6',
    costs: true,
    async check(service) {
      const places = {
        origin_latitude: -6.3031,
        origin_longitude: 106.7795,
        destination_latitude: -6.2442,
        destination_longitude: 106.7835,
        destination_postal_code: 12240,
        couriers: 'grab,jne',
      };
      const codes = (answer: Answer) => new Set(rows(answer).map(({ courier_code }) => courier_code));
      expect(codes(await quote(service, places))).to.include('grab');
      const { origin_latitude, origin_longitude, ...oneSide } = places;
      expect(codes(await quote(service, oneSide))).to.not.include('grab');
    },
  },
  {
    name: 'answers a lane without couriers with 40001010, not with an empty list',
    section: '§2.2',
    costs: true,
    async check(service) {
      refusedWith(await quote(service, { couriers: 'grab' }), 40001010);
    },
  },
  {
    name: 'compares courier codes exactly',
    section: '§6',
    costs: true,
    async check(service) {
      refusedWith(await quote(service, { couriers: 'jn' }), 40001010);
      const quoted = rows(await quote(service, { couriers: 'jntcargo' }));
      expect(quoted.every(({ courier_code }) => courier_code === 'jntcargo')).to.be.ok;
    },
  },
  {
    name: 'refuses a quote without a place, or without items, as a missing parameter',
    section: '§2.2',
    costs: true,
    async check(service) {
      refusedWith(await quote(service, { destination_postal_code: undefined }), 40001001, 40001002);
      refusedWith(await quote(service, { items: undefined }), 40001002);
    },
  },
  {
    name: 'lists and quotes none of the services removed on 2026-09-18',
    section: '§5',
    costs: true,
    async check(service) {
      const quoted = rows(await quote(service, { couriers: 'anteraja,sicepat,tiki,sap,lion,idexpress,jne' }));
      const keys = quoted.map(({ courier_code, courier_service_code }) => `${courier_code}/${courier_service_code}`);
      for (const gone of ['anteraja/next_day', 'sicepat/sds', 'tiki/trc', 'lion/one_pack', 'jne/jtr_150']) {
        expect(keys, gone).to.not.include(gone);
      }
    },
  },
  {
    name: 'takes custom rates in the request: a discount lowers the price, never below 0 for the carriage',
    section: '§3.3',
    costs: true,
    ours: true,
    ofShop: true,
    async check(service) {
      const [plain] = rows(await quote(service, { couriers: 'jnt' }));
      const rule = { courier_code: 'jnt', type: 'discount', unit: 'flat', amount: 1_000_000 };
      const [cheaper] = rows(await quote(service, { couriers: 'jnt', custom_rates: [rule] }));
      expect(cheaper?.shipping_fee).to.equal(plain?.shipping_fee);
      expect(cheaper?.shipping_fee_discount).to.equal(plain?.shipping_fee);
      expect(cheaper?.price).to.equal(0);
    },
  },
];
