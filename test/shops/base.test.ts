import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { GatewayError } from '../../src/gateway/index.ts';
import { type AcceptedOffer, verifyOffer } from '../../src/server.ts';
import {
  attentionOf,
  attentionOfOrder,
  canKeep,
  categoryOf,
  contactsOf,
  type Delivery,
  deliver,
  destinationOf,
  eraseDeliveries,
  exportDeliveries,
  keptOf,
  keyFor,
  keysOf,
  labelOf,
  noteOf,
  noteOfErasure,
  type OrderNow,
  offerNow,
  type Parcel,
  problemsOf,
  stateInWords,
  translated,
  warehouseAt,
  wholeLine,
  withdraw,
  withParcel,
} from '../../src/shops/base/index.ts';
import { cart, destination, lost, openSandboxShop, openShop } from '../gateway/shop.ts';

type Placed = Extract<Delivery, { state: 'placed' }>;

const sender = {
  origin_contact_name: 'Toko Senja',
  origin_contact_phone: '081234500001',
  origin_address: 'Jalan Fatmawati 10',
};
const secret = 'whsec-0123456789abcdef';
const recipient = { name: ['Siti', null], phone: '081298765432', address: ['Jalan Braga 8', 'Bandung'] };
const farAway = { destination_postal_code: 99_111 };
const heavier = { ...cart, items: cart.items.map((item) => ({ ...item, weight: item.weight * 12 })) };

/** A shop with one order: JNE Reguler, bought for the goods and the place of `cart`. */
async function openDesk(cashOnDelivery = false) {
  let isDown = false;
  let losesOrder = false;
  const shop = openSandboxShop({ timeouts: { pause: 0, wait: 0 }, webhooks: { secret } });
  const { fetch = globalThis.fetch } = shop.settings;
  shop.settings.fetch = async (input, init) => {
    if (isDown) throw new TypeError('fetch failed');
    const answer = await fetch(input, init);
    const isLost = losesOrder && String(input instanceof Request ? input.url : input).endsWith('/v1/orders');
    if (isLost) throw new TypeError('cut off');
    return answer;
  };
  const gateway = shop.another();
  const keys = shop.keys;
  const desk = { gateway, keys };
  const [row] = await gateway.quote({ cart, destination, couriers: ['jne'], cashOnDelivery });
  const offered = { cart, destination, service: row?.service ?? '', cashOnDelivery };
  const accepted = await verifyOffer(row?.offer, offered, keys);
  const parcel: Parcel & { accepted: AcceptedOffer } = {
    ...{ cart, destination, accepted, contacts: contactsOf(sender, recipient), due: 0 },
  };
  const key = (owner = 'ful_1', isLiving = true, now?: number) =>
    keyFor(desk, { order: 'order_1', owner, isLiving: async () => isLiving }, now);
  const send = async (changes: Partial<typeof parcel> = {}, accept = false, owner?: string): Promise<Delivery> =>
    deliver(desk, await key(owner), async () => ({ ...parcel, ...changes }), accept);
  return {
    ...{ ...shop, gateway, desk, accepted, parcel, key, send },
    labels: async () => (await shop.placed()).orders.map(({ status }) => status),
    serviceIs(state: 'down' | 'up' | 'losing orders') {
      isDown = state === 'down';
      losesOrder = state === 'losing orders';
    },
  };
}

const failure = (work: Promise<unknown>): Promise<Error & { reason?: string }> =>
  work.then(
    () => new Error('nothing failed'),
    (problem) => problem,
  );

