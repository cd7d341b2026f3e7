import { expect } from 'chai';
import { html } from 'lit';
import '../../src/elements/area-search/area-search-element.ts';
import '../../src/elements/parcels/parcels-element.ts';
import type { Rate } from '../../src/contract/index.ts';
import type { Parcel, ParcelsElement, RateComparisonElement } from '../../src/elements/index.ts';
import { areaShop, bintaro } from '../support/areas.ts';
import { all, clientOf, next, one, record, render, settled, textOf } from '../support/elements.ts';
import { item, rate } from '../support/fixtures.ts';
import { fiveRates, serviceOf } from '../support/rates.ts';

const scarf = { ...item, name: 'Batik scarf', value: 185_000, quantity: 1 };
const beans = { ...item, name: 'Gayo beans', value: 160_000, quantity: 1 };

const twoParcels: Parcel[] = [
  { name: 'Rumah Teduh', shipment: { origin_postal_code: 12440, items: [scarf] }, cashOnDeliveryAmount: 185_000 },
  { name: 'Kopi Senja', shipment: { origin_postal_code: 40111, items: [beans] }, cashOnDeliveryAmount: 160_000 },
];

/** A basket whose parcels have their rates. */
async function renderParcels(properties: Partial<ParcelsElement> = {}, pricing: readonly Rate[] = fiveRates) {
  const asked: Record<string, unknown>[] = [];
  const service = serviceOf(pricing);
  const client = clientOf(async (request) => {
    if (request.method !== 'GET') asked.push(await request.clone().json());
    else asked.push({ couriers: 'listed' });
    return service(request);
  });
  const form = await render<HTMLFormElement>(html`
    <form>
      <ship-parcels lang="id" name="shipping" .client=${client} .shipment=${{ destination_postal_code: 40131 }}></ship-parcels>
    </form>
  `);
  const parcels = one<ParcelsElement>(form, 'ship-parcels');
  Object.assign(parcels, { parcels: twoParcels, rows: 9 }, properties);
  const answered = async () => {
    await settled(parcels);
    while (['loading', 'stale'].includes(parcels.status)) await new Promise(requestAnimationFrame);
    await settled(parcels);
  };
  await answered();
  const comparisons = () => all(parcels, 'ship-rate-comparison');
  const choose = async (index: number, key: string) => {
    one<HTMLInputElement>(comparisons()[index] as Element, `input[value='${key}']`).click();
    await settled(parcels);
  };
  const sum = () => textOf(one(parcels, '.due'));
  return { form, parcels, asked, answered, choose, sum };
}

/** A service that delivers from these postal codes alone. */
const reachingShop = (...origins: number[]) => {
  const service = serviceOf(fiveRates);
  return async (request: Request) => {
    if (request.method === 'GET') return service(request);
    const { origin_postal_code } = await request.clone().json();
    return origins.includes(origin_postal_code) ? service(request) : Response.json({ success: true, pricing: [] });
  };
};

const reaching = (...origins: number[]) => clientOf(reachingShop(...origins));

