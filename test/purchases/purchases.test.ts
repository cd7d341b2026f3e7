import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Libsql from 'libsql';
import { machineClock } from '../../src/client/index.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { midtrans, PurchaseError, type PurchaseView, readParcels } from '../../src/purchases/index.ts';
import { cart, key } from '../gateway/shop.ts';
import { contacts } from '../support/fixtures.ts';
import { openPurchases, problem, provider } from './shop.ts';

const hour = 3_600_000;

describe('purchases', () => {
  it('log once a minute that shop and gateway do not sign with the same secret, and have the shopper choose again', async () => {
    const { open, shop, parcel, lines, clock } = openPurchases();
    const secret = 'another-secret-that-is-also-thirty-two-bytes';
    const purchases = open({ keys: { ...shop.keys, current: { kid: 'now', secret } } });
    const { reference } = await purchases.begin('visit-1');
    const given = await parcel();
    for (const [seconds, count] of [
      [0, 1],
      [59, 1],
      [1, 2],
    ] as const) {
      clock.now += seconds * 1_000;
      const problem = await purchases.accept({ visit: 'visit-1', reference }, given).catch((error) => error);
      expect(problem).to.include({ name: 'PurchaseError', code: 'choice' });
      expect(lines).to.have.lengthOf(count);
    }
    expect(lines[0]).to.match(/^The offer was signed with another secret than the one that is named "now" here/);
    expect(lines.join()).to.not.include(secret).and.not.include(given.choice.offer);
  });

  it('ship a paid purchase once, whatever is repeated', async () => {
    const { purchases, accept, call, sent, find } = openPurchases();
    const accepted = await accept();
    expect(accepted).to.include({ state: 'to-pay', giveBack: 0 });
    expect(accepted.money.owed).to.equal(-(accepted.pay?.rupiah ?? 0));
    expect(sent()).to.deep.equal([]);
    const answers = await Promise.all([call(accepted), call(accepted)]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect((await find(accepted.reference)).state).to.equal('booking');
    await Promise.all([purchases.settle(), purchases.settle(), purchases.ship(accepted.reference)]);
    await call(accepted);
    const shipped = await find(accepted.reference);
    expect(shipped).to.include({ state: 'shipped', giveBack: 0 });
    expect(shipped.money).to.deep.equal({ ...shipped.money, taken: accepted.pay?.rupiah, givenBack: 0, owed: 0 });
    expect(sent()).to.deep.equal(['/v1/orders']);
  });

  it('book one courier after a double click, and after Back and the same form', async () => {
    const { purchases, parcel, sent, find } = openPurchases();
    const begun = await Promise.all([purchases.begin('visit-1'), purchases.begin('visit-1')]);
    expect(begun[0]?.reference).to.equal(begun[1]?.reference);
    const reference = begun[0]?.reference ?? '';
    const form = await parcel({}, true);
    const submit = async () => {
      await purchases.accept({ visit: 'visit-1', reference }, form);
      return purchases.ship(reference);
    };
    await Promise.all([submit(), submit()]);
    await submit();
    // Its cart is another one by now, and the offer has ended.
    await purchases.accept({ visit: 'visit-1', reference }, { ...form, cart: { ...cart, subtotal: 1 } });
    expect(await find(reference)).to.include({ state: 'shipped', pay: undefined });
    expect(sent()).to.deep.equal(['/v1/orders']);
  });

  it('go on to the payment when the offer has ended, but not for another address', async () => {
    const { purchases, parcel, clock, accept } = openPurchases();
    const form = await parcel();
    const { reference, pay } = await accept('visit-1', form);
    clock.now += 30 * 60_000;
    const again = (destination_address: string) =>
      purchases.accept(
        { visit: 'visit-1', reference },
        { ...form, contacts: { ...form.contacts, destination_address } },
      );
    expect(await again(form.contacts.destination_address)).to.deep.include({ state: 'to-pay', pay });
    expect(await problem(again('Jalan Baru 99'))).to.include({ code: 'choice' });
  });

  it('say whether the cart has changed in another page, or the cookie of the visit was lost', async () => {
    const { purchases, parcel } = openPurchases();
    const { reference } = await purchases.begin('visit-1');
    await purchases.begin('visit-2');
    const refused = async (visit: string) => problem(purchases.accept({ visit, reference }, await parcel()));
    expect(await refused('visit-2')).to.include({ code: 'other-visit', cause: undefined });
    expect((await refused('visit-2')).message).to.include('another page');
    const lost = await refused('visit-that-the-shop-has-just-made');
    expect(lost).to.include({ code: 'other-visit' });
    expect(lost.message).to.include('cookie');
    expect(String(lost.cause)).to.include('secure').and.include('while it wrote the page');
  });

  it('refuse a phone, an address and a name before any money', async () => {
    const { purchases, parcel } = openPurchases();
    const { reference } = await purchases.begin('visit-1');
    for (const [field, values] of [
      ['destination_contact_phone', ['0812345', '+65 9123 4567', '081298765432 / 081298765433']],
      ['destination_contact_name', [' ', '']],
      ['destination_address', ['']],
    ] as const)
      for (const value of values) {
        const wrong = await parcel({ contacts: { ...contacts, [field]: value } });
        const refused = await problem(purchases.accept({ visit: 'visit-1', reference }, wrong));
        expect(refused, value).to.include({ code: 'contacts', field });
        // The shopper reads it.
        expect(refused.message).to.match(/^Please check the recipient's (phone|name|address): it must be [^_]+\.$/);
        // The shop logs it, and nobody has signed a grant yet.
        expect(String(refused.cause)).to.match(new RegExp(`^Error: The form was refused: ${field} must be `));
      }
    expect((await purchases.begin('visit-1')).state).to.equal('open');
  });

  it('tell the shop of a sender that no courier takes, and no shopper to mend it', async () => {
    const { purchases, parcel, lines, clock } = openPurchases();
    const { reference } = await purchases.begin('visit-1');
    const vendor = { ...contacts, origin_contact_name: 'Kopi Senja', origin_contact_phone: '0812' };
    const [right, wrong] = [await parcel(), await parcel({ contacts: vendor })];
    const buy = () => problem(purchases.accept({ visit: 'visit-1', reference }, [right, wrong]));
    const refused = await buy();
    expect(refused).to.include({
      ...{ code: 'sender', field: 'origin_contact_phone', cause: undefined },
      message: 'The shop has a problem. Contact us.',
    });
    await buy();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/Kopi Senja.*origin_contact_phone must be an Indonesian phone number.*`contacts`/);
    clock.now += 60_000;
    await buy();
    expect(lines, 'once a minute').to.have.length(2);
  });

  for (const when of ['before', 'while'] as const)
    it(`do not ship what was taken back ${when} the service was down`, async () => {
      const { purchases, accept, call, service, sent, find, clock } = openPurchases();
      const accepted = await accept();
      service.fault = 'status=503';
      await call(accepted);
      if (when === 'while') await purchases.ship(accepted.reference);
      await call(accepted, 'taken-back');
      service.fault = '';
      const writes = sent().length;
      for (let minute = 0; minute < 30; minute++) {
        clock.now += 60_000;
        await purchases.settle();
      }
      expect(await find(accepted.reference)).to.include({ state: 'cancelled', giveBack: 0 });
      expect(sent().length).to.equal(writes);
    });

  it('tell the shop of money that is taken back after the parcel was placed, and cancel its courier', async () => {
    const { purchases, buy, call, find, told, lines, sent } = openPurchases();
    const { accepted } = await buy();
    await call(accepted, 'taken-back');
    const after = await find(accepted.reference);
    expect(after).to.include({ state: 'shipped', cancelCourier: true });
    expect(after.attention.map(({ reason }) => reason)).to.deep.equal(['taken-back']);
    expect(told.at(-1)).to.include({ cancelCourier: true });
    expect(lines.join()).to.include('taken back after');
    expect((await purchases.attention()).map(({ reference }) => reference)).to.deep.equal([accepted.reference]);
    expect(await purchases.cancel(accepted.reference)).to.include({ state: 'cancelled', giveBack: 0 });
    expect(sent().at(-1)).to.match(/cancel$/);
    expect(await purchases.attention()).to.deep.equal([]);
  });

  it('let a courier go on that was not cancelled, so that the list is empty', async () => {
    const { purchases, buy, shop } = openPurchases();
    const { accepted, shipped } = await buy();
    const path = `https://sandbox.test/sandbox/orders/${shipped.deliveries[0]?.id}/status`;
    const headers = { authorization: key, 'content-type': 'application/json' };
    for (const status of ['allocated', 'picking_up', 'picked'])
      await shop.sandbox.fetch(new Request(path, { method: 'POST', headers, body: JSON.stringify({ status }) }));
    const kept = await purchases.cancel(accepted.reference);
    expect(kept.attention.map(({ reason }) => reason)).to.deep.equal(['not-cancelled']);
    // Staff have no visit. A page that has lost it finds nothing.
    expect((await purchases.find({ reference: accepted.reference }))?.attention).to.have.length(1);
    expect(await purchases.find({ reference: accepted.reference, visit: undefined as never })).to.equal(undefined);
    const after = await purchases.letGo(accepted.reference);
    expect(after).to.deep.include({ state: 'shipped', giveBack: 0, attention: [] });
    expect(await purchases.attention()).to.deep.equal([]);
  });

  it('cancel a paid order at once while the account at the service is empty, and owe its money', async () => {
    const { purchases, accept, call, service } = openPurchases();
    const accepted = await accept();
    service.fault = 'error=balance';
    await call(accepted);
    await purchases.ship(accepted.reference);
    const cancelled = await purchases.cancel(accepted.reference);
    expect(cancelled).to.include({ state: 'cancelled', giveBack: accepted.pay?.rupiah });
    const id = `test ${accepted.pay?.id}`;
    const given = await purchases.givenBack(accepted.pay?.id ?? '', { id, rupiah: accepted.pay?.rupiah ?? 0 });
    expect(given).to.include({ state: 'cancelled', giveBack: 0 });
  });

  it('name an account that cannot order to staff at once, who have it tried again at once', async () => {
    const { purchases, accept, call, service, lines } = openPurchases();
    const accepted = await accept();
    service.fault = 'error=balance';
    await call(accepted);
    await purchases.ship(accepted.reference);
    const [waiting] = await purchases.attention();
    expect(waiting?.attention[0]?.what).to.include('the account at the service cannot order now');
    expect(lines.at(-1)).to.include(
      `balance and its key. It is tried again within ten minutes: "ship ${accepted.reference}" tries at once`,
    );
    service.fault = '';
    expect(await purchases.ship(accepted.reference)).to.deep.include({ state: 'shipped', attention: [] });
  });

  it('try again within ten minutes, however long the account was empty', async () => {
    const { purchases, accept, call, find, service, clock } = openPurchases();
    const accepted = await accept();
    service.fault = 'error=balance';
    await call(accepted);
    for (let tries = 0; tries < 12; tries += 1) {
      clock.now += 60 * 60_000;
      await purchases.settle();
    }
    service.fault = '';
    clock.now += 10 * 60_000;
    await purchases.settle();
    expect(await find(accepted.reference)).to.include({ state: 'shipped' });
  });

  it('answer a callback that cannot be read with 400 and a reason', async () => {
    const { purchases, accept, lines, clock } = openPurchases();
    const { pay } = await accept();
    const post = async (body: string | null, headers = { 'x-test-secret': 'a-secret-of-the-test-provider' }) => {
      const answer = await purchases.callback(
        provider,
        new Request('https://shop.test/', { method: 'POST', body, headers }),
      );
      return [answer.status, ((await answer.json()) as { field?: string }).field];
    };
    const paid = { payment: pay?.id, amount: pay?.rupiah, status: 'paid' };
    for (const body of ['null', null, '{"payment":', '[]']) expect(await post(body)).to.deep.equal([400, undefined]);
    expect(await post(JSON.stringify({ ...paid, amount: '270000.50' }))).to.deep.equal([400, 'amount']);
    expect(await post(JSON.stringify({ ...paid, currency: 'USD' }))).to.deep.equal([400, 'currency']);
    expect(await post(JSON.stringify({ ...paid, payment: 'INV-other' }))).to.deep.equal([404, undefined]);
    expect(lines.at(-1)).to.include('INV-other');
    expect(await post(JSON.stringify(paid), { 'x-test-secret': 'of another shop' })).to.deep.equal([
      403,
      'x-test-secret',
    ]);
    const said = () => lines.filter((line) => line.endsWith(' 403: x-test-secret is not of this shop.'));
    await post(JSON.stringify(paid), { 'x-test-secret': 'of a stranger' });
    expect(said(), 'once a minute').to.have.length(1);
    clock.now += 60_000;
    await post(JSON.stringify(paid), { 'x-test-secret': 'of a stranger' });
    expect(said()).to.have.length(2);
    expect(await post(JSON.stringify({ ...paid, amount: `${pay?.rupiah}.00` }))).to.deep.equal([200, undefined]);
  });

  it('ask under the same number after an earlier number has failed late, and under another one once it has failed itself', async () => {
    const { purchases, accept } = openPurchases();
    const { reference, pay } = await accept();
    await purchases.paid(reference, { id: 'part', rupiah: (pay?.rupiah ?? 0) - 10_000 });
    for (const [failed, id] of [
      [reference, `${reference}.2`],
      [`${reference}.2`, `${reference}.3`],
    ] as const)
      expect((await purchases.declined(failed, { id: `late ${failed}` })).pay).to.include({ id, rupiah: 10_000 });
  });

  it('log that another program has read a callback before, and have it sent again', async () => {
    const { purchases, lines } = openPurchases();
    const request = new Request('https://shop.test/', { method: 'POST', body: '{}' });
    await request.text();
    expect((await purchases.callback(midtrans({ serverKey: 'a-key' }), request)).status).to.equal(500);
    expect(lines.join()).to.include('Was it read before, as by express.json()?');
  });

  it('are found in another browser by their link, which shows no person and cancels nothing', async () => {
    const { purchases, buy } = openPurchases();
    const { accepted } = await buy();
    const { reference } = accepted;
    const [page, token] = (await purchases.link('https://shop.test/order', reference)).split('#p=');
    expect(page).to.equal('https://shop.test/order');
    const shown = await purchases.find({ token });
    expect(shown).to.include({ reference, state: 'shipped' });
    expect(JSON.stringify(shown)).not.to.match(/Ratna|8129876|Braga/);
    expect(await purchases.find({ visit: 'another', reference })).to.equal(undefined);
    expect((await problem(purchases.cancel(reference, { visit: 'another' }))).code).to.equal('other-visit');
  });

  it('of cash on delivery owe nothing and ask for nothing, also once they are cancelled', async () => {
    const { purchases, accept, parcel } = openPurchases();
    const accepted = await accept('visit-1', await parcel({}, true));
    expect(accepted).to.include({ state: 'booking', pay: undefined, giveBack: 0 });
    expect(accepted.payAtDoor).to.be.above(cart.subtotal);
    expect(accepted.money).to.deep.equal({ taken: 0, givenBack: 0, stands: 0, owed: 0 });
    await purchases.ship(accepted.reference);
    for (let again = 0; again < 2; again++)
      expect(await purchases.cancel(accepted.reference)).to.include({ state: 'cancelled', giveBack: 0 });
    expect(await purchases.attention()).to.deep.equal([]);
  });

  for (const [named, asked] of [
    ['both', { destination_area_id: 'IDNP9IDNC22IDND256IDZ40111', destination_postal_code: 40111 }],
    ['the district', { destination_area_id: 'IDNP9IDNC22IDND256IDZ40111' }],
    ['the postal code', { destination_postal_code: 40111 }],
  ] as const)
    it(`sell to a district that the page has asked with ${named}`, async () => {
      const { readChoice } = await import('../../src/purchases/index.ts');
      const { purchases, choice } = openPurchases();
      const { offer } = await choice(false, 'jne/reg', { destination_postal_code: undefined, ...asked });
      const form = new URLSearchParams({
        ...{ shipping: 'jne/reg', 'shipping-offer': offer },
        ...{ area: 'IDNP9IDNC22IDND256IDZ40111', 'area-postal-code': '40111', 'area-name': 'Sumur Bandung' },
      });
      const { reference } = await purchases.begin('visit-1');
      const accepted = await purchases.accept(
        { visit: 'visit-1', reference },
        { cart, contacts, choice: readChoice(form) },
      );
      expect(accepted.state).to.equal('to-pay');
    });

  it('sell what a form without JavaScript has: an offer, which names its service', async () => {
    const { readChoice } = await import('../../src/purchases/index.ts');
    const { purchases, choice } = openPurchases();
    const { offer = '' } = await choice(false);
    const form = new URLSearchParams({ 'shipping-offer': offer, 'postal-code': '40111' });
    expect(readChoice(form)).to.include({ service: 'jne/reg', offer });
    const accept = async () => {
      const { reference } = await purchases.begin('visit-1');
      const parcel = { cart, contacts, choice: readChoice(form) };
      return purchases.accept({ visit: 'visit-1', reference }, parcel);
    };
    expect((await accept()).state).to.equal('to-pay');
    form.set('shipping', '');
    expect(readChoice(form), 'a field in which nothing is chosen').to.include({ service: '' });
    form.delete('shipping');
    form.append('shipping-offer', offer);
    expect(readChoice(form)).to.include({ service: '', offer: undefined });
    expect(await accept().catch(({ code }) => code)).to.equal('choice');
  });

  it('read a form whose names have brackets, as PHP needs them', async () => {
    const { readChoice } = await import('../../src/purchases/index.ts');
    const form = new URLSearchParams({
      ...{ 'order[ship]': 'jne/reg', 'order[ship-offer]': 'signed', 'order[ship-insurance]': 'on' },
      ...{ 'order[area]': 'IDNP9', 'order[area-postal-code]': '40111' },
    });
    expect(readChoice(form, { shipping: 'order[ship]', area: 'order[area]' })).to.deep.equal({
      ...{ service: 'jne/reg', offer: 'signed', insurance: true, cashOnDelivery: false },
      destination: { destination_area_id: 'IDNP9', destination_postal_code: '40111' },
    });
  });

  it('sell what <ship-parcels> submits, each parcel for its own cart', async () => {
    const { purchases, choice } = openPurchases();
    const { offer } = await choice();
    const one = { service: 'jne/reg', offer, insurance: false, cashOnDelivery: false };
    const form = new URLSearchParams({
      shipping: JSON.stringify([
        { parcel: 'Rumah Teduh', ...one },
        { parcel: 'Kopi Senja', ...one },
      ]),
      'postal-code': '40111',
    });
    const carts: Record<string, typeof cart> = { 'Rumah Teduh': cart, 'Kopi Senja': cart };
    const { reference } = await purchases.begin('visit-1');
    const accepted = await purchases.accept(
      { visit: 'visit-1', reference },
      readParcels(form).map(({ parcel, ...chosen }) => ({ cart: carts[parcel] ?? cart, contacts, choice: chosen })),
    );
    expect(accepted.deliveries.map((delivery) => delivery.reference)).to.deep.equal([reference, `${reference}-2`]);
    expect(accepted.pay?.rupiah).to.equal(accepted.deliveries.reduce((sum, { payNow }) => sum + payNow, 0));
  });

  it('say what of the price is for each extra, as the bill of the page has it', async () => {
    const { accept, choice } = openPurchases();
    const [plain] = (await accept()).deliveries;
    const both = { cart, contacts, choice: { ...(await choice(true)), insurance: true } };
    const [one] = (await accept('visit-2', both)).deliveries;
    const { insurance = 0, cashOnDelivery = 0 } = one?.fees ?? {};
    expect([plain?.fees, Math.min(insurance, cashOnDelivery) > 0]).to.deep.equal([
      { insurance: 0, cashOnDelivery: 0 },
      true,
    ]);
    expect(Number(one?.price) - insurance - cashOnDelivery).to.equal(plain?.price);
  });

  it('are refused what is no list of parcels, and one that names a parcel twice', () => {
    const twice = JSON.stringify([
      { parcel: 'a', service: 'jne/reg' },
      { parcel: 'a', service: 'jne/yes' },
    ]);
    const many = JSON.stringify(Array.from({ length: 21 }, (_none, at) => ({ parcel: `${at}`, service: 'jne/reg' })));
    for (const shipping of ['jne/reg', '{}', '[null]', '[{"parcel":1,"service":"jne/reg"}]', twice, many])
      expect(() => readParcels({ shipping }), shipping)
        .to.throw(PurchaseError)
        .that.includes({ code: 'choice', field: 'shipping' });
    expect(readParcels({ shipping: '' })).to.deep.equal([]);
  });

  it('ship a payment of the next day at the accepted price, with the date that counts from then', async () => {
    const calendar = {
      zone: 'WIB',
      days: { mon: '15:00', tue: '15:00', wed: '15:00', thu: '15:00', fri: '15:00' },
    } as const;
    const { purchases, accept, call, clock, service } = openPurchases({ mostExtra: 20_000 }, { calendar });
    const accepted = await accept();
    const before = accepted.deliveries[0];
    clock.now += 30 * hour;
    service.rates.push({ courier_code: 'jne', type: 'surcharge', unit: 'percent', amount: 10 });
    await call(accepted);
    const { deliveries, money, giveBack } = await purchases.ship(accepted.reference);
    expect(deliveries[0]).to.include({ state: 'placed', price: before?.price });
    expect(deliveries[0]?.extra).to.be.within(1, 20_000);
    expect(String(deliveries[0]?.arrival?.last) > String(before?.arrival?.last)).to.equal(true);
    expect([money.owed, giveBack]).to.deep.equal([0, 0]);
  });

  it('leave a price that has risen further to a person, who bears it or cancels', async () => {
    const { purchases, accept, call, service, clock } = openPurchases();
    const accepted = await accept();
    clock.now += hour;
    service.rates.push({ courier_code: 'jne', type: 'surcharge', unit: 'percent', amount: 10 });
    await call(accepted);
    const refused = await purchases.ship(accepted.reference);
    expect(refused).to.include({ state: 'refused', giveBack: 0 });
    expect(refused.money.owed).to.equal(accepted.pay?.rupiah);
    expect(refused.attention[0]?.remedy).to.match(/^"retry INV-\w+ \d+" bears the difference/);
    expect(await purchases.retry(accepted.reference, { mostExtra: 20_000 })).to.include({
      state: 'shipped',
      giveBack: 0,
    });
    expect(await purchases.attention()).to.deep.equal([]);
  });

  it('owe a payment that comes after they were closed', async () => {
    const { purchases, accept, call, clock, find } = openPurchases();
    const accepted = await accept();
    expect(accepted.reference, 'short enough to read out').to.match(/^INV-[A-Z\d]{8}$/);
    expect(accepted.pay?.until).to.equal(new Date(clock.now + 48 * hour).toISOString());
    clock.now += 49 * hour;
    await purchases.settle();
    expect((await find(accepted.reference)).state).to.equal('cancelled');
    await call(accepted);
    expect(await find(accepted.reference)).to.include({ state: 'cancelled', giveBack: accepted.pay?.rupiah });
  });

  it('owe what is paid twice, in two pages of the provider', async () => {
    const { purchases, accept, parcel, choice, call, find } = openPurchases();
    const first = await accept();
    const other = await parcel({ choice: await choice(false, 'sicepat/reg') });
    const second = await purchases.accept({ visit: 'visit-1', reference: first.reference }, other);
    expect(second.pay?.id).to.equal(`${first.reference}.2`);
    await call(second);
    await call(first);
    await purchases.ship(first.reference);
    const both = await find(first.reference);
    expect(both).to.include({ state: 'shipped', giveBack: first.pay?.rupiah });
    const each = both.payments.map(({ id, taken }) => `Rp ${taken} of ${id}`);
    expect(each).to.have.length(2);
    expect(both.attention[0]?.remedy, 'which can be given back').to.include(`(${each.join(', ')})`);
  });

  it('take what is due, under another number each time that it was declined, and owe what a declined one brings later', async () => {
    const { purchases, accept, sent } = openPurchases();
    const { reference, pay } = await accept();
    const asked: [string, number][] = [];
    const take = (answer: string | null) =>
      purchases.take(reference, async (...given) => {
        asked.push(given);
        return answer;
      });
    for (const code of ['declined', 'declined'])
      expect(await problem(take(null))).to.include({
        ...{ code, message: 'The payment was not taken. Please try again or pay otherwise.' },
      });
    expect(sent()).to.deep.equal([]);
    expect(await take('transaction-1')).to.include({ state: 'booking', giveBack: 0 });
    expect(await take('transaction-2'), 'nothing is due').to.include({ state: 'booking', giveBack: 0 });
    expect(asked).to.deep.equal([reference, `${reference}.2`, `${reference}.3`].map((id) => [id, pay?.rupiah]));
    await purchases.paid(reference, { id: 'late', rupiah: pay?.rupiah ?? 0 });
    expect(await purchases.ship(reference)).to.include({ state: 'shipped', giveBack: pay?.rupiah });
    expect(sent()).to.deep.equal(['/v1/orders']);
  });

  for (const [what, answer] of [
    ['throws', () => Promise.reject(new Error('It has timed out.'))],
    ['throws nothing', () => Promise.reject()],
    ['answers no number', async () => undefined as never],
  ] as const)
    it(`say that a payment is being checked whose provider ${what}, and take it once under the same number`, async () => {
      const { purchases, accept, lines, sent, find } = openPurchases();
      const { reference, pay } = await accept();
      expect(pay).to.include({ unanswered: false });
      const unconfirmed = await problem(purchases.take(reference, answer));
      expect(unconfirmed).to.include({ code: 'unconfirmed' });
      expect(unconfirmed.message).to.include('We are checking your payment.');
      expect(lines.join()).to.match(new RegExp(`^${reference} waits: its payment has no answer: .+$`));
      expect(await find(reference)).to.deep.include({ state: 'to-pay', pay: { ...pay, unanswered: true } });
      const presses = [1, 2].map(() => purchases.take(reference, async (number) => `transaction of ${number}`));
      await Promise.all(presses);
      // Its callback comes late.
      await purchases.paid(reference, { id: `transaction of ${reference}`, rupiah: pay?.rupiah ?? 0 });
      expect(await purchases.ship(reference)).to.include({ state: 'shipped', giveBack: 0 });
      expect(sent()).to.deep.equal(['/v1/orders']);
    });

  it('ask for nothing else while a payment has no answer, so that it is paid once, and tell staff if nobody comes back', async () => {
    const { purchases, accept, parcel, choice, find, told, clock, lines } = openPurchases();
    const { reference, pay } = await accept();
    const key = { visit: 'visit-1', reference };
    const asked: [string, number][] = [];
    const take = (answer: () => Promise<string | null>) =>
      purchases.take(reference, (...given) => {
        asked.push(given);
        return answer();
      });
    // Another courier, cash on delivery, and another place at another price.
    const far = { destination_postal_code: 99112 };
    const farther = { ...(await choice(false, 'jne/reg', far)), destination: far };
    const others = [
      await parcel({ choice: await choice(false, 'sicepat/reg') }),
      await parcel({}, true),
      await parcel({ choice: farther }),
    ];
    // Its process ends while the provider is asked.
    void take(() => new Promise(() => {}));
    for (const deadline = Date.now() + 10_000; !asked.length && Date.now() < deadline; )
      await new Promise((next) => setImmediate(next));
    const lost = () => Promise.reject(new Error('It has timed out.'));
    for (const round of [1, 2]) {
      for (const other of others)
        for (const atNewPrice of [false, true]) {
          const refused = await problem(purchases.accept(key, other, { atNewPrice }));
          expect([refused.code, refused.message], String(round)).to.deep.equal([
            'unconfirmed',
            'We are checking your payment. Please try the same again in a moment (jne/reg, same place and switches, Rp 161,000 now): you pay once at most.',
          ]);
        }
      expect((await purchases.accept(key, await parcel())).pay).to.include({ id: reference, rupiah: pay?.rupiah });
      expect((await problem(take(lost))).code).to.equal('unconfirmed');
    }
    expect(asked).to.deep.equal([1, 2, 3].map(() => [reference, pay?.rupiah]));
    expect(await purchases.attention()).to.deep.equal([]);
    clock.now += 10 * 60_000;
    expect([await purchases.settle(), await purchases.settle()]).to.deep.equal([1, 0]);
    expect(told.map(({ attention }) => attention.map(({ reason }) => reason))).to.deep.equal([['unanswered']]);
    expect(lines.at(-1)).to.include(`"declined ${reference}" if nothing was taken`);
    clock.now += 48 * hour;
    await purchases.settle();
    expect((await purchases.attention()).map(({ state }) => state)).to.deep.equal(['cancelled']);
    const noted = await purchases.paid(reference, { id: 'found-1', rupiah: pay?.rupiah ?? 0 });
    expect(noted.attention.map(({ reason }) => reason)).to.deep.equal(['owed']);
    expect(await find(reference)).to.include({ giveBack: pay?.rupiah });
  });

  it('ask for a payment without an answer at its own sum if the same is dearer by now, but not for more goods', async () => {
    const { purchases, accept, parcel, choice, service, clock } = openPurchases();
    const { reference, pay } = await accept();
    const key = { visit: 'visit-1', reference };
    await problem(purchases.take(reference, () => Promise.reject()));
    const goods = { ...cart, subtotal: cart.subtotal + 50_000 };
    const more = await parcel({ cart: goods, choice: await choice(false, 'jne/reg', undefined, goods) });
    expect((await problem(purchases.accept(key, more))).code).to.equal('unconfirmed');
    clock.now += hour;
    service.rates.push({ courier_code: 'jne', type: 'surcharge', unit: 'percent', amount: 10 });
    const dearer = await parcel();
    expect((await purchases.accept(key, dearer)).pay).to.deep.equal({ ...pay, unanswered: true });
    const elsewhere = { ...dearer, contacts: { ...contacts, destination_address: 'Jalan Baru 99' } };
    expect((await problem(purchases.accept(key, elsewhere))).code).to.equal('unconfirmed');
    expect(await problem(purchases.take(reference, async () => null))).to.include({ code: 'declined' });
    const { pay: next } = await purchases.accept(key, dearer);
    expect(next?.rupiah).to.be.above(pay?.rupiah ?? 0);
    expect(next).to.include({ unanswered: false });
  });

  it('call nothing off for another choice while the payment of a risen price has no answer', async () => {
    const { purchases, accept, call, parcel, choice, service, shop, clock } = openPurchases();
    const accepted = await accept();
    const { reference } = accepted;
    const key = { visit: 'visit-1', reference };
    await call(accepted);
    await purchases.grant(reference);
    clock.now += hour;
    service.rates.push({ courier_code: 'jne', type: 'surcharge', unit: 'percent', amount: 10 });
    await purchases.accept(key, await parcel(), { atNewPrice: true });
    await problem(purchases.take(reference, () => Promise.reject()));
    const other = await parcel({ choice: await choice(false, 'sicepat/reg') });
    expect(await problem(purchases.accept(key, other, { atNewPrice: true }))).to.include({ code: 'unconfirmed' });
    await purchases.take(reference, async (number) => number);
    expect(await shop.gateway.order(await purchases.grant(reference))).to.include({ reference });
  });

  it('hold a parcel while a part of its money went back, without an end and asking nobody for it, until the shop waives it', async () => {
    const { purchases, accept, call, sent, clock } = openPurchases();
    const accepted = await accept();
    const { id = '', rupiah = 0 } = accepted.pay ?? {};
    await purchases.givenBack(id, { id: 'refund-1', rupiah: 10_000 });
    await call(accepted);
    clock.now += 72 * hour;
    await purchases.settle();
    const held = await purchases.take(accepted.reference, () => Promise.reject(new Error('It was paid.')));
    expect(held).to.include({ state: 'booking', pay: undefined });
    expect(held.attention.map(({ reason }) => reason)).to.deep.equal(['underpaid']);
    expect(sent()).to.deep.equal([]);
    // Staff read this sum before the shopper chose otherwise.
    const stale = await purchases.waive(accepted.reference, 9_000).catch((problem) => problem);
    expect([stale.code, stale.message]).to.deep.equal([
      'not-now',
      `Rp 10000 of ${accepted.reference} are missing by now: look again.`,
    ]);
    await purchases.waive(accepted.reference, 10_000);
    const shipped = await purchases.ship(accepted.reference);
    expect(shipped).to.include({ state: 'shipped', giveBack: 0 });
    expect(shipped.money).to.deep.equal({ taken: rupiah, givenBack: 10_000, stands: rupiah - 10_000, owed: 0 });
    // The receipt has the goods as they were accepted.
    expect([accepted.goods, shipped.goods]).to.deep.equal([cart.subtotal, cart.subtotal]);
    expect([accepted.waived, shipped.waived]).to.deep.equal([0, 10_000]);
  });

  it('never ask the shopper for more than what stands, and tell staff if more went back than was paid', async () => {
    const { purchases, accept, find } = openPurchases();
    const { reference, pay } = await accept();
    await purchases.givenBack(reference, { id: 'refund-1', rupiah: 5_000_000 });
    const wrong = await find(reference);
    expect([wrong.pay?.rupiah, wrong.attention[0]?.reason]).to.deep.equal([pay?.rupiah, 'taken-back']);
    await purchases.paid(reference, { id: 'correction-1', rupiah: 5_000_000 });
    expect((await purchases.cancel(reference)).attention).to.deep.equal([]);
  });

  for (const [field, isNamed, transaction] of [
    ['rupiah', true, { id: 'a', rupiah: undefined }],
    ['rupiah', true, { id: 'a', rupiah: 1.5 }],
    ['rupiah', true, { id: 'a', rupiah: -1 }],
    // A thousand times as much, as Indonesians write it.
    ['rupiah', true, { id: 'a', rupiah: '161.000' }],
    ['id', true, { id: 5, rupiah: 161_000 }],
    ['payment', false, { id: 'a', rupiah: 161_000 }],
  ] as const)
    it(`refuse a payment by its field ${field}: ${JSON.stringify(transaction)}`, async () => {
      const { purchases, accept, find } = openPurchases();
      const { reference } = await accept();
      for (const verb of ['paid', 'givenBack'] as const) {
        const paid = purchases[verb]((isNamed ? reference : undefined) as never, transaction as never);
        expect(await problem(paid)).to.include({ code: 'unreadable', field });
      }
      expect(await find(reference)).to.deep.include({ payments: [], state: 'to-pay' });
    });

  it('refuse a visit that is none, a purchase without a parcel or a place, and keep what was accepted', async () => {
    const { purchases, accept, parcel } = openPurchases();
    const { reference } = await accept();
    const { choice, ...given } = await parcel();
    const nowhere = { ...given, choice: { ...choice, destination: undefined as never } };
    const refused = await problem(purchases.accept({ visit: 'visit-1', reference }, nowhere));
    expect(refused).to.include({ code: 'choice', field: 'destination' });
    for (const visit of [undefined, '', 'a\0b', 'a'.repeat(513)])
      expect((await problem(purchases.begin(visit as never))).code).to.equal('other-visit');
    expect((await problem(purchases.accept({ visit: 'visit-1', reference }, []))).code).to.equal('choice');
    expect((await purchases.begin('visit-1')).state).to.equal('to-pay');
  });

  it('ask for a declined payment under another number', async () => {
    const { accept, call, find } = openPurchases();
    const accepted = await accept();
    await call(accepted, 'declined');
    expect((await find(accepted.reference)).pay?.id).to.equal(`${accepted.reference}.2`);
  });

  it('refuse another choice once one is on its way, and begin the next purchase then', async () => {
    const { purchases, buy, parcel, choice } = openPurchases();
    const { accepted } = await buy();
    const other = await parcel({ choice: await choice(false, 'sicepat/reg') });
    const key = { visit: 'visit-1', reference: accepted.reference };
    expect((await problem(purchases.accept(key, other))).code).to.equal('begun-otherwise');
    expect((await purchases.begin('visit-1')).reference).to.equal(accepted.reference);
    const after = accepted.reference;
    const anew = await Promise.all([1, 2].map(() => purchases.begin('visit-1', { after })));
    expect(anew[0]?.reference).to.equal(anew[1]?.reference);
    expect(anew[0]).to.include({ state: 'open', isDone: false });
    const earlier = await purchases.begin('visit-1', { anew: true } as object).catch((error) => error);
    expect(earlier).to.be.instanceOf(TypeError);
    expect(earlier.message).to.include('anew').and.include('`after`');
  });

  for (const [how, cashOnDelivery] of [
    ['collected', true],
    ['paid', false],
  ] as const)
    it(`show what was ordered when the shopper goes Back to the checkout, or to "Order again" once that is ordered: ${how}`, async () => {
      const { purchases, parcel, call, sent } = openPurchases();
      const form = await parcel({}, cashOnDelivery);
      const order = async (reference: string) => {
        const { pay } = await purchases.accept({ visit: 'visit-1', reference }, form);
        if (pay) await call({ pay });
        await purchases.ship(reference);
        return reference;
      };
      const first = await order((await purchases.begin('visit-1')).reference);
      expect(await purchases.begin('visit-1')).to.include({ reference: first, isDone: true });
      const next = await purchases.begin('visit-1', { after: first });
      expect(next.reference).to.not.equal(first);
      const second = await order(next.reference);
      expect(await purchases.begin('visit-1', { after: first })).to.include({ reference: second, isDone: true });
      expect(sent()).to.have.length(2);
    });

  it('give a page its grant once all money is there, and hear that the page has cancelled', async () => {
    const { purchases, shop, accept, call, find } = openPurchases();
    const accepted = await accept();
    expect((await problem(purchases.grant(accepted.reference))).code).to.equal('not-now');
    await call(accepted);
    const placed = await shop.gateway.order(await purchases.grant(accepted.reference));
    expect((await find(accepted.reference)).state).to.equal('shipped');
    await shop.gateway.cancel({ id: placed.id, reference: placed.reference });
    await purchases.hear(accepted.reference);
    expect(await find(accepted.reference)).to.include({ state: 'cancelled', giveBack: accepted.pay?.rupiah });
  });

  it('name the cancellation of a page that is in doubt, until staff have looked it up', async () => {
    const { purchases, shop, buy, find, service } = openPurchases({}, { timeouts: { pause: 0, wait: 0, sends: 1 } });
    const { accepted, shipped } = await buy();
    const { reference } = accepted;
    const [{ id = '' } = {}] = shipped.deliveries;
    Object.assign(service, { fault: 'status=503', at: `/v1/orders/${id}/cancel` });
    await shop.gateway.cancel({ id, reference }).catch(() => {});
    await purchases.hear(reference);
    const [attention, ...others] = (await purchases.attention())[0]?.attention ?? [];
    expect(others).to.have.length(0);
    expect(attention?.what).to.match(/ is not cancelled yet: the service has not said what has become of it$/);
    expect(attention?.remedy).to.match(
      /^look it up at the service, and say what you found: "resolve INV-\w+ placed ID"/,
    );
    await shop.gateway.resolveOrder({ reference }, { found: 'cancelled', order: id });
    expect(await find(reference)).to.include({ state: 'cancelled', giveBack: accepted.pay?.rupiah });
    expect((await find(reference)).attention.map(({ reason }) => reason)).to.deep.equal(['owed']);
  });

  it('are ordered again at the service, though the server that it has refused is minutes ahead', async () => {
    const { open, buy, clock, service, sent } = openPurchases();
    Object.assign(service, { fault: 'error=40002031', at: '/v1/orders' });
    const { shipped } = await buy();
    expect(shipped.state).to.equal('refused');
    service.fault = '';
    const behind = open({ now: () => new Date(clock.now - 240_000) });
    expect((await behind.retry(shipped.reference)).state).to.equal('shipped');
    expect(sent()).to.have.length(2);
  });

  it('hear at once that the service has refused what a form has ordered, and take another choice then', async () => {
    const { purchases, parcel, choice, find, service, sent, shop } = openPurchases();
    const { reference } = await purchases.begin('visit-1');
    const key = { visit: 'visit-1', reference };
    await purchases.accept(key, await parcel({}, true));
    Object.assign(service, { fault: 'error=40002031', at: '/v1/orders' });
    expect((await purchases.ship(reference)).state).to.equal('refused');
    service.fault = '';
    // A page that begins the next purchase finds this one, because it was not paid.
    expect((await purchases.begin('visit-1', { after: reference })).reference).to.equal(reference);
    await purchases.accept(key, await parcel({ choice: await choice(true, 'sicepat/reg') }));
    expect((await purchases.ship(reference)).deliveries[0]).to.include({
      reference: `${reference}-2`,
      state: 'placed',
    });
    expect(await find(reference)).to.include({ state: 'shipped' });
    expect(sent()).to.deep.equal(['/v1/orders', '/v1/orders']);
    expect((await shop.gateway.find(reference))?.state).to.equal('cancelled');
  });

  for (const [how, cashOnDelivery] of [
    ['collected', true],
    ['paid', false],
  ] as const)
    it(`hear at once that the service has refused what a page has ordered, and let it order the same again: ${how}`, async () => {
      const { purchases, shop, parcel, call, find, service, clock } = openPurchases();
      const { reference } = await purchases.begin('visit-1');
      const key = { visit: 'visit-1', reference };
      const form = await parcel({}, cashOnDelivery);
      const first = await purchases.accept(key, form, { atNewPrice: true });
      if (first.pay) await call(first);
      Object.assign(service, { fault: 'error=40002031', at: '/v1/orders' });
      const refused = shop.gateway.order(await purchases.grant(reference)).catch(({ reason }) => reason);
      expect(await refused).to.equal('cod-unavailable');
      service.fault = '';
      expect(await find(reference)).to.deep.include({ state: 'refused', pay: undefined, giveBack: 0 });
      clock.now += 1_000;
      expect((await purchases.accept(key, form, { atNewPrice: true })).state).to.equal('booking');
      const placed = await shop.gateway.order(await purchases.grant(reference));
      expect(placed.reference).to.equal(reference);
      expect(await find(reference)).to.include({ state: 'shipped' });
    });

  for (const how of ['by the service', 'for its price'])
    it(`let a page choose another service at once after it was refused ${how}`, async () => {
      const { purchases, shop, parcel, choice, find, service, sent, call } = openPurchases();
      const { reference } = await purchases.begin('visit-1');
      const accept = async (numbered: string, code?: string) =>
        purchases.accept(
          { visit: 'visit-1', reference: numbered },
          await parcel({ choice: await choice(false, code) }),
          { atNewPrice: true },
        );
      await call(await accept(reference));
      if (how === 'by the service') Object.assign(service, { fault: 'error=40002031', at: '/v1/orders' });
      else service.rates.push({ courier_code: 'jne', type: 'surcharge', unit: 'percent', amount: 10 });
      const first = await purchases.grant(reference);
      await shop.gateway.order(first).catch(() => {});
      service.fault = '';
      const chosen = await accept(reference, 'sicepat/reg');
      if (chosen.pay) await call(chosen);
      // The page says the number that it was granted last.
      const other = await shop.gateway.order(await purchases.grant(`${reference}-2`));
      expect(other.reference).to.equal(`${reference}-2`);
      const late = await shop.gateway.order(first).catch(({ reason }) => reason);
      expect(late, 'the earlier grant').to.equal('not-placed');
      expect(await find(reference)).to.deep.include({ state: 'shipped', pay: undefined });
      expect(sent().filter((path) => path === '/v1/orders')).to.have.length(how === 'by the service' ? 2 : 1);
    });

  it('leave the courier to the first of two pages that choose otherwise, once the service has it', async () => {
    const { purchases, shop, parcel, choice, find, sent } = openPurchases();
    const { reference } = await purchases.begin('visit-1');
    const key = { visit: 'visit-1', reference };
    await purchases.accept(key, await parcel({}, true), { atNewPrice: true });
    const grant = await purchases.grant(reference);
    const other = await parcel({ choice: await choice(true, 'sicepat/reg') });
    const [placed, refused] = await Promise.all([
      shop.gateway.order(grant),
      problem(purchases.accept(key, other, { atNewPrice: true })),
    ]);
    const later = await problem(purchases.accept(key, other, { atNewPrice: true }));
    expect([refused.code, later.code]).to.deep.equal(['begun-otherwise', 'begun-otherwise']);
    expect((await find(reference)).deliveries).to.have.length(1);
    expect((await find(reference)).deliveries[0]).to.include({ state: 'placed', id: placed.id });
    expect(sent()).to.deep.equal(['/v1/orders']);
  });

  it('tell the shop’s code until it has heard', async () => {
    let fails = 2;
    const heard: string[] = [];
    const { purchases, buy, clock, shop } = openPurchases({
      onChange({ state }) {
        if (fails-- > 0) throw new Error('The mail server is down.');
        heard.push(state);
      },
    });
    const { reference } = (await buy()).accepted;
    const row = async () => (await shop.settings.store.purchases.find(shop.account, reference)) ?? { changed: 0 };
    const { changed } = await row();
    expect(heard).to.deep.equal([]);
    for (let minute = 0; minute < 3; minute++) {
      clock.now += 60_000;
      await purchases.settle();
    }
    expect(heard).to.deep.equal(['shipped']);
    // The lists for staff are sorted by it.
    expect((await row()).changed, 'to tell of it is no change of it').to.equal(changed);
  });

  it('send what else is paid while the shop’s code does not answer', async () => {
    const { open, accept, call, sent, lines } = openPurchases();
    const purchases = open(
      { onChange: ({ reference }) => reference === first.reference && new Promise(() => {}) },
      { ...machineClock, after: (_milliseconds, act) => machineClock.after(0, act) },
    );
    const [first, second] = [await accept('visit-1'), await accept('visit-2')];
    await call(first);
    await call(second);
    await purchases.settle();
    expect(sent()).to.deep.equal(['/v1/orders', '/v1/orders']);
    expect(lines.join()).to.include(`onChange of ${first.reference} failed or took longer than ten seconds`);
  });

  it('tell the shop’s code once of each change, whoever presses and whatever process hears of it', async () => {
    const heard: string[] = [];
    const { open, buy, clock, call } = openPurchases({
      async onChange(_view, news) {
        await new Promise((next) => setImmediate(next));
        heard.push(...news.map(({ what, key }) => `${what}: ${key}`));
      },
    });
    const { accepted } = await buy();
    const { reference, money } = accepted;
    const processes = [open(), open(), open()];
    await Promise.all(processes.map((one) => one.cancel(reference)));
    await processes[0]?.givenBack(reference, { id: 'refund-1', rupiah: -money.owed });
    await call(accepted);
    clock.now += hour;
    for (const one of processes) await one.settle();
    await processes[0]?.paid(reference, { id: 'late', rupiah: 5_000 });
    expect(heard).to.deep.equal([
      `shipped: ${reference} shipped`,
      `cancelled: ${reference} cancelled`,
      `owed: ${reference} owed ${-money.owed}`,
      `owed: ${reference} owed ${5_000 - money.owed}`,
    ]);
  });

  it('tell the shop’s code again if its process has ended while it told it, a minute later and with the same key', async () => {
    const keys: (string | undefined)[] = [];
    const { open, accept, call, clock } = openPurchases({ onChange: (_view, [news]) => void keys.push(news?.key) });
    const accepted = await accept();
    await call(accepted);
    const killed = open({
      onChange(_view, [news]) {
        keys.push(news?.key);
        return new Promise(() => {});
      },
    });
    void killed.ship(accepted.reference);
    for (const deadline = Date.now() + 10_000; !keys.length && Date.now() < deadline; )
      await new Promise((next) => setImmediate(next));
    const due: number[] = [];
    for (const seconds of [0, 59, 1, 60]) {
      clock.now += seconds * 1_000;
      due.push(await open().settle());
    }
    expect(due).to.deep.equal([0, 0, 1, 0]);
    expect(keys).to.deep.equal([`${accepted.reference} shipped`, `${accepted.reference} shipped`]);
  });

  it('tell all that is true now of a row whose program has stored what was told as a text', async () => {
    const { purchases, buy, shop, clock, told } = openPurchases();
    const { reference } = (await buy()).accepted;
    const row = await shop.settings.store.purchases.find(shop.account, reference);
    const story = JSON.stringify({ ...JSON.parse(row?.story ?? ''), told: '[["INV-1 placed o1 "],0,[]]' });
    if (row) await shop.settings.store.purchases.replace({ ...row, version: row.version + 1, story }, row.version);
    told.length = 0;
    clock.now += hour;
    await purchases.settle();
    await purchases.settle();
    expect(told.map(({ state }) => state)).to.deep.equal(['shipped']);
  });

  it('wait for a payment at least a moment, and a year at most', () => {
    for (const payWithin of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e12])
      expect(() => openPurchases({ payWithin }), String(payWithin)).to.throw(TypeError, 'payWithin');
    openPurchases({ payWithin: 24 * 366 });
  });

  it('keep no name and no address a day after the parcel was placed, nor of what nobody pays', async () => {
    const { purchases, buy, accept, shop, clock } = openPurchases();
    const { accepted } = await buy();
    const unpaid = await accept('visit-2');
    const kept = async (reference: string) =>
      (await shop.settings.store.purchases.find(shop.account, reference))?.parcels;
    expect(await kept(accepted.reference)).to.include('Ratna');
    clock.now += 25 * hour;
    await purchases.settle();
    expect(await kept(accepted.reference)).to.equal(null);
    clock.now += 25 * hour;
    await purchases.settle();
    expect(await kept(unpaid.reference)).to.equal(null);
  });

  it('are erased and exported with their orders, and not before they are over', async () => {
    const { purchases, accept, call, shop, clock } = openPurchases();
    const accepted = await accept();
    const { reference } = accepted;
    expect(await shop.gateway.erase(reference).catch(({ message }) => message)).to.match(/is not over/);
    await call(accepted);
    await purchases.ship(reference);
    const { purchase, orders } = await shop.gateway.export(reference);
    expect(orders).to.have.length(1);
    expect(JSON.stringify(purchase)).to.include('Ratna Wulandari');
    const { remains } = await shop.gateway.erase(reference);
    expect(remains.join()).to.include('Its delivery is open').and.include('The sums of the purchase stay');
    const open = await shop.settings.store.purchases.find(shop.account, reference);
    expect(open, 'what its courier does not need is gone at once').to.include({ visit: '', parcels: null });
    clock.now += 31 * 24 * hour;
    await shop.gateway.settle();
    const left = await shop.settings.store.purchases.find(shop.account, reference);
    expect(left).to.include({ visit: '', story: '', parcels: null, taken: accepted.pay?.rupiah });
    expect((await problem(purchases.ship(reference))).code).to.equal('erased');
    const other = await accept('visit-2');
    await call(other);
    await purchases.ship(other.reference);
    clock.now += 400 * 24 * hour;
    await shop.gateway.settle();
    expect(await shop.settings.store.purchases.find(shop.account, other.reference)).to.include({ story: '' });
  });

  describe('of two parcels', () => {
    it('keep what was refused for a person, whatever the page chooses while the other is on its way', async () => {
      const { shop, reference, accepted, call, purchases, parcel, choice, service, clock } = await openTwo();
      await call(accepted);
      await shop.gateway.order(await purchases.grant(reference, 1));
      Object.assign(service, { fault: 'error=40002031', at: '/v1/orders' });
      const states = ({ deliveries }: PurchaseView) => deliveries.map(({ state }) => state);
      expect(states(await purchases.ship(reference))).to.deep.equal(['refused', 'placed']);
      service.fault = '';
      const other = await parcel({ choice: await choice(false, 'sicepat/reg') });
      const key = { visit: 'visit-1', reference };
      const refused = await problem(purchases.accept(key, [other, other], { atNewPrice: true }));
      expect(refused.code).to.equal('begun-otherwise');
      clock.now += 1_000;
      expect(states(await purchases.retry(reference))).to.deep.equal(['placed', 'placed']);
    });

    it('are found, refused and erased by the number of any of them', async () => {
      const { shop, reference, call, accepted, purchases } = await openTwo();
      const second = `${reference}-2`;
      expect(await shop.gateway.erase(second).catch(({ message }) => message)).to.include(`${reference} is not over`);
      await call(accepted);
      await purchases.ship(reference);
      expect((await shop.gateway.export(second)).orders).to.have.length(2);
      const { until } = await shop.gateway.erase(second);
      expect((await shop.entries()).map(({ eraseDue }) => eraseDue)).to.deep.equal([until, until]);
      expect(await shop.settings.store.purchases.find(shop.account, reference)).to.include({
        visit: '',
        parcels: null,
      });
    });

    for (const [delivered, other] of [
      ['first', 'second'],
      ['second', 'first'],
    ] as const)
      it(`keep what the ${other} needs while it is open, if the ${delivered} has arrived`, async () => {
        const { shop, reference, ship, tell } = await openTwo();
        await ship();
        const [open, ended] = delivered === 'first' ? [`${reference}-2`, reference] : [reference, `${reference}-2`];
        await tell(ended, 'delivered');
        const { until, again } = await shop.gateway.erase(reference);
        expect([until, again]).to.deep.equal([(shop.settings.now?.().getTime() as number) + 30 * 24 * hour, false]);
        for (const number of [reference, `${reference}-2`]) {
          expect(await shop.gateway.erase(number)).to.include({ until, again: true });
          const { orders } = await shop.gateway.export(number);
          expect(orders.map(({ state }) => state)).to.have.members(['erased', 'placed']);
        }
        await tell(open, 'delivered');
        await shop.gateway.settle();
        expect(await shop.entries('erased')).to.have.length(2);
        expect(await shop.settings.store.purchases.find(shop.account, reference)).to.include({ story: '', visit: '' });
        const done = await shop.gateway.erase(reference);
        expect([done.until, done.again]).to.deep.equal([undefined, true]);
      });

    it('are erased not at all if the shop has to hear news of one of them first', async () => {
      const { shop, reference, ship } = await openTwo({ notify });
      await ship();
      const { news, purchases } = shop.settings.store;
      for (const { key, lines, due } of await news.due(shop.account, Number.MAX_SAFE_INTEGER, 9))
        if (key.reference !== reference) await news.update({ key, lines, due }, { delivered: lines, tries: 0, due: 0 });
      expect(await shop.gateway.erase(reference).catch(({ message }) => message)).to.include(
        `all news of ${reference} yet`,
      );
      expect((await shop.entries()).map(({ eraseDue }) => eraseDue)).to.deep.equal([undefined, undefined]);
      expect((await purchases.find(shop.account, reference))?.parcels).to.include('Ratna');
    });
  });

  it('leave no name in the log of a libSQL file once they are erased, or the answer says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-purchases-'));
    const file = join(folder, 'gateway.db');
    const store = await openLibsqlStore(file);
    const { shop, buy, clock } = openPurchases({}, { store });
    const { reference } = (await buy()).accepted;
    const isInLog = () => readFileSync(`${file}-wal`, 'latin1').includes('Ratna Wulandari');
    const { records } = store;
    const [order] = (await records.find(shop.account, reference)).entries;
    // An earlier program has done so much, and was ended then.
    if (order) await records.reduce(order, { answer: null, parcel: '', until: clock.now + hour, now: 1 });
    const reader = new Libsql(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM ship_purchases').all();
    const { remains } = await shop.gateway.erase(reference);
    expect(remains.join()).to.match(/Another program reads the database file/);
    reader.exec('COMMIT');
    reader.close();
    await store.prune(0);
    const row = await store.purchases.find(shop.account, reference);
    if (row)
      await store.purchases.replace({ ...row, version: row.version + 1, parcels: 'Ratna Wulandari' }, row.version);
    expect(isInLog()).to.equal(true);
    const again = (await shop.gateway.erase(reference)).remains.join();
    expect([isInLog(), /Another program/.test(again)]).to.deep.equal([false, false]);
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('share no number with a parcel of another purchase, which would be taken for their own, and sent once for both', async () => {
    const open = (...names: string[]) => openPurchases({ reference: () => names.shift() ?? 'INV-7' });
    const accepted = async ({ purchases, parcel, call }: ReturnType<typeof openPurchases>, visit: string) => {
      const { reference } = await purchases.begin(visit);
      const two = await purchases.accept({ visit, reference }, [await parcel(), await parcel()]);
      await call(two);
      return two.deliveries.map((delivery) => delivery.reference);
    };
    const one = open('INV-7', 'INV-7-2');
    expect(await accepted(one, 'visit-1')).to.deep.equal(['INV-7', 'INV-7-2']);
    const taken = await problem(one.purchases.begin('visit-2'));
    expect([taken.code, taken.message]).to.deep.equal([
      'other-visit',
      'INV-7-2 is a number of the purchase INV-7: reference() must return a new one.',
    ]);
    await one.purchases.ship('INV-7');
    const again = await problem(one.purchases.begin('visit-1', { after: 'INV-7' }));
    expect(again.message, 'the same one once more').to.match(/^INV-7 is a number of/);

    const other = open('INV-7-2', 'INV-7');
    await other.purchases.begin('visit-2');
    expect(await accepted(other, 'visit-1')).to.deep.equal(['INV-7', 'INV-7-3']);
  });

  it('are not begun with the reference of an erased one, or of another visit', async () => {
    const { purchases, buy, call, shop } = openPurchases({ reference: () => 'INV-1' });
    const { accepted } = await buy();
    expect((await problem(purchases.begin('visit-2'))).code).to.equal('other-visit');
    await purchases.cancel('INV-1');
    await call(accepted, 'taken-back');
    await shop.gateway.erase('INV-1');
    expect((await problem(purchases.begin('visit-2'))).code).to.equal('erased');
  });

  it('owe their money if their order was erased, once nobody can order it or call it off', async () => {
    const { purchases, shop, buy } = openPurchases({ reference: () => 'INV-1' });
    await shop.place({ reference: 'INV-1' });
    await shop.gateway.cancel({ reference: 'INV-1' });
    await shop.gateway.erase('INV-1');
    const { accepted, shipped } = await buy();
    expect([shipped.state, shipped.money.owed]).to.deep.equal(['refused', accepted.pay?.rupiah]);
    expect(await purchases.cancel('INV-1')).to.include({ state: 'cancelled', giveBack: accepted.pay?.rupiah });
  });
});

const notify = {
  url: 'https://server.shop.test/news',
  secret: `whsec_${Buffer.from('thirty-two-bytes-that-nobody-guesses').toString('base64')}`,
};

/** A purchase of two parcels. */
async function openTwo(settings: Partial<GatewaySettings> = {}) {
  const opened = openPurchases({}, settings);
  const { purchases, parcel, call } = opened;
  const { reference } = await purchases.begin('visit-1');
  const accepted = await purchases.accept({ visit: 'visit-1', reference }, [await parcel(), await parcel()]);
  return {
    ...opened,
    ...{ reference, accepted },
    async ship() {
      await call(accepted);
      return purchases.ship(reference);
    },
  };
}