describe('a delivery whose data was erased', () => {
  it('is erased with the deliveries before it. What is open can be cancelled, and nothing further is sent: the staff hear why', async () => {
    const { desk, key, send, labels } = await openDesk();
    expect(await withdraw(desk, await send())).to.include({ state: 'cancelled' });
    const second = await send({}, false, 'ful_2');
    expect(second).to.include({ state: 'placed', reference: 'order_1-2' });
    const kept = await eraseDeliveries(desk, 'order_1');
    expect(kept).to.have.lengthOf(1);
    expect(kept[0]).to.match(/^The delivery order_1-2 is open: .+ at the latest on \d{4}-\d\d-\d\d\.$/);
    expect(await noteOfErasure(desk, 'order_1-2'))
      .to.contain('The customer was deleted.')
      .and.contain('at the latest on');
    const [, exported] = await exportDeliveries(desk, 'order_1');
    expect(exported?.orders[0]).to.include({ id: second.state === 'placed' ? second.id : '' });
    expect(await failure(key('ful_3'))).to.include({ reason: 'order-erased' });
    expect(await deliver(desk, second, () => expect.fail()), 'it is there').to.include({ state: 'placed' });
    expect(await labels()).to.have.members(['cancelled', 'confirmed']);
    expect(await withdraw(desk, second)).to.include({ state: 'cancelled' });
    expect(await labels()).to.have.members(['cancelled', 'cancelled']);
    expect(await eraseDeliveries(desk, 'order_1')).to.deep.equal([]);
  });

  it('is named if it is still open', async () => {
    const { desk, send, serviceIs } = await openDesk();
    serviceIs('losing orders');
    expect(await send()).to.include({ state: 'waiting' });
    expect((await eraseDeliveries(desk, 'order_1')).join()).to.match(
      /^order_1 is waiting for its answer: erase it when /,
    );
  });
});

describe('what the courier says after the order', () => {
  it('gives the staff the newest waybill, and asks them only if no parcel will arrive', async () => {
    for (const [status, sentence] of [
      ['delivered', undefined],
      ['courierNotFound', /no driver was found/],
      ['returned', /came back/],
      ['rejected', /rejected/],
      ['disposed', /disposed of/],
      ['cancelled', /was cancelled/],
    ] as const) {
      const { desk, send, gateway } = await openDesk();
      const delivery = await send();
      const order_id = delivery.state === 'placed' ? delivery.id : '';
      const tell = (message: object) =>
        gateway.fetch(
          new Request('https://shop.test/v1/webhooks', {
            method: 'POST',
            headers: { authorization: secret, 'content-type': 'application/json' },
            body: JSON.stringify({ order_id, ...message }),
          }),
        );
      expect(attentionOf(await withParcel(desk, delivery))).to.equal(undefined);
      await tell({ event: 'order.waybill_id', courier_waybill_id: 'JNE-42' });
      await tell({ event: 'order.status', status });
      const news = await withParcel(desk, delivery);
      expect(news).to.include({ state: 'placed', waybill: 'JNE-42' });
      expect(attentionOf(news) ?? '').to.match(sentence ?? /^$/);
    }
  });
});

describe('what the service charges after the order', () => {
  const news = async (...prices: object[]) => {
    const { desk, send, gateway } = await openDesk();
    const delivery = await send();
    const order_id = delivery.state === 'placed' ? delivery.id : '';
    for (const price of prices)
      await gateway.fetch(
        new Request('https://shop.test/v1/webhooks', {
          method: 'POST',
          headers: { authorization: secret, 'content-type': 'application/json' },
          body: JSON.stringify({ event: 'order.price', order_id, ...price }),
        }),
      );
    return { note: noteOf(await withParcel(desk, delivery)), known: await gateway.find(delivery.reference) };
  };

  it('is known to the shop, and is a note for the staff if it is another price than at the order', async () => {
    const { note, known } = await news({ price: 66_000 });
    const { charged = 0 } = known ?? {};
    expect(known).to.include({ chargedNow: 66_000 });
    expect(note).to.contain(`charges Rp 66000 for this delivery by now: Rp ${66_000 - charged} more`);
    expect((await news({ price: charged })).note).to.equal(undefined);
    expect((await news()).note).to.equal(undefined);
    expect((await news({ price: 1 })).note).to.contain(`Rp ${charged - 1} less`);
  });

  it('has its parts, for the staff', async () => {
    const parts = { shippment_fee: 50_000, cash_on_delivery_fee: 14_000, proof_of_delivery_fee: 2_000 };
    const { note, known } = await news({ price: 66_000, ...parts });
    expect(known?.chargedParts).to.deep.equal({
      ...{ shipment_fee: 50_000, cash_on_delivery_fee: 14_000, proof_of_delivery_fee: 2_000 },
    });
    expect(note).to.contain('by now (delivery Rp 50000, COD Rp 14000, proof of delivery Rp 2000): ');
  });

  it('says whether the service has the money that the courier collected', async () => {
    const { desk, send, gateway, parcel } = await openDesk(true);
    const delivery = await send({ due: parcel.accepted.payAtDoor });
    expect(await gateway.find(delivery.reference)).to.include({ paymentStatus: 'pending' });
    expect(noteOf(await withParcel(desk, delivery))).to.equal('The collected money is pending at the service.');
  });

  it('is the newest price, whatever order the messages come in, and no price that is none', async () => {
    const [early, late] = [1, 2].map((minutes) => new Date(Date.now() - 3_600_000 + minutes * 60_000).toISOString());
    const { known } = await news({ price: 66_000, updated_at: late }, { price: 50_000, updated_at: early });
    expect(known).to.include({ chargedNow: 66_000 });
    for (const price of [-1, '66000', null, 1e300, 0.5]) {
      const { known: odd } = await news({ price });
      expect(odd?.chargedNow).to.equal(odd?.charged);
    }
  });
});