describe('<ship-parcels>', () => {
  it('shows each parcel with its goods, and one bill and one sum for all', async () => {
    const { parcels, choose, sum } = await renderParcels();
    const delivery = () => all(parcels, '.several > .body > .bill .base').map(textOf)[1];
    expect(delivery()).to.equal('Ongkir, 0 dari 2 paket –');
    expect(all(parcels, 'h4').map(textOf)).to.deep.equal([
      'Paket 1 dari 2 · Rumah Teduh',
      'Paket 2 dari 2 · Kopi Senja',
    ]);
    expect(all(parcels, '.contents').map(textOf)).to.deep.equal(['Batik scarf × 1', 'Gayo beans × 1']);
    expect(sum()).to.include('Rumah Teduh: Pilih');
    await choose(0, 'jne/reg');
    expect([sum(), delivery()].join()).to.match(/Kopi Senja: Pilih.*Ongkir, 1 dari 2 paket Rp15\.000/);
    await choose(1, 'anteraja/reg');
    const bills = all(parcels, '.bill').filter((bill) => bill.checkVisibility());
    expect(bills.map(textOf).join()).to.match(/Barang Rp345\.000 Ongkir, 2 paket Rp27\.000/);
    expect(bills.map(textOf).join()).to.include('Ganti rugi hingga Rp345.000');
    expect(sum()).to.include('Rp372.000');
    parcels.cashOnDeliveryCollects = 'goods';
    await settled(parcels);
    expect(bills.map(textOf).join()).to.include('COD barang saja, Rp345.000');
  });

  it('looks exactly like a checkout without a button if there is one parcel', async () => {
    const [parcel] = twoParcels as [Parcel];
    const alone = await render<ParcelsElement>(html`
      <ship-checkout
        lang="id"
        preselect="cheapest"
        .client=${clientOf(serviceOf(fiveRates))}
        .shipment=${{ ...parcel.shipment, destination_postal_code: 40131 }}
        .cashOnDeliveryAmount=${parcel.cashOnDeliveryAmount}
      ></ship-checkout>
    `);
    while (!alone.rate) await new Promise(requestAnimationFrame);
    await settled(alone);
    const look = (element: Element) =>
      all(one(element, 'ship-rate-comparison'), '*')
        .filter((part) => part.checkVisibility() && !part.matches('.hidden'))
        .map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          const from = element.getBoundingClientRect();
          return [part.localName, part.className, x - from.x, y - from.y, width, height].join(' ');
        });
    const { width, height } = alone.getBoundingClientRect();
    const expected = [look(alone), textOf(alone), width, height];
    const { parcels } = await renderParcels({ parcels: [parcel], preselect: 'cheapest', rows: 0 });
    parcels.removeAttribute('name');
    const box = parcels.getBoundingClientRect();
    expect([look(parcels), textOf(parcels), box.width, box.height]).to.deep.equal(expected);
  });

  it('submits one value, which names each parcel, once each has a choice', async () => {
    const { form, parcels, choose } = await renderParcels({ required: true });
    await choose(0, 'jne/reg');
    expect([new FormData(form).get('shipping'), parcels.validity.valid, parcels.validationMessage]).to.deep.equal([
      null,
      false,
      'Kopi Senja: Pilih pengiriman.',
    ]);
    await choose(1, 'wahana/reg');
    expect(parcels.checkValidity()).to.equal(true);
    expect(JSON.parse(`${new FormData(form).get('shipping')}`)).to.deep.equal([
      { parcel: 'Rumah Teduh', service: 'jne/reg', insurance: false, cashOnDelivery: false },
      { parcel: 'Kopi Senja', service: 'wahana/reg', insurance: false, cashOnDelivery: false },
    ]);
    form.reset();
    await settled(parcels);
    expect(parcels.value).to.equal(null);
  });

  it('tells all parcels in one event', async () => {
    const { parcels, choose, answered } = await renderParcels();
    const told: unknown[] = [];
    parcels.addEventListener('ship-parcels-change', ({ parcels: list, payNow, payAtDoor, reason }) =>
      told.push([list.map(({ name, rate }) => `${name} ${rate?.courier_code}`), payNow, payAtDoor, reason]),
    );
    await choose(0, 'jne/reg');
    await choose(1, 'jne/reg');
    expect(told).to.deep.equal([
      [['Rumah Teduh jne', 'Kopi Senja undefined'], undefined, undefined, 'user'],
      [['Rumah Teduh jne', 'Kopi Senja jne'], 375_000, 0, 'user'],
    ]);
    told.length = 0;
    one(parcels, '.several > .body > .bill #cash-on-delivery').click();
    await answered();
    expect(told.at(-1)).to.deep.equal([['Rumah Teduh jne', 'Kopi Senja jne'], 0, 375_000, 'user']);
  });

  it('asks for the couriers once, and for each of ten parcels its own rates', async () => {
    const ten = Array.from({ length: 10 }, (_none, index) => ({ ...twoParcels[0], name: `${index}` }));
    const origins = ten.map((_none, index) => 12440 + index);
    const parcels = ten.map((parcel, index) => ({
      ...parcel,
      shipment: { ...parcel.shipment, origin_postal_code: origins[index] },
    }));
    const { asked } = await renderParcels({ parcels } as Partial<ParcelsElement>);
    expect(asked.filter(({ couriers }) => couriers === 'listed')).to.have.length(1);
    const questions = asked.filter(({ items }) => items);
    expect(questions.map(({ origin_postal_code }) => origin_postal_code)).to.have.members(origins);
  });

  it('links to the address beside its heading, if the page says where that is', async () => {
    const { parcels } = await renderParcels();
    expect(all(parcels, '.title > a')).to.deep.equal([]);
    parcels.addressUrl = '/alamat';
    await settled(parcels);
    const [link] = all<HTMLAnchorElement>(parcels, '.several > .title > a');
    expect([link?.getAttribute('href'), link && textOf(link)]).to.deep.equal(['/alamat', 'Ubah alamat']);
    expect(link?.getBoundingClientRect().height, 'for a finger').to.be.at.least(44);
  });
});

describe('the switches of <ship-parcels>', () => {
  /** The switch of the bill for all. */
  const joint = (parcels: Element, name: string) => one<HTMLInputElement>(parcels, `.several > .body > .bill #${name}`);

  const uninsured = fiveRates.map((rate) =>
    rate.courier_code === 'wahana' ? { ...rate, available_for_insurance: false } : rate,
  );

  it('say which parcel goes without, and lead out of it', async () => {
    const { parcels, choose, sum, answered } = await renderParcels({}, uninsured);
    await choose(0, 'wahana/reg');
    await choose(1, 'jne/reg');
    const line = (name: string) => textOf(joint(parcels, name).closest('label') as Element);
    expect(line('cash-on-delivery')).to.match(/Rumah Teduh: Tidak bisa COD\. Rumah Teduh: Pakai Anteraja, −Rp1\.000$/);
    // Its parcel stands before it. A screen reader that lists buttons hears the button alone.
    expect(textOf(one(parcels, '.several > .body > .bill .instead .hidden'))).to.equal('Rumah Teduh:');
    await choose(1, 'wahana/reg');
    expect(line('cash-on-delivery')).to.match(
      /Bayar di Tempat Tidak bisa COD\. Rumah Teduh: Pakai Anteraja, −Rp1\.000$/,
    );
    expect(all(parcels, '.several > .body > .bill .instead .hidden')).to.deep.equal([]);
    await choose(1, 'jne/reg');
    joint(parcels, 'cash-on-delivery').click();
    await answered();
    expect(sum()).to.include('Rumah Teduh: Wahana Reguler tidak melayani COD.');
    expect(parcels.value, 'it cannot be ordered so').to.equal(null);
    expect(line('cash-on-delivery')).to.include('Tidak untuk Rumah Teduh');
  });

  it('are turned off for all parcels at once, where the bar says what one of them lacks', async () => {
    const { parcels, choose, sum, answered } = await renderParcels();
    for (const parcel of [0, 1]) await choose(parcel, 'wahana/reg');
    const box = joint(parcels, 'cash-on-delivery');
    box.click();
    await answered();
    const told = record(parcels, 'ship-extras-change', 'ship-parcels-change');
    one(parcels, '.due .bar button').click();
    await answered();
    expect([box.checked, parcels.cashOnDelivery, sum()]).to.deep.equal([false, false, 'Total dengan ongkir Rp371.000']);
    expect(
      JSON.parse(`${parcels.value}`).map(({ cashOnDelivery }: { cashOnDelivery: boolean }) => cashOnDelivery),
    ).to.deep.equal([false, false]);
    expect(told).to.have.members(['ship-extras-change', 'ship-parcels-change']);
    expect(textOf(one(parcels, '[role=status]'))).to.include('COD');
    expect(box.matches(':focus')).to.equal(true);
  });

  it('say what is paid now and at the door, if a reload brings COD back for one parcel alone, until it is pressed for all', async () => {
    const { parcels, sum, answered } = await renderParcels();
    const kept = { insurance: false, service: 'wahana/reg', cashOnDelivery: false };
    parcels.formStateRestoreCallback(
      JSON.stringify([
        { ...kept, parcel: 'Rumah Teduh' },
        { ...kept, parcel: 'Kopi Senja', service: 'jne/reg', cashOnDelivery: true },
      ]),
    );
    await answered();
    expect(sum()).to.match(/Bayar sekarang Rp198\.000 Rp175\.000 saat tiba/);
    const box = joint(parcels, 'cash-on-delivery');
    box.click();
    await answered();
    expect([box.checked, parcels.cashOnDelivery, sum()]).to.deep.equal([false, false, 'Total dengan ongkir Rp373.000']);
  });

  it('have room for a way out of two lines, and one height with it and without', async () => {
    const { parcels, choose } = await renderParcels({}, uninsured);
    await choose(1, 'jne/reg');
    for (const width of [320, 328, 700, 760]) {
      parcels.style.inlineSize = `${width}px`;
      const line = joint(parcels, 'insurance').closest('label') as Element;
      await choose(0, 'jne/reg');
      const { height } = line.getBoundingClientRect();
      await choose(0, 'wahana/reg');
      const [wayOut, { top, bottom }] = [one(line, '.instead'), line.getBoundingClientRect()];
      expect(bottom - top, `${width} px`).to.equal(height);
      // Below its text, it has 5 px more to tap.
      expect(bottom - wayOut.getBoundingClientRect().bottom + 5, `${width} px, below`).to.be.at.least(4);
      expect(one(line, '.label').getBoundingClientRect().top - top, `${width} px, above`).to.be.at.least(4);
      // Both go without.
      await choose(1, 'wahana/reg');
      const words = document.createRange();
      words.selectNodeContents(one(line, '.instead'));
      const hint = one(line, '.hint').getBoundingClientRect();
      const [text] = words.getClientRects();
      const isBeside = Number(text?.left) >= hint.right;
      // Firefox rounds the boxes of two lines by less than a pixel.
      expect(isBeside || Number(text?.top) > hint.bottom - 1, `${width} px, below what is said`).to.equal(true);
      await choose(1, 'jne/reg');
    }
  });

  it('add up to the sums in the bar, also where the page does not say what the goods cost', async () => {
    for (const said of [true, false])
      for (const collects of ['total', 'goods'] as const) {
        const given = twoParcels.map((parcel) => ({
          ...parcel,
          ...(!said && { cashOnDeliveryAmount: undefined }),
        }));
        const { parcels, choose, answered } = await renderParcels({
          ...{ parcels: given, cashOnDelivery: true, cashOnDeliveryCollects: collects },
        });
        const box = joint(parcels, 'cash-on-delivery');
        for (const parcel of [0, 1]) await choose(parcel, 'jne/reg');
        await answered();
        const amountsOf = (part: Element) =>
          [...textOf(part).matchAll(/Rp([\d.]+)/g)].map(([, digits]) => Number(digits?.replaceAll('.', '')));
        const total = (parts: Element[]) => parts.flatMap(amountsOf).reduce((sum, amount) => sum + amount, 0);
        const bill = box.closest('.bill') as Element;
        const unsaid = said ? [] : [...bill.querySelectorAll(':scope label:last-of-type .hint')];
        const rows = [...bill.querySelectorAll('.base .fee, :checked ~ .fee'), ...unsaid];
        expect(total(rows), `${said}, ${collects}`).to.equal(total([...all(parcels, '.bar .sum')].slice(-1)));
      }
  });

  it('name all parcels that go without, on a phone in two lines', async () => {
    const { parcels, choose, answered } = await renderParcels();
    parcels.style.inlineSize = '328px';
    joint(parcels, 'cash-on-delivery').click();
    await answered();
    for (const parcel of [0, 1]) await choose(parcel, 'wahana/reg');
    const hint = one<HTMLElement>(joint(parcels, 'cash-on-delivery').closest('label') as Element, '.hint');
    expect(textOf(hint)).to.equal('Tidak untuk Rumah Teduh dan Kopi Senja');
    expect(hint.scrollWidth).to.be.at.most(hint.clientWidth);
    expect(hint.scrollHeight).to.be.at.most(hint.clientHeight + 1);
  });

  it('announce once the trouble of the next parcel, when that of the first is mended', async () => {
    const { parcels, choose, answered } = await renderParcels();
    await choose(0, 'wahana/reg');
    await choose(1, 'wahana/reg');
    joint(parcels, 'cash-on-delivery').click();
    await answered();
    expect(textOf(one(parcels, '.several > .body > .bill'))).to.include('Ongkir, 0 dari 2 paket –');
    const said: string[] = [];
    const region = one(parcels, '[role=status]');
    new MutationObserver(() => said.push(textOf(region))).observe(region, { childList: true });
    one(parcels, '.due .primary').click();
    await settled(parcels);
    expect(said).to.deep.equal(['Kopi Senja: Wahana Reguler tidak melayani COD.']);
  });

  it('announce nothing of a parcel that has left the basket by then', async () => {
    const service = serviceOf(fiveRates);
    let release = () => {};
    const answer = new Promise<void>((resolve) => {
      release = resolve;
    });
    const client = clientOf(async (request) => {
      const { origin_postal_code, destination_postal_code } =
        request.method === 'GET' ? {} : await request.clone().json();
      if (origin_postal_code === 40111 && destination_postal_code === 60111) await answer;
      return service(request);
    });
    const { parcels, choose, answered } = await renderParcels({ client });
    await choose(0, 'jne/reg');
    await choose(1, 'jne/reg');
    const priced = next(one(parcels, 'ship-rate-comparison'), 'ship-rates');
    parcels.shipment = { destination_postal_code: 60111 };
    await priced;
    await settled(parcels);
    const left = one<RateComparisonElement>(parcels, 'ship-rate-comparison');
    parcels.parcels = twoParcels.slice(1);
    await settled(parcels);
    left.announcer.announce('An answer of this moment');
    release();
    await answered();
    expect(textOf(one(parcels, '[role=status]'))).to.equal('JNE Reguler: Rp15.000');
  });

  it('say at the parcel that its courier cannot insure it, while the other one is insured', async () => {
    const { parcels, choose, answered } = await renderParcels({}, uninsured);
    await choose(0, 'wahana/reg');
    await choose(1, 'jne/reg');
    joint(parcels, 'insurance').click();
    await answered();
    const chosenRows = all(parcels, 'ship-rate-comparison').map((comparison) =>
      textOf(one(comparison, '.row:has(:checked)')),
    );
    expect(chosenRows[0]).to.include('Tanpa asuransi');
    expect(chosenRows[1]).not.to.include('Tanpa asuransi');
    const insured = JSON.parse(`${parcels.value}`).map(({ insurance }: { insurance: boolean }) => insurance);
    expect(insured, 'what is submitted').to.deep.equal([false, true]);
  });

  for (const payButton of [true, false])
    it(`keep the height of the bar, whatever stands in it, ${payButton ? 'with' : 'without'} a button`, async () => {
      const { parcels, choose, answered } = await renderParcels({ payButton });
      const heights: number[] = [];
      const measure = () => heights.push(one(parcels, '.due .bar').getBoundingClientRect().height);
      measure();
      await choose(0, 'wahana/reg');
      measure();
      await choose(1, 'jne/reg');
      measure();
      joint(parcels, 'cash-on-delivery').click();
      await answered();
      measure();
      expect(new Set(heights).size, `${heights}`).to.equal(1);
    });
});