describe('what is sent is what the order says now', () => {
  it('asks nothing while goods, weights and place are the same', async () => {
    const { desk, accepted, seen } = await openDesk();
    const before = seen.length;
    expect(await offerNow(desk, accepted, { cart: { ...cart, session: 'another' }, destination })).to.equal(accepted);
    expect(seen).to.have.lengthOf(before);
  });

  for (const [name, changes] of [
    ['another postal code', { destination: farAway }],
    ['other weights', { cart: heavier }],
  ] as const)
    it(`asks for the price of ${name}, which a person accepts if it is higher`, async () => {
      const { accepted, send, labels } = await openDesk();
      const refused = await send(changes);
      expect(refused).to.include({ state: 'refused', reason: 'price-changed' });
      expect(attentionOf(refused))
        .to.match(/costs Rp \d+ by now/)
        .and.contain(`Rp ${accepted.price} `);
      expect(await labels()).to.deep.equal([]);
      expect(await send(changes, true)).to.include({ state: 'placed' });
      expect(await labels()).to.deep.equal(['confirmed']);
    });

  it('sends goods that became lighter without a question to a person', async () => {
    const { send, placed } = await openDesk();
    const [first] = cart.items;
    const fewer = { ...cart, items: [{ ...first, name: 'Cup', quantity: 1, value: 1_000, weight: 1 }] };
    expect(await send({ cart: fewer as typeof cart })).to.include({ state: 'placed' });
    const [made] = (await placed()).orders as unknown as { items: { name: string }[] }[];
    expect(made?.items.map(({ name }) => name)).to.deep.equal(['Cup']);
  });

  it('collects what the order owes, and nothing of a paid order', async () => {
    const collected = async (due: number) => {
      const { send, placed, seen } = await openDesk(true);
      const before = seen.length;
      await send({ due });
      const [made] = (await placed()).orders as unknown as { destination: { cash_on_delivery?: { amount: number } } }[];
      const amount = made?.destination.cash_on_delivery?.amount ?? 0;
      const questions = seen.slice(before).filter(({ path }) => path.includes('/rates/'));
      // A courier that takes no cash any more must not refuse a paid order.
      return [amount, questions.some(({ body }) => body.destination_cash_on_delivery)];
    };
    expect([await collected(123_456), await collected(0)]).to.deep.equal([
      [123_456, true],
      [0, false],
    ]);
  });

  it('sends the phone that was corrected while the service was down', async () => {
    const { send, serviceIs, placed } = await openDesk();
    serviceIs('down');
    const waiting = await send();
    expect(waiting).to.include({ state: 'waiting' });
    expect(stateInWords(waiting)).to.match(/^Waiting/);
    serviceIs('up');
    const corrected = contactsOf(sender, { ...recipient, phone: '081311112222' });
    expect(await send({ contacts: corrected })).to.include({ state: 'placed' });
    const [made] = (await placed()).orders as unknown as { destination: { contact_phone: string } }[];
    expect(made?.destination.contact_phone).to.equal('081311112222');
  });

  it('finds the one label after a lost answer, although phone and place were corrected', async () => {
    const { send, serviceIs, gateway, labels } = await openDesk();
    serviceIs('losing orders');
    expect(await send()).to.include({ state: 'waiting', reason: 'unconfirmed' });
    serviceIs('up');
    const contacts = contactsOf(sender, { ...recipient, phone: '081311112222' });
    const changed = { contacts, destination: farAway };
    expect(await send(changed)).to.include({ state: 'waiting', reason: 'unconfirmed' });
    await gateway.settle();
    expect(await send(changed)).to.include({ state: 'placed' });
    expect(await labels()).to.deep.equal(['confirmed']);
  });

  it('names what the recipient lacks, and orders nothing', async () => {
    const { send, labels } = await openDesk();
    const refused = await send({ contacts: contactsOf(sender, { ...recipient, phone: null }) });
    expect(attentionOf(refused)).to.contain('destination_contact_phone');
    expect(await labels()).to.deep.equal([]);
  });
});