describe('the button of <ship-parcels>', () => {
  it('says what is paid now, and submits the form that is complete', async () => {
    const { form, parcels, choose } = await renderParcels({ payButton: true, required: true });
    const sent: unknown[] = [];
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sent.push(new FormData(form).get('shipping'));
    });
    const button = () => one<HTMLButtonElement>(parcels, '[part=button]');
    button().click();
    expect(sent, 'nothing is chosen').to.deep.equal([]);
    await choose(0, 'wahana/reg');
    await choose(1, 'jne/reg');
    expect(textOf(button())).to.equal('Bayar');
    button().click();
    expect(sent).to.deep.equal([parcels.value]);
  });

  it('is off while there are no prices, and a press says why, as the bar does', async () => {
    const { form, parcels, choose, answered, sum } = await renderParcels({ payButton: true, required: true });
    await choose(0, 'jne/reg');
    await choose(1, 'jne/reg');
    parcels.client = clientOf(async () => new Response('', { status: 400 }));
    parcels.shipment = { destination_postal_code: 60111 };
    await answered();
    const button = one(parcels, '[part=button]');
    expect([parcels.status, button.ariaDisabled]).to.deep.equal(['error', 'true']);
    form.onsubmit = () => expect.fail('submitted');
    button.click();
    await settled(parcels);
    expect(sum()).to.equal(`${textOf(one(parcels, '[role=status]'))} Bayar`);
  });
});