describe('one order has one label at a time', () => {
  it('although two processes ask for it at once', async () => {
    const { send, labels } = await openDesk();
    const both = await Promise.allSettled([send(), send({}, false, 'ful_2')]);
    const states = both.map((each) => (each.status === 'fulfilled' ? each.value.state : 'refused'));
    expect(states).to.have.members(['placed', 'refused']);
    expect(await labels()).to.deep.equal(['confirmed']);
  });

  it('and another one under another reference after it was cancelled', async () => {
    const { desk, key, send, labels } = await openDesk();
    await send();
    expect((await failure(key('ful_2'))).reason).to.equal('taken');
    const cutOff = await failure(key('ful_2', false));
    expect(cutOff).to.include({ reason: 'taken' });
    expect(cutOff.message, 'says how long').to.match(/try again in [1-5] min/);
    const further = { order: 'order_1', owner: 'ful_2', isLiving: async () => true, isOther: () => true };
    expect(await keyFor(desk, further), 'of other goods').to.deep.equal({ reference: 'order_1-2', owner: 'ful_2' });
    expect(await withdraw(desk, await key())).to.include({ state: 'cancelled' });
    expect(await key('ful_2')).to.deep.equal({ reference: 'order_1-2', owner: 'ful_2' });
    expect(await send({}, false, 'ful_2')).to.include({ state: 'placed', reference: 'order_1-2' });
    expect(await labels()).to.have.members(['cancelled', 'confirmed']);
  });

  it('and the next delivery takes over a label that the shop could not store', async () => {
    const { key, send, labels } = await openDesk();
    await send();
    const later = Date.now() + 6 * 60_000;
    expect((await failure(key('ful_2', true, later))).reason).to.equal('taken');
    const left = await key('ful_2', false, later);
    expect(left).to.deep.equal({ reference: 'order_1', owner: 'ful_1' });
    expect(await labels()).to.have.lengthOf(1);
  });
});