describe('what <ship-parcels> says while new prices are asked', () => {
  it('says in the row of each what it has cost before its price changed, and the latest arrival below the sum', async () => {
    const pricing = [rate({ price: 15_000, shipping_fee: 15_000 })];
    const { parcels, choose, answered, sum } = await renderParcels(
      { readyAt: new Date('2036-11-24T10:00+07:00') },
      pricing,
    );
    const told = () => [
      sum(),
      all(parcels, 'ship-rate-comparison').map((part) => all(part, '.note.reason').map(textOf)),
    ];
    for (const index of [0, 1]) await choose(index, 'jne/reg');
    pricing[0] = rate({ price: 16_000, shipping_fee: 16_000 });
    parcels.shipment = { destination_postal_code: 40_016 };
    await answered();
    expect(told(), 'another district').to.deep.equal([
      'Total dengan ongkir Rp377.000 Paling lambat Kam 27 Nov 2036',
      [[], []],
    ]);
    pricing[0] = rate({ price: 17_000, shipping_fee: 17_000 });
    for (const part of all<RateComparisonElement>(parcels, 'ship-rate-comparison')) await part.refresh();
    await answered();
    expect(told()).to.deep.equal([
      'Total dengan ongkir Rp379.000 Paling lambat Kam 27 Nov 2036',
      [['sebelumnya Rp16.000'], ['sebelumnya Rp16.000']],
    ]);
  });

  it('is no sum of before, and the rows and the bill read as out of date', async () => {
    const atDoor = { cashOnDelivery: true, cashOnDeliveryCollects: 'goods' } as const;
    const { form, parcels, choose, answered, sum } = await renderParcels({ payButton: true, ...atDoor });
    await choose(0, 'jne/reg');
    await choose(1, 'jne/reg');
    expect(sum()).to.match(/Bayar Rp[\d.]+ sekarang$/);
    const places = () =>
      all(parcels, '.lead, .price, .line').map((text) => JSON.stringify(text.getBoundingClientRect()));
    const before = places();
    const inksOf = (selector: string) => [
      ...new Set(all(parcels, selector).map((text) => getComputedStyle(text).color)),
    ];
    parcels.shipment = { destination_postal_code: 60111 };
    await settled(parcels);
    expect(parcels.status).to.equal('stale');
    expect([sum(), one(parcels, '[part=button]').ariaDisabled]).to.deep.equal(['Mengecek ongkir… Bayar', 'true']);
    expect(inksOf('.lead, .price, .base .fee')).to.deep.equal(inksOf('.due .sum'));
    expect(places(), 'nothing moves').to.deep.equal(before);
    let isSent = false;
    form.onsubmit = (event) => {
      isSent = true;
      event.preventDefault();
    };
    one(parcels, '[part=button]').click();
    await settled(parcels);
    expect([isSent, textOf(one(parcels, '[role=status]'))]).to.deep.equal([false, 'Mengecek ongkir…']);
    await answered();
    expect(one(parcels, '[part=button]').ariaDisabled).to.equal(null);
  });
});