describe('a cancelled order has no living label', () => {
  it('also if it is being ordered when the shop cancels it', async () => {
    const { desk, key, parcel, labels } = await openDesk();
    const mine = await key();
    const sent = await deliver(desk, mine, async () => {
      expect(await withdraw(desk, mine)).to.include({ state: 'cancelled' });
      return parcel;
    });
    expect(sent.state).to.equal('cancelled');
    expect(await labels()).to.deep.equal([]);
  });

  it('also if the service is down when the shop cancels it', async () => {
    const { desk, key, send, serviceIs, labels } = await openDesk();
    await send();
    serviceIs('down');
    const cancelling = await withdraw(desk, await key());
    expect(cancelling).to.include({ state: 'cancelling' });
    expect(stateInWords(cancelling)).to.equal('Being cancelled at the service');
    serviceIs('up');
    expect(await withdraw(desk, await key())).to.include({ state: 'cancelled' });
    expect(await labels()).to.deep.equal(['cancelled']);
  });

  it('also if the answer to the order was lost', async () => {
    const { desk, gateway, key, send, serviceIs, labels } = await openDesk();
    serviceIs('losing orders');
    await send();
    serviceIs('up');
    const mine = await key();
    expect(await withdraw(desk, mine)).to.include({ state: 'cancelling' });
    await gateway.settle();
    expect(await withdraw(desk, mine)).to.include({ state: 'cancelled' });
    expect(await labels()).to.deep.equal(['cancelled']);
  });

  it('and a parcel that the service does not cancel is what it was, with the reason until it arrives', async () => {
    const { desk, gateway, key, send, serviceIs, sandbox, placed, settings } = await openDesk();
    const before = await send();
    serviceIs('down');
    const cancelling = await withdraw(desk, await key());
    expect(await withParcel(desk, cancelling)).to.include({ state: 'cancelling', waybill: (before as Placed).waybill });
    const [order] = (await placed()).orders;
    for (const status of ['allocated', 'picking_up', 'picked'])
      await sandbox.fetch(
        new Request(`http://sandbox.test/sandbox/orders/${order?.id}/status`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: settings.key },
          body: JSON.stringify({ status }),
        }),
      );
    serviceIs('up');
    await gateway.settle();
    const kept = (await withdraw(desk, await key())) as Placed;
    // The shop has stored what it was ordered with.
    const { collects, label } = before;
    expect({ ...kept, collects, label, message: undefined }).to.deep.equal({ ...before, message: undefined });
    expect(canKeep(kept)).to.equal(true);
    expect(attentionOf(kept)).to.match(/^The delivery was not cancelled\./);
    expect(attentionOf(kept, 'id')).to.match(/^Pengiriman tidak dibatalkan\. .+, atau tetap kirim\.$/);
    const arrived = { ...kept, status: 'delivered' };
    expect([canKeep(arrived), attentionOf(arrived)]).to.deep.equal([false, undefined]);
  });

  it('cancels nothing that belongs to another delivery', async () => {
    const { desk, send, labels } = await openDesk();
    await send();
    expect(await withdraw(desk, { reference: 'order_1', owner: 'ful_2' })).to.include({ state: 'cancelled' });
    expect(await labels()).to.deep.equal(['confirmed']);
  });
});

describe('the options of a plugin', () => {
  it('are named with their remedy if they are wrong', () => {
    const origin = { origin_postal_code: 12_440 };
    expect(problemsOf({ origin, sender })).to.deep.equal([]);
    const wrong = problemsOf({
      origin: { origin_postal_code: 123 },
      sender: { ...sender, origin_contact_phone: 'call us', origin_address: '' },
    });
    expect(wrong.join('\n'))
      .to.contain('origin_postal_code')
      .and.contain('sender.origin_contact_phone')
      .and.contain('sender.origin_address');
    expect(problemsOf(undefined).join('\n')).to.contain('origin').and.contain('sender.origin_contact_name');
    const collects = 'everything' as 'total';
    for (const trackingPage of ['/lacak', 'ftp://shop.example/', 'https://shop.example/#lacak'])
      expect(problemsOf({ origin, sender, trackingPage }).join()).to.contain('trackingPage must be the address');
    expect(problemsOf({ origin, sender }, { cash_on_delivery_collects: collects }).join()).to.contain('total or goods');
  });

  it('give the keys of the tokens', () => {
    const current = { kid: 'now', secret: 'x' };
    expect(keysOf({ account: 'toko', secrets: { current } })).to.deep.equal({ account: 'toko', current });
  });

  it('deliver to Indonesia only, and name another country (vendurehq/vendure#1197, tiamo/magento2-applepay#2)', () => {
    for (const country of [
      'ID',
      'id',
      ' IDN ',
      'Indonesia',
      'Republik Indonesia',
      '\u200bID',
      'ＩＤ',
      '',
      null,
      undefined,
    ])
      expect(destinationOf({ country, postalCode: '50450' })).to.deep.equal({ destination_postal_code: 50_450 });
    for (const [country, name] of [
      ['MY', 'Malaysia'],
      ['sg', 'Singapore'],
      ['Timor-Leste', 'Timor-Leste'],
      ['IO', 'British Indian Ocean Territory'],
    ])
      expect(() => destinationOf({ country, postalCode: '50450' })).to.throw(`the shipping address is in ${name}.`);
  });

  it('name the company of an address on the label', () => {
    const firm = { ...recipient, company: ' PT Senja ' };
    const { destination_contact_name, destination_address } = contactsOf(sender, firm);
    expect([destination_contact_name, destination_address]).to.deep.equal(['Siti', 'PT Senja, Jalan Braga 8, Bandung']);
    expect(contactsOf(sender, { ...firm, name: ['', null] })).to.include({
      ...{ destination_contact_name: 'PT Senja', destination_address: 'Jalan Braga 8, Bandung' },
    });
  });

  it('need a postal code of five digits in an address', () => {
    for (const postalCode of [' 40111 ', '40 111', '\u202d40111\u202c', '４０１１１'])
      expect(destinationOf({ postalCode })).to.deep.equal({ destination_postal_code: 40_111 });
    for (const postalCode of ['', '40.111', '4011', '00111', 'Bandung', null])
      expect(() => destinationOf({ postalCode })).to.throw('postal code of 5 digits');
  });

  it('send to the area of an address, unless its postal code was changed after the area was chosen', () => {
    const area = 'IDNP9IDNC22IDND289IDZ40111';
    const exact = { destination_area_id: area, destination_postal_code: 40_111 };
    expect(destinationOf({ postalCode: '40111', area: ` ${area} ` })).to.deep.equal(exact);
    for (const stale of ['IDNP9IDNC22IDND289IDZ40112', 'Sumur Bandung', '', 40_111, {}, null])
      expect(destinationOf({ postalCode: '40111', area: stale })).to.deep.equal({ destination_postal_code: 40_111 });
  });
});

describe('a stock location', () => {
  const usual = { origin: { origin_area_id: 'IDNP6IDNC148IDND836IDZ12440', origin_postal_code: 12_440 }, sender };
  const place = {
    ...{ name: 'Gudang Surabaya', country: 'id', postalCode: '60293', company: null, phone: '081234500003' },
    address: ['Jalan Rungkut 5', 'Surabaya'],
  };

  it('is where its parcels start: postal code, address and phone are its own, and the name is the shop’s', () => {
    expect(warehouseAt(usual, place)).to.deep.equal({
      origin: { origin_postal_code: 60_293 },
      sender: {
        origin_contact_name: 'Toko Senja',
        origin_contact_phone: '081234500003',
        origin_address: 'Jalan Rungkut 5, Surabaya, 60293',
      },
    });
  });

  it('has the area of the shop if it has its postal code', () => {
    expect(warehouseAt(usual, { ...place, postalCode: '12440' }).origin).to.equal(usual.origin);
  });

  it('is named if no parcel can start there', () => {
    for (const wrong of [{ postalCode: null }, { postalCode: '6029' }, { address: [] }, { country: 'my' }])
      expect(() => warehouseAt(usual, { ...place, ...wrong })).to.throw('Set the address of Gudang Surabaya');
  });
});

describe('an order beside the parcel that was ordered for it', () => {
  /** An order with its parcel on the way. `differs` says what staff are asked after a change of the order or of the delivery. */
  async function openOrder(due: number) {
    const { desk, parcel, send } = await openDesk(due > 0);
    const delivery = await withParcel(desk, await send({ due }));
    const now: OrderNow = {
      ...{ isCancelled: false, isDelivered: false, hasOtherGoods: false },
      ...{ paid: { taken: 0, givenBack: 0 }, due, label: await labelOf(() => parcel) },
    };
    const differs = (change: Partial<OrderNow>, ...of: Partial<Placed>[]) =>
      attentionOfOrder(Object.assign({}, delivery, ...of), { ...now, ...change });
    return { delivery, now, parcel, differs };
  }
  const paidBack = { taken: 200_000, givenBack: 200_000 };

  it('is silent while both are the same, and after a part was paid back', async () => {
    const { differs } = await openOrder(150_000);
    expect(differs({})).to.equal(undefined);
    expect(differs({ paid: { ...paidBack, givenBack: 10_000 } })).to.equal(undefined);
  });

  const changes: [string, number, Partial<OrderNow>, string][] = [
    ['is cancelled', 0, { isCancelled: true }, 'The order is cancelled. The delivery is still ordered: cancel'],
    [
      ...(['is cancelled, and what the courier still collects', 150_000, { isCancelled: true }] as const),
      'is cancelled. The courier collects Rp 150000, and Rp 0 is due at the door now. The',
    ],
    ['was paid back', 0, { paid: paidBack }, 'The order was paid back, or its payment was cancelled. The'],
    ['costs less', 150_000, { due: 140_000 }, 'The courier collects Rp 150000, and Rp 140000 is due at the door now.'],
    ['is paid otherwise', 150_000, { due: 0 }, 'collects Rp 150000, and Rp 0 is due'],
    ['is to be paid at the door by now', 0, { due: 150_000 }, 'collects Rp 0, and Rp 150000 is due'],
    ['has another address', 0, { label: 'else' }, 'The label has another receiver, address or service than the order.'],
    ['has other goods', 0, { hasOtherGoods: true }, 'The parcel has other goods than the order.'],
  ];
  for (const [name, due, change, sentence] of changes)
    it(`tells the staff that it ${name}, until the parcel has arrived or ended, or they keep it so`, async () => {
      const { delivery, now, differs } = await openOrder(due);
      const asked = differs(change);
      expect(asked).to.contain(sentence).and.contain('The delivery is still ordered: cancel its fulfillment, or');
      expect(attentionOfOrder(delivery, { ...now, ...change }, 'id')).to.match(/^[A-Z].+ batalkan pemenuhannya, atau/);
      expect(canKeep(delivery, asked)).to.equal(true);
      const kept = { kept: keptOf({ ...now, ...change }) };
      const over = [{ status: 'delivered' }, { status: 'returned' }, { costs: undefined }, kept];
      expect(over.map((each) => differs(change, each))).to.deep.equal(over.map(() => undefined));
      expect(differs({ ...change, isDelivered: true })).to.equal(undefined);
      expect(differs({ ...change, due: 1 }, kept), 'after another change').to.be.a('string');
    });

  it('asks nothing of what is not known: what was ordered with an earlier version, or before a crash', async () => {
    const { differs } = await openOrder(150_000);
    const unknown = { collects: undefined, label: undefined };
    expect(differs({ due: 0, label: 'else' }, unknown)).to.equal(undefined);
  });

  it('has another label with another receiver, phone, address, district or service, or without an address', async () => {
    const { now, parcel } = await openOrder(0);
    const { accepted, contacts } = parcel;
    const others: Partial<typeof parcel>[] = [
      { contacts: { ...contacts, destination_contact_name: 'Budi' } },
      { contacts: { ...contacts, destination_contact_phone: '081311112222' } },
      { contacts: { ...contacts, destination_address: 'Jalan Braga 9' } },
      { destination: farAway },
      { accepted: { ...accepted, service: 'yes' } },
    ];
    for (const other of others) expect(await labelOf(() => ({ ...parcel, ...other }))).not.to.equal(now.label);
    expect(await labelOf(() => ({ ...parcel, destination: destinationOf({ postalCode: '' }) }))).to.equal('');
    const sameLabel = { contacts: { ...contacts, destination_contact_email: 'siti@example.com' } };
    expect(await labelOf(() => ({ ...parcel, ...sameLabel }))).to.equal(now.label);
  });

  it('is compared with what was sent, also if its answer comes later', async () => {
    const { desk, send, serviceIs, gateway } = await openDesk();
    serviceIs('losing orders');
    const waits = await send();
    expect(waits)
      .to.include({ state: 'waiting', collects: 0 })
      .and.property('label')
      .to.match(/^.{4}$/);
    serviceIs('up');
    await gateway.settle();
    // The shop keeps what it has stored.
    expect(await send({ contacts: contactsOf(sender, { ...recipient, phone: '081311112222' }) })).not.to.have.property(
      'label',
    );
    expect(await withParcel(desk, { ...waits, ...(await send()) })).to.include({ state: 'placed', collects: 0 });
  });
});