describe('a basket that a page has filled wrong', () => {
  const told = async (parcels: unknown) => {
    const errors: string[] = [];
    const made = await renderParcels();
    made.parcels.addEventListener('ship-error', ({ error }) => errors.push(error.message));
    await made.choose(0, 'jne/reg');
    await made.choose(1, 'jne/reg');
    made.parcels.parcels = parcels as Parcel[];
    await settled(made.parcels);
    return { ...made, errors };
  };

  for (const [what, given, expected] of [
    [
      'two parcels with one name',
      [twoParcels[0], twoParcels[0]],
      /parcels\.1\.name is Rumah Teduh, as that of parcels\.0/,
    ],
    ['a parcel without a name', [twoParcels[0], { ...twoParcels[1], name: '' }], /parcels\.1\.name is missing/],
    [
      '30 parcels',
      Array.from({ length: 30 }, (_none, index) => ({ ...twoParcels[0], name: `${index}` })),
      /parcels has 30 parcels, and at most 20/,
    ],
    ['no list', { a: 1 }, /parcels must be a list/],
  ] as const)
    it(`says it by name, and submits nothing: ${what}`, async () => {
      const { parcels, errors, asked } = await told(given);
      expect(errors.join()).to.match(expected);
      expect([parcels.value, textOf(one(parcels, '.message.problem'))]).to.deep.equal([
        null,
        'Layanan pengiriman tidak bisa memproses ini. Silakan hubungi toko.',
      ]);
      expect(asked.filter(({ items }) => items).length).to.equal(2);
      parcels.parcels = twoParcels;
      await settled(parcels);
      expect(JSON.parse(`${parcels.value}`), 'nothing is lost').to.have.length(2);
    });

  it('says which parcel has no goods', async () => {
    const { sum, choose } = await renderParcels({ parcels: [twoParcels[0] as Parcel, { name: 'Kopi Senja' }] });
    await choose(0, 'jne/reg');
    expect(sum()).to.match(/^Kopi Senja: Ongkir belum bisa dihitung: barang di keranjang.* belum ada\.$/);
  });

  it('sells the others without a parcel that nobody delivers only if the page allows it', async () => {
    const { parcels, choose, sum } = await renderParcels({ client: reaching(12440) } as Partial<ParcelsElement>);
    await choose(0, 'jne/reg');
    expect([parcels.value, sum()]).to.deep.equal([
      null,
      'Kopi Senja: Belum ada kurir yang menjangkau alamat ini. Silakan periksa kode pos.',
    ]);
    parcels.partial = true;
    await settled(parcels);
    expect(JSON.parse(`${parcels.value}`)).to.deep.include.members([
      { parcel: 'Rumah Teduh', service: 'jne/reg', insurance: false, cashOnDelivery: false },
    ]);
    const bills = all(parcels, '.bill').filter((bill) => bill.checkVisibility());
    expect(bills.map(textOf).join(), 'of what is bought').to.match(/Barang Rp185\.000 Ongkir, 1 paket Rp15\.000/);
    expect(sum()).to.include('Rp200.000');
  });

  it('says so if nobody delivers any of them, also if the page would sell the others', async () => {
    const nowhere = { client: reaching(), partial: true, required: true };
    const { parcels, sum } = await renderParcels(nowhere as Partial<ParcelsElement>);
    expect([sum(), parcels.validationMessage]).to.deep.equal([
      'Rumah Teduh: Belum ada kurir yang menjangkau alamat ini. Silakan periksa kode pos.',
      'Rumah Teduh: Belum ada kurir yang menjangkau alamat ini. Silakan periksa kode pos.',
    ]);
  });
});

describe('what all parcels have in common', () => {
  it('is asked for once, such as the postal code', async () => {
    const { parcels, answered, sum } = await renderParcels({ shipment: {}, required: true });
    const sentence = 'Isi kecamatan atau kode pos untuk melihat ongkir.';
    const inEach = (selector: string) =>
      all(parcels, 'ship-rate-comparison').flatMap((comparison) => all(comparison, selector));
    const shown = () =>
      inEach('.message')
        .filter((message) => message.checkVisibility())
        .map(textOf);
    const edges = () => inEach('.frame').map((frame) => getComputedStyle(frame).borderTopColor);
    expect([sum(), parcels.validationMessage, shown()]).to.deep.equal([sentence, sentence, []]);
    expect(new Set(edges()), 'no line around nothing').to.deep.equal(new Set(['rgba(0, 0, 0, 0)']));
    parcels.parcels = twoParcels.map((parcel, index) =>
      index ? parcel : { ...parcel, shipment: { ...parcel.shipment, destination_postal_code: 40131 } },
    );
    await answered();
    expect(shown(), 'of one parcel').to.deep.equal([sentence]);
    expect(edges()).not.to.include('rgba(0, 0, 0, 0)');
  });

  it('is announced once, and what one of them has to say behind its name', async () => {
    const { parcels, answered, choose } = await renderParcels();
    const said: string[] = [];
    const note = () => said.push(...all(parcels, '[role=status]').map(textOf).filter(Boolean));
    note();
    await choose(0, 'jne/reg');
    parcels.shipment = { destination_postal_code: 60111 };
    await answered();
    note();
    expect(said).to.deep.equal([
      '5 pilihan pengiriman ditemukan.',
      'Rumah Teduh: JNE Reguler: Rp15.000 Kopi Senja: 5 pilihan pengiriman ditemukan.',
    ]);
  });
});