describe('what staff read in Indonesian', () => {
  const key = { reference: 'CART-1', owner: 'one' };
  const refusedWith = (message: string) => attentionOf({ ...key, state: 'refused', reason: 'any', message }, 'id');

  it('is what was stored in English, with its numbers', () => {
    const stored =
      'The delivery costs Rp 31000 by now, and Rp 30000 was agreed: send it at the higher price to bear the difference.';
    expect(refusedWith(stored)).to.match(/^Ongkos kirim kini Rp 31000, sedangkan yang disepakati Rp 30000: kirim/);
    expect(refusedWith('The delivery of this order was asked for already.')).to.match(
      /^Pengiriman .* sudah diminta\.$/,
    );
  });

  it('is a sentence within another one, and the words of the service as they are', () => {
    expect(refusedWith('The customer was deleted. The delivery A-1 is erased when it has ended.')).to.equal(
      'Pelanggan sudah dihapus. Pengiriman A-1 dihapus setelah selesai.',
    );
    expect(refusedWith('Something of the service')).to.equal('Something of the service');
  });

  it('is a sentence of the plugin, too', () => {
    const own = [['Nothing (yet) in {}.', 'Belum ada apa pun di {}.']] as const;
    expect(translated('Nothing (yet) in Bandung.', 'id', own)).to.equal('Belum ada apa pun di Bandung.');
    expect(translated('Nothing (yet) in Bandung.', 'en', own)).to.equal('Nothing (yet) in Bandung.');
  });

  it('is what the courier and the service say of a parcel', () => {
    const costs = {
      charged: 20_000,
      chargedNow: 23_000,
      chargedParts: { shipment_fee: 23_000 },
      paymentStatus: 'pending',
    };
    const placed = {
      ...key,
      state: 'placed',
      id: 'id',
      waybill: undefined,
      link: undefined,
      status: 'returned',
      costs,
    } as const;
    expect(attentionOf(placed, 'id')).to.contain('paket kembali');
    expect(noteOf(placed, 'id')).to.equal(
      'Layanan kini menagih Rp 23000 untuk pengiriman ini (ongkos kirim Rp 23000): Rp 3000 lebih mahal daripada saat dipesan. Status uang COD di layanan: pending.',
    );
  });
});