describe('a page with <ship-parcels> that goes on', () => {
  it('keeps the choices while it has emptied the basket', async () => {
    const { parcels, choose, answered } = await renderParcels();
    await choose(0, 'jne/reg');
    await choose(1, 'wahana/reg');
    const { value } = parcels;
    parcels.parcels = [];
    await answered();
    parcels.parcels = twoParcels;
    await answered();
    expect(parcels.value).to.equal(value);
  });

  it('forgets the choice of a removed parcel when the form is reset', async () => {
    const { form, parcels, choose, answered } = await renderParcels();
    await choose(1, 'wahana/reg');
    parcels.parcels = twoParcels.slice(0, 1);
    await answered();
    form.reset();
    parcels.parcels = twoParcels;
    await answered();
    expect(parcels.chosen.map(({ rate }) => rate)).to.deep.equal([undefined, undefined]);
  });

  it('is told what is paid now when a parcel is removed, or nobody delivers the last one', async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { parcels, choose, answered } = await renderParcels({ partial: true });
    await choose(0, 'jne/reg');
    const told: unknown[] = [];
    parcels.addEventListener('ship-parcels-change', ({ payNow, reason }) => told.push([payNow, reason]));
    parcels.parcels = [twoParcels[0] as Parcel];
    await answered();
    parcels.client = clientOf(async (request) => {
      await waiting;
      return reachingShop(12440)(request);
    });
    parcels.parcels = twoParcels;
    await settled(parcels);
    answer();
    await answered();
    expect(told).to.deep.equal([
      [200_000, 'shipment-changed'],
      [undefined, 'shipment-changed'],
      [200_000, 'shipment-changed'],
    ]);
  });

  it('has the switches that a reload brings back, for one parcel and for all', async () => {
    const { parcels, answered } = await renderParcels();
    const kept = [
      { parcel: 'Rumah Teduh', service: 'wahana/reg', insurance: true, cashOnDelivery: false },
      { parcel: 'Kopi Senja', service: 'jne/reg', insurance: true, cashOnDelivery: true },
    ];
    parcels.formStateRestoreCallback(JSON.stringify(kept));
    await answered();
    expect(JSON.parse(`${parcels.value}`)).to.deep.equal(kept);
    expect([parcels.insurance, parcels.cashOnDelivery]).to.deep.equal([true, true]);
    const events = record(parcels, 'ship-extras-change');
    one(parcels, '.several > .body > .bill #insurance').click();
    await answered();
    expect([events, parcels.insurance]).to.deep.equal([['ship-extras-change'], false]);
  });

  it('hears once of the switches that a reload brings back for a single parcel', async () => {
    const { parcels, answered } = await renderParcels({ parcels: twoParcels.slice(0, 1) });
    const events = record(parcels, 'ship-extras-change');
    const kept = [{ parcel: 'Rumah Teduh', service: 'jne/reg', insurance: true, cashOnDelivery: false }];
    parcels.formStateRestoreCallback(JSON.stringify(kept));
    await answered();
    expect([events, JSON.parse(`${parcels.value}`)]).to.deep.equal([['ship-extras-change'], kept]);
  });

  it('keeps the choices of parcels by their names when the page sets them in another order', async () => {
    const { parcels, choose } = await renderParcels();
    await choose(0, 'jne/reg');
    await choose(1, 'wahana/reg');
    parcels.parcels = [...twoParcels].reverse();
    await settled(parcels);
    expect(parcels.chosen.map(({ name, rate }) => [name, rate?.courier_code])).to.deep.equal([
      ['Kopi Senja', 'wahana'],
      ['Rumah Teduh', 'jne'],
    ]);
  });

  it('brings the choices back after a reload, also if the parcels come later', async () => {
    const { parcels } = await renderParcels({ parcels: [] });
    const kept = [
      { parcel: 'Rumah Teduh', service: 'jne/reg', insurance: true, cashOnDelivery: false },
      { parcel: 'Kopi Senja', service: 'wahana/reg', insurance: false, cashOnDelivery: false },
    ];
    parcels.formStateRestoreCallback(JSON.stringify(kept));
    parcels.parcels = twoParcels;
    await settled(parcels);
    while (parcels.value === null) await new Promise(requestAnimationFrame);
    expect(JSON.parse(parcels.value)).to.deep.equal(kept);
  });

  it('asks for all parcels again when a search beside it has another district', async () => {
    const { form, parcels, asked, answered } = await renderParcels();
    const search = document.createElement('ship-area-search');
    parcels.id = 'parcels';
    Object.assign(search, { htmlFor: 'parcels', client: areaShop().client, area: bintaro });
    form.append(search);
    await settled(search);
    while (asked.length < 5) await new Promise(requestAnimationFrame);
    await answered();
    expect(asked.slice(-2).map(({ destination_area_id }) => destination_area_id)).to.deep.equal([
      bintaro.id,
      bintaro.id,
    ]);
  });
});