describe('a fallback price', () => {
  it('does not count as the price of an order that has changed', async () => {
    const { accepted } = await openDesk();
    const fallback = [{ courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 1 }];
    const down = openShop(lost, { fallback });
    const problem = (await failure(
      offerNow(
        { gateway: down.gateway, keys: down.keys },
        { ...accepted, service: 'reg' },
        { cart: heavier, destination },
      ),
    )) as GatewayError;
    expect(problem).to.include({ reason: 'service-unreachable' });
  });
});

type LineCase = Parameters<typeof wholeLine>[0] & { name: string; read: ReturnType<typeof wholeLine> };

describe('a line of an order', () => {
  // In PHP: `test/shops/woocommerce-text.test.ts`.
  const { lines }: { lines: LineCase[] } = JSON.parse(
    readFileSync(new URL('../support/text-cases.json', import.meta.url), 'utf8'),
  );
  for (const { name, read, ...line } of lines)
    it(`has whole pieces and whole grams: ${name}`, () => {
      expect(wholeLine(line)).to.deep.equal(read);
    });
});

describe('the category of goods', () => {
  const categories = { Kopi: 'food_and_drink', 'frozen-food': 'frozen_food' } as const;
  const cases: [string, (string | null)[], Parameters<typeof categoryOf>[1], string | undefined][] = [
    ['is that of the rule, whatever its capitals', ['minuman', ' kopi'], { categories }, 'food_and_drink'],
    ['is that of the first rule', ['frozen-food', 'kopi'], { categories }, 'food_and_drink'],
    ['is the default of the shop without a rule', ['mebel', null], { categories, defaultCategory: 'hobby' }, 'hobby'],
    ['is none without both', ['kopi'], {}, undefined],
  ];
  for (const [title, words, options, expected] of cases)
    it(title, () => expect(categoryOf(words, options)).to.equal(expected));

  it('is named by a problem if the service does not have it', () => {
    const options = { origin: cart.origin, sender, categories: { kopi: 'coffee' }, defaultCategory: 'any' };
    expect(problemsOf(options as never).map((sentence) => sentence.split(' ')[0])).to.deep.equal([
      'categories.kopi',
      'defaultCategory',
    ]);
  });

  it('is sent with the order, also if the shop has named it after the shopper accepted the price', async () => {
    const desk = await openDesk();
    const [item] = cart.items;
    const named = { ...cart, items: [{ ...item, category: 'food_and_drink' as const }] } as typeof cart;
    const asked = desk.paths().length;
    await desk.send({ cart: named });
    const items = desk.writes().at(-1)?.body.items as { category?: string }[] | undefined;
    expect(items?.map(({ category }) => category)).to.deep.equal(['food_and_drink']);
    expect(
      desk
        .paths()
        .slice(asked)
        .filter((path) => path.includes('/rates/')),
    ).to.have.lengthOf(1);
  });
});
