import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { reasons } from '../../src/client/reasons.ts';
import { contacts } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { installExample } from '../support/installed-example.ts';
import { runProgram } from '../support/running-program.ts';
import { type Service, startService } from './host.ts';

const midtransKey = 'midtrans-server-key';
const site = 'https://shop.example';

describe('demo/hosts/production', () => {
  let folder: string;
  /** As systemd creates it. */
  let state: string;
  let service: Service;
  let server: Awaited<ReturnType<typeof runProgram>>;

  const text = (file: string) => readFileSync(join(folder, file), 'utf8');

  /** What an owner writes into `shop.env`. */
  const values = () => ({
    ...service.environment,
    WEBHOOK_SECRET: 'the-secret-of-the-webhooks',
    MIDTRANS_KEY: midtransKey,
    XENDIT_TOKEN: '',
    PAYMENT_PAGE: 'https://payments.example/pay',
    STATE_DIRECTORY: state,
  });

  /** Starts the shop as its unit does. */
  async function start(): Promise<void> {
    const [, command = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(text('shop.service')) ?? [];
    const environment = values();
    const named = [...text('shop.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(named).to.have.members(Object.keys(environment));
    const given = { ...environment, PORT: String(await freePort()) };
    server = await runProgram([process.execPath, command], { cwd: folder, env: given });
  }

  /** As a browser behind nginx: one visit, and no redirect is followed. */
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.origin + path, {
      redirect: 'manual',
      ...init,
      headers: { cookie: 'visit=visit-1', 'x-forwarded-for': '203.0.113.7', origin: site, ...init.headers },
    });

  const json = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  interface Order {
    reference: string;
    amount: number;
    /** Where the provider sends the shopper. */
    back: string;
    /** The page's form. */
    form: Record<string, string>;
  }

  const post = (path: string, form: Record<string, string>, init: RequestInit = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(form), ...init });

  /** The page of the checkout. Once something is ordered, it leads to the receipt, which has "Pesan lagi". */
  async function checkout(): Promise<string> {
    const answer = await ask('/');
    const [, ordered] = /^\/orders\/(.+)/.exec(answer.headers.get('location') ?? '') ?? [];
    return (ordered ? await ask(`/?lagi=${ordered}`) : answer).text();
  }

  /** Chooses a district and the first rate, or another one, and fills the page's form. */
  async function fill(at = 0): Promise<Record<string, string>> {
    const page = await checkout();
    const [, cart] = /cart="([^"]+)"/.exec(page) ?? [];
    const [, reference = ''] = /name="reference" value="([^"]+)"/.exec(page) ?? [];
    const found = await (await ask('/shipping/v1/maps/areas', json({ input: 'sumur bandung' }))).json();
    const [{ id, name, postal_code }] = found.areas;
    const place = { destination_area_id: id, destination_postal_code: postal_code };
    const asked = { ...place, couriers: 'jne', cart, destination_cash_on_delivery: 1 };
    const rates = await (await ask('/shipping/v1/rates/couriers', json(asked))).json();
    const { courier_code, courier_service_code, offer } = rates.pricing.at(at);
    return {
      ...{ reference, name: 'Siti Rahayu', phone: '081298765432', address: 'Jalan Braga 8, Bandung' },
      ...{ area: id, 'area-name': name, 'area-postal-code': String(postal_code) },
      ...{ shipping: `${courier_code}/${courier_service_code}`, 'shipping-offer': offer },
    };
  }

  /** Submits the page's form. @returns what is to be paid for which order */
  async function submit(): Promise<Order> {
    const form = await fill();
    const answer = await post('/orders', form);
    expect(answer.status, await answer.text()).to.equal(303);
    const { searchParams } = new URL(String(answer.headers.get('location')));
    const [reference, back] = [String(searchParams.get('order_id')), String(searchParams.get('back'))];
    return { reference, back, form, amount: Number(searchParams.get('gross_amount')) };
  }

  /** A cookie that an answer sets, as the browser sends it back. One of more than 4,096 bytes is dropped. */
  const cookieOf = (answer: Response, name: string) =>
    answer.headers
      .getSetCookie()
      .find((one) => one.startsWith(`${name}=`) && one.length <= 4096)
      ?.split(';')[0];

  /** The page to which a browser is led that has sent a form that is refused. */
  async function askedAgain(form: Record<string, string>): Promise<string> {
    const answer = await post('/orders', form);
    expect([answer.status, answer.headers.get('location')], await answer.text()).to.deep.equal([303, '/']);
    const kept = ['district', 'refused'].map((name) => cookieOf(answer, name));
    return (await ask('/', { headers: { cookie: ['visit=visit-1', ...kept].join('; ') } })).text();
  }

  /** The page of a browser with this district. */
  const opened = (district: string) => ask('/', { headers: { cookie: `visit=opened; district=${district}` } });

  /** The provider's callback. @returns the status that it hears */
  async function callBack(
    { reference, amount }: Pick<Order, 'reference' | 'amount'>,
    status = 'settlement',
    more: { refund_amount?: string } = {},
  ): Promise<number> {
    const gross_amount = `${amount}.00`;
    const signature_key = createHash('sha512').update(`${reference}200${gross_amount}${midtransKey}`).digest('hex');
    const paid = {
      order_id: reference,
      status_code: '200',
      gross_amount,
      transaction_id: `of ${reference}`,
      transaction_status: status,
      signature_key,
      ...more,
    };
    return (await ask('/payments/midtrans', json(paid))).status;
  }

  /** Each receipt that is read here adds up: the bill is what was paid, comes back, is to be paid, and is paid at the door. */
  async function receipt(reference: string): Promise<string> {
    const page = await (await ask(`/orders/${reference}`)).text();
    const sums = new Map<string, number>();
    for (const [, label = '', sign, sum = ''] of page.matchAll(/<dt>([^<]+)<\/dt><dd>(−?)Rp([\d.]+)<\/dd>/g))
      sums.set(label, Number(`${sign && '-'}${sum.replaceAll('.', '')}`));
    const money = {
      'Sudah dibayar': 1,
      'Sudah kembali': -1,
      'Akan kembali': -1,
      'Harus dibayar': 1,
      'Sedang kami periksa': 1,
      'Dibayar saat tiba': 1,
      'Bayar saat tiba': 1,
    };
    let left = 0;
    for (const [label, sign] of Object.entries(money)) {
      left += sign * (sums.get(label) ?? 0);
      sums.delete(label);
    }
    const bill = [...sums.values()].reduce((total, sum) => total + sum, 0);
    expect(bill, page.replace(/^.*<dl>|<\/dl>.*$/gs, '')).to.equal(left);
    return page;
  }

  /** The parcel goes through these states at the service, whose webhook tells the last one. */
  async function tell(reference: string, ...states: string[]): Promise<void> {
    const news = { event: 'order.status', order_id: await service.move(reference, ...states), status: states.at(-1) };
    const { headers, ...post } = json(news);
    await ask('/shipping/v1/webhooks', { ...post, headers: { ...headers, authorization: values().WEBHOOK_SECRET } });
  }

  /** What the page of an order says, in one line. */
  const textOf = (page: string) =>
    page
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();

  /** Until the shopper's page says it. */
  async function says(reference: string, sentence: string): Promise<string> {
    for (;;) {
      const page = await receipt(reference);
      if (page.includes(sentence)) return page;
    }
  }

  const sends = (reference: string) => service.sends.filter((one) => one === reference).length;

  /** What an owner runs at the shell. */
  const program = (...given: string[]) =>
    new Promise<{ said: string; refused: string; code: number }>((resolve) => {
      const environment = Object.entries(values()).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(join(state, 'shop.env'), environment.join(''));
      const words = [`--env-file=${join(state, 'shop.env')}`, ...given];
      const child = execFile(process.execPath, words, { cwd: folder }, (_problem, said, refused) =>
        resolve({ said, refused, code: child.exitCode ?? Number.NaN }),
      );
    });
  const node = async (...given: string[]) => {
    const { said, refused } = await program(...given);
    return said || refused;
  };
  const staff = (...given: string[]) => node('staff.js', ...given);

  /** Accepts the page's form as two parcels with the same goods, as a shop with two warehouses does. */
  async function submitTwo(more: Record<string, string> = {}): Promise<Pick<Order, 'reference' | 'amount'>> {
    const { reference = '', ...form }: Record<string, string> = { ...(await fill()), ...more };
    const program = `
      import { readChoice } from 'ship-elements/purchases';
      import { purchases, store } from './gateway.js';
      const items = [{ name: 'Syal batik', value: 185_000, quantity: 1, weight: 250 }];
      const cart = { items, origin: { origin_postal_code: 12440 }, subtotal: 185_000, session: '${reference}' };
      const parcel = { cart, contacts: ${JSON.stringify(contacts)}, choice: readChoice(${JSON.stringify(form)}) };
      const { pay, payAtDoor } = await purchases.accept({ visit: 'visit-1', reference: '${reference}' }, [parcel, parcel]);
      if (!pay) await purchases.ship('${reference}');
      console.log((pay?.rupiah ?? 0) + payAtDoor);
      await store.close();`;
    const said = await node('--input-type=module', '--eval', program);
    const amount = Number(said.trim().split('\n').at(-1));
    expect(amount, said).to.be.above(2 * 185_000);
    return { reference, amount };
  }

  before(async () => {
    folder = await installExample('hosts/production');
    state = mkdtempSync(join(tmpdir(), 'ship-state-'));
    service = await startService();
    await start();
  }).timeout(300_000);

  after(async () => {
    await server.stop();
    await service.stop();
    rmSync(state, { recursive: true });
  });

  it('sells: form, payment that is called back twice, one order, and a parcel that the shopper can follow', async () => {
    const order = await submit();
    const [awaited, link] = ['Kami menunggu pembayaran Anda.', 'Muat ulang halaman'];
    expect(textOf(await receipt(order.reference))).to.include(`${awaited} Sudah membayar? ${link}`);
    expect(await Promise.all([callBack(order), callBack(order)])).to.deep.equal([200, 200]);
    const page = await says(order.reference, 'Kurir sudah dipesan.');
    expect(page).not.to.include(link);
    expect(await callBack(order)).to.equal(200);
    expect(sends(order.reference)).to.equal(1);
    const [, token] = /data-track="([^"]+)"/.exec(page) ?? [];
    const parcel = await ask('/shipping/v1/tracking', { headers: { authorization: `Bearer ${token}` } });
    expect(await parcel.json()).to.include({ success: true, status: 'confirmed' });
  });

  it('has the prices for the last district in its page, which sells without JavaScript', async () => {
    const answer = await post('/orders', await fill());
    const headers = { cookie: `visit=visit-1; ${cookieOf(answer, 'district')}` };
    const shown = await ask('/', { headers });
    expect(shown.headers.get('cache-control')).to.equal('private, no-store');
    const page = await shown.text();
    expect(page).to.match(/<noscript><p>Dikirim ke Sumur Bandung/);
    const [, offer = ''] = /name="shipping-offer" value="([^"]+)"/.exec(page) ?? [];
    const [, reference = ''] = /name="reference" value="([^"]+)"/.exec(page) ?? [];
    const contacts = { name: 'Siti Rahayu', phone: '081298765432', address: 'Jalan Braga 8, Bandung' };
    const ordered = await post('/orders', { reference, 'shipping-offer': offer, ...contacts }, { headers });
    const amount = Number(new URL(String(ordered.headers.get('location'))).searchParams.get('gross_amount'));
    expect(await callBack({ reference, amount })).to.equal(200);
    await says(reference, 'Kurir sudah dipesan.');
    expect(sends(reference)).to.equal(1);
  }).timeout(60_000);

  it('opens with any cookie in the place of the district or the visit, and asks for a district', async () => {
    for (const district of ['%7B', 'abc', '"abc"', '{}', '5', 'null', '{"id":5,"name":"Coblong"}', '{"id":"1"}']) {
      const answer = await opened(encodeURIComponent(district));
      expect(answer.status, district).to.equal(200);
      expect(await answer.text(), district).to.include(' area=""');
    }
    for (const visit of ['a%20b', '%7B%22id%22%3A1%7D', '%E0%A4%A', '"'])
      expect((await ask('/', { headers: { cookie: `visit=${visit}` } })).status, visit).to.equal(200);
  });

  it('opens with a district that the service does not know, or no postal code', async () => {
    for (const place of [{ id: '' }, { id: 'x' }, { id: 'x', postal_code: 'y' }])
      expect((await opened(encodeURIComponent(JSON.stringify({ ...place, name: 'Coblong' })))).status).to.equal(200);
  });

  it('opens while the service hangs, and leaves the question for prices to the page', async () => {
    const { areas } = await (await ask('/shipping/v1/maps/areas', json({ input: 'coblong' }))).json();
    const [{ id, name, postal_code }] = areas;
    const [, cart] = /cart="([^"]+)"/.exec(await checkout()) ?? [];
    const asked = { destination_area_id: id, destination_postal_code: postal_code, couriers: 'jne', cart };
    const release = service.hold('/v1/rates/couriers');
    const rates = ask('/shipping/v1/rates/couriers', json(asked));
    const page = opened(encodeURIComponent(JSON.stringify({ id, name, postal_code })));
    const first = await Promise.race([page.then(() => 'page'), rates.then(() => 'rates')]);
    release();
    expect(first).to.equal('page');
    expect(await (await page).text())
      .to.include(name)
      .and.not.include('shipping-offer');
    expect((await rates).status).to.equal(200);
  });

  it('signs the cart of its visit anew for a page that was open for longer than a cart lives', async () => {
    const page = await checkout();
    const [, first = ''] = /cart="([^"]+)"/.exec(page) ?? [];
    const again = await (await ask('/cart')).text();
    const claims = [first, again].map((cart) => {
      const { items, subtotal, session } = JSON.parse(String(Buffer.from(String(cart.split('.')[1]), 'base64url')));
      return { items, subtotal, session };
    });
    expect(claims[1]).to.deep.equal(claims[0]);
    expect(page, 'it asks for that').to.include('src="/order.js"');
  });

  it('has no cookie for the form of another site, and shows the page to a shopper whom the provider sends back by POST', async () => {
    const { reference, form } = await submit();
    const headers = { 'sec-fetch-site': 'cross-site', cookie: '' };
    for (const path of ['/orders', `/orders/${reference}`, '//other.example']) {
      const answer = await post(path, form, { headers });
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, site + path]);
      expect(answer.headers.getSetCookie()).to.deep.equal([]);
    }
    const { headers: answered } = await post('/orders', form, { headers: { cookie: '' } });
    const [visit, ...others] = answered.getSetCookie();
    expect(others).to.deep.equal([]);
    expect(visit, 'as long as the district: without it, nobody finds an order with cash on delivery').to.match(
      /^visit=[^;]+; Max-Age=2592000; /,
    );
    expect(await receipt(reference)).to.include('Kami menunggu pembayaran Anda.');
  });

  it('has a receipt with the goods, each sum, the days, and the address in this browser', async () => {
    const form = await fill();
    const answer = await post('/orders', form);
    const amount = Number(new URL(String(answer.headers.get('location'))).searchParams.get('gross_amount'));
    await callBack({ reference: form.reference ?? '', amount });
    await says(form.reference ?? '', 'Pesanan masuk. Kurir sudah dipesan.');
    const cookie = { headers: { cookie: `visit=visit-1; ${cookieOf(answer, 'address')}` } };
    const page = (await (await ask(`/orders/${form.reference}`, cookie)).text()).replace(/<[^>]+>/g, ' ');
    const rupiah = (sum: number) => `Rp${sum.toLocaleString('id')}`;
    for (const row of [
      `No. pesanan ${form.reference}`,
      `Syal batik × 1 ${rupiah(185_000)}`,
      `Ongkos kirim ${rupiah(amount - 185_000)}`,
      `Sudah dibayar ${rupiah(amount)}`,
      `Dikirim ke Siti Rahayu, Jalan Braga 8, Bandung, ${form['area-name']}`,
    ])
      expect(page.replace(/\s+/g, ' ')).to.include(row);
    expect(page.match(/Perkiraan tiba\s+\w{3}\s\d/g), 'its parcel says the days, too').to.have.length(1);
    expect(page, 'the month once, as the elements have it').to.not.match(/\s(\w{3})\s?–\s?\w{3}\s\d+\s\1/);
    expect(page.replace(/\s+/g, ' ')).to.include(
      'Sebelum paket di tangan kurir, pesanan masih bisa dibatalkan: hubungi kami .',
    );
  }).timeout(60_000);

  it('keeps the address that the parcel goes to in its receipt, whatever an older tab posts', async () => {
    const { 'area-name': _, ...form }: Record<string, string> = await fill();
    const order = async (address: string, more = {}) => {
      const answer = await post('/orders', { ...form, address, ...more });
      expect(answer.status).to.equal(303);
      return decodeURIComponent(cookieOf(answer, 'address') ?? '');
    };
    expect(await order('Jalan Lama 1')).to.equal('address=Siti Rahayu, Jalan Lama 1');
    // Not paid yet: the address can change.
    expect(await order('Jalan Lama 2')).to.equal('address=Siti Rahayu, Jalan Lama 2');
    const cashOnDelivery = { 'shipping-cash-on-delivery': 'on' };
    expect(await order('Jalan Lama 3', cashOnDelivery)).to.equal('address=Siti Rahayu, Jalan Lama 3');
    expect(await order('Jalan Baru 99', cashOnDelivery)).to.equal('');
    expect(await order('Jalan Baru 99', { ...cashOnDelivery, area: '' })).to.equal('');
    await says(form.reference ?? '', 'Kurir sudah dipesan.');
  }).timeout(60_000);

  it('does not cancel by a page that is older than the shipment', async () => {
    const form: Record<string, string> = { ...(await fill()), 'shipping-cash-on-delivery': 'on' };
    await post('/orders', form);
    await says(form.reference ?? '', 'Kurir sudah dipesan.');
    const pressed = await post(`/orders/${form.reference}/cancel`, {});
    const shown = textOf(await (await ask(String(pressed.headers.get('location')))).text());
    expect(shown).to.match(/^.*Kurir sudah dipesan\. Pembatalan di sini tidak berhasil, karena kurir sudah dipesan\./);
    expect(textOf(await receipt(form.reference ?? ''))).to.not.include('Pembatalan');
  }).timeout(60_000);

  it('books one courier for a double click, and for Back and the same form, with cash on delivery', async () => {
    expect(await checkout(), 'true of what is paid at the door, too').to.include('>Buat pesanan</button>');
    const form: Record<string, string> = { ...(await fill()), 'shipping-cash-on-delivery': 'on' };
    const answers = await Promise.all([post('/orders', form), post('/orders', form)]);
    expect((await post('/orders', form)).status).to.equal(303);
    const places = answers.map(({ headers }) => headers.get('location'));
    expect(places).to.deep.equal([`/orders/${form.reference}`, `/orders/${form.reference}`]);
    const page = await says(form.reference ?? '', 'Kurir sudah dipesan.');
    expect(page).not.to.include('Sudah dibayar');
    expect(textOf(page), 'its delivery and its fee, as the bill of the form has them').to.match(
      /Ongkos kirim Rp[\d.]+ Biaya COD Rp[\d.]+ Bayar saat tiba Rp/,
    );
    expect(sends(form.reference ?? '')).to.equal(1);
  }).timeout(60_000);

  it('lets the shopper choose again after a refusal, and books one courier then', async () => {
    const form: Record<string, string> = { ...(await fill()), 'shipping-cash-on-delivery': 'on' };
    service.refuseOrder();
    await post('/orders', form);
    const nothing = 'Anda belum membayar apa pun, dan tidak ada yang ditagih.';
    const page = await says(form.reference ?? '', 'tidak bisa dipesan');
    expect(textOf(page), 'before the rows, not in the question alone').to.include(`${nothing} No. pesanan`);
    expect(page)
      .to.include('Pilih lagi')
      .and.include('Batalkan pesanan')
      .and.include('<title>Kurir tidak bisa dipesan. · Toko Senja</title>')
      .and.not.include('Anda bisa memilih')
      .and.not.include('belum menerima pembayaran');
    expect(await checkout()).to.include(
      '<p role="alert">Kurir ini tidak menagih uang untuk pesanan ini. Bayar sekarang,',
    );
    const again: Record<string, string> = { ...(await fill()), 'shipping-cash-on-delivery': 'on' };
    expect(again.reference).to.equal(form.reference);
    await post('/orders', again);
    await says(form.reference ?? '', 'Kurir sudah dipesan.');
    expect([sends(form.reference ?? ''), sends(`${form.reference}-2`)]).to.deep.equal([1, 1]);
  }).timeout(60_000);

  it('shows each parcel of a purchase on one page: the one that goes, and the one that could not be booked', async () => {
    const order = await submitTwo();
    service.refuseOrder(`${order.reference}-2`);
    await callBack(order);
    const page = (await says(order.reference, '<p>Kurir tidak bisa dipesan.</p>')).replace(/\s+/g, ' ');
    const sections = page.match(/<section>.*?<\/section>/g) ?? [];
    // Without JavaScript the first one says its days.
    expect(textOf(sections[0] ?? '')).to.match(/^Paket 1 dari 2 Perkiraan tiba \w{3} \d/);
    expect(sections.slice(1).map(textOf)).to.deep.equal(['Paket 2 dari 2 Kurir tidak bisa dipesan.']);
    expect(sections.map((section) => /<ship-tracking .*data-track="[^"]+"/.test(section))).to.deep.equal([true, false]);
    expect(sections[0], 'its name for a screen reader').to.include(' label="Paket 1"');
    expect(page).to.include(`<dt>Ongkos kirim</dt><dd>Rp${(order.amount - 2 * 185_000).toLocaleString('id')}</dd>`);
    expect(await staff('retry', order.reference, 'many')).to.include('mostExtra must be a whole number of rupiah.');
    for (const most of [[], ['0']])
      expect(await staff('retry', order.reference, ...most, 'jne/none')).to.include('jne/none is not offered');
    service.refuseOrder(`${order.reference}-2`);
    expect(await staff('retry', order.reference))
      .to.match(/ is refused\.\nINV-\w+-2 by .* was refused: /)
      .and.include(`"retry ${order.reference} SERVICE" sends it by one of "services ${order.reference}", `);
    expect(await staff('cancel', order.reference, 'refused')).to.match(/ is shipped\.\nRp \d+ are owed to the shopper/);
    expect(await receipt(order.reference)).to.include('<h1 id="state">Sebagian pesanan dibatalkan');
  }).timeout(60_000);

  it('lets the shopper have a refused parcel sent by another service at no more, cancel it, or cancel all, with one click', async () => {
    const order = await submitTwo();
    service.refuseOrder(`${order.reference}-2`);
    await callBack(order);
    const first = await says(order.reference, 'Sebagian paket tidak bisa dikirim.');
    // Its prices are asked for after a click.
    expect(first).to.include('<a href="?layanan=1">Lihat layanan lain</a>').and.not.include('/retry"');
    expect(first, 'nothing else is bought while its money is here').to.not.include('>Pesan lagi<');
    const release = service.hold('/v1/rates/couriers');
    const unanswered = await receipt(`${order.reference}?layanan=1`);
    release();
    expect(unanswered)
      .to.include('Muat ulang nanti untuk melihat layanan lain.')
      .and.include('Batalkan semua')
      .and.not.include('tidak ada layanan lain');
    const page = await receipt(`${order.reference}?layanan=1`);
    expect(textOf(page)).to.include('Sebagian paket tidak bisa dikirim.');
    expect(textOf(page)).to.include('Kami akan menghubungi Anda, atau putuskan sendiri di bawah.');
    const [, offered = ''] = /formaction="[^"]+\/retry" name="service" value="([^"]+)"/.exec(page) ?? [];
    expect(textOf(page)).to.match(/Kirim dengan \w+ .+: tiba \w{3} \d.*, tanpa biaya tambahan/);
    const sum = `Rp${(order.amount / 2).toLocaleString('id')}`;
    const back = `${sum} kembali ke cara bayar yang sama dalam 3 hari kerja.`;
    expect(textOf(page)).to.include(`Batalkan paket yang tidak dikirim ${back}`);
    expect(textOf(page)).to.include(`Batalkan semua ${back} Sisanya ${sum} kembali jika paket belum di tangan kurir.`);
    const services = await staff('services', order.reference);
    expect(services).to.match(new RegExp(`${offered} Rp \\d+[,\\n]`));
    expect((await staff('services', order.reference, '100000')).length, 'dearer ones').to.be.above(services.length);
    const press = (path: string, form: Record<string, string>, init?: RequestInit) =>
      post(`/orders/${order.reference}/${path}`, form, init);
    const other = { headers: { cookie: 'visit=other' } };
    for (const path of ['retry', 'cancel'])
      expect((await press(path, { service: offered }, other)).status).to.equal(403);
    // It is not offered: the page stays as it is.
    expect((await press('retry', { service: 'jne/none' })).status).to.equal(303);
    expect(await receipt(order.reference)).to.include('Sebagian paket tidak bisa dikirim.');
    const clicks = await Promise.all([press('retry', { service: offered }), press('retry', { service: offered })]);
    expect(clicks.map(({ status }) => status)).to.deep.equal([303, 303]);
    await says(order.reference, 'Kurir sudah dipesan.');
    expect([1, 2, 3].map((at) => sends(at === 1 ? order.reference : `${order.reference}-${at}`))).to.deep.equal([
      1, 1, 1,
    ]);
  }).timeout(120_000);

  it('cancels what was refused, or all of it, for the shopper', async () => {
    const half = async () => {
      const order = await submitTwo();
      service.refuseOrder(`${order.reference}-2`);
      await callBack(order);
      await says(order.reference, 'Sebagian paket tidak bisa dikirim.');
      return order;
    };
    const [part, whole] = [await half(), await half()];
    await post(`/orders/${part.reference}/cancel`, { only: 'refused' });
    const sections = (await receipt(part.reference)).split('<section>').map(textOf);
    const sum = `Rp${(part.amount / 2).toLocaleString('id')}`;
    expect(sections[0])
      .to.include('Sebagian pesanan dibatalkan. Sisanya dikirim.')
      .and.include(`Dibatalkan −${sum} Sudah dibayar`)
      .and.include(`Akan kembali ${sum}`);
    expect(sections.slice(1).map((section) => section.slice(0, 26))).to.deep.equal([
      'Paket 1 dari 2 Perkiraan t',
      'Paket 2 dari 2 Dibatalkan.',
    ]);
    await post(`/orders/${whole.reference}/cancel`, {});
    expect(await receipt(whole.reference)).to.include('Pesanan dibatalkan. Tidak ada yang dikirim.');
  }).timeout(60_000);

  it('has in its receipt what is not collected at the door of a parcel that could not be booked, before and after it is cancelled', async () => {
    service.refuseOrder(`${(await fill()).reference}-2`);
    const { reference, amount } = await submitTwo({ 'shipping-cash-on-delivery': 'on' });
    const sum = `Rp${(amount / 2).toLocaleString('id')}`;
    const page = textOf(await says(reference, 'Sebagian paket tidak bisa dikirim.'));
    expect(page).to.include(`Belum ditagih −${sum} Bayar saat tiba ${sum}`);
    await post(`/orders/${reference}/cancel`, { only: 'refused' });
    expect(textOf(await receipt(reference))).to.include(`Dibatalkan −${sum} Bayar saat tiba ${sum}`);
  }).timeout(60_000);

  it('has in its receipt what the courier has collected, or will not collect, and no way to cancel any more', async () => {
    const buy = async () => {
      const form: Record<string, string> = { ...(await fill()), 'shipping-cash-on-delivery': 'on' };
      await post('/orders', form);
      const page = textOf(await says(form.reference ?? '', 'Kurir sudah dipesan.'));
      const [, sum] = / Bayar saat tiba (Rp[\d.]+)/.exec(page) ?? [];
      return { reference: form.reference ?? '', sum };
    };
    const [arrived, ended] = [await buy(), await buy()];
    await tell(arrived.reference, 'allocated', 'picking_up', 'picked', 'dropping_off', 'delivered');
    expect(textOf(await says(arrived.reference, 'Pesanan sudah sampai.')))
      .to.include(`Dibayar saat tiba ${arrived.sum}`)
      .and.not.match(/ Bayar saat tiba|Perkiraan tiba|dibatalkan/);
    await tell(ended.reference, 'allocated', 'picking_up', 'picked', 'dropping_off', 'rejected');
    expect(textOf(await says(ended.reference, 'Pengirimannya terhenti.')))
      .to.include(`Belum ditagih −${ended.sum}`)
      .and.not.match(/ Bayar saat tiba|Dibayar saat tiba/);
  }).timeout(60_000);

  it('says that a parcel was not cancelled with the rest, because its courier had it', async () => {
    const order = await submitTwo();
    service.refuseOrder(`${order.reference}-2`);
    await callBack(order);
    await says(order.reference, 'Sebagian paket tidak bisa dikirim.');
    await service.pickUp(order.reference);
    await post(`/orders/${order.reference}/cancel`, {});
    const page = textOf(await says(order.reference, 'Paket ini tidak bisa dibatalkan lagi.'));
    expect(page)
      .to.include('Paket 1 dari 2 Paket ini tidak bisa dibatalkan lagi.')
      .and.include('Paket 2 dari 2 Dibatalkan.')
      .and.include(`Rp${(order.amount / 2).toLocaleString('id')} kembali ke cara bayar yang sama`)
      .and.not.include('pesanan masih bisa dibatalkan');
  }).timeout(60_000);

  it('says of a parcel that was held back why, and never the name of a reason', async () => {
    const order = await submitTwo();
    service.refuseOrder(order.reference);
    await callBack(order);
    const page = await says(order.reference, 'Belum dikirim, karena paket lain tidak bisa dikirim.');
    expect(textOf(page)).to.include('Paket 1 dari 2 Kurir tidak bisa dipesan.');
    expect(page).to.not.match(new RegExp(['other-parcel', ...reasons.filter((one) => one.includes('-'))].join('|')));
  }).timeout(60_000);

  it('refuses a phone before the payment, in the page’s language, and keeps what was typed', async () => {
    const typed = { name: 'Siti "Ayu"', address: 'Jalan Braga 8', phone: '0812345' };
    const text = await askedAgain({ ...(await fill()), ...typed });
    expect(text).to.include('<p role="alert">Periksa lagi nomor HP Anda.</p>');
    for (const value of ['Siti &quot;Ayu&quot;', 'Jalan Braga 8', '0812345'])
      expect(text).to.include(`value="${value}"`);
  });

  it('shows a refused form with its own order alone, and remembers nobody of it', async () => {
    const { reference, amount, form } = await submit();
    const back = await post('/orders', { ...form, name: 'Orang Lain', phone: '0812345' });
    expect(cookieOf(back, 'recipient')).to.equal(undefined);
    const shown = async (path: string) =>
      (await ask(path, { headers: { cookie: `visit=visit-1; ${cookieOf(back, 'refused')}` } })).text();
    expect(await shown('/'))
      .to.include('role="alert"')
      .and.include('value="Orang Lain"');
    await callBack({ reference, amount });
    expect(await shown(`/?lagi=${reference}`))
      .to.include('<h1>Checkout</h1>')
      .and.not.match(/role="alert"|Orang Lain/);
  });

  it('keeps the longest name and address that its fields take, refused and accepted, in the room that browsers and nginx have', async () => {
    const page = await checkout();
    const longest = (field: string) =>
      'Jalan Braga 8, '
        .repeat(99)
        .slice(0, Number(new RegExp(`name="${field}"[^>]* maxlength="(\\d+)"`).exec(page)?.[1]));
    const form: Record<string, string> = { ...(await fill()), name: longest('name'), address: longest('address') };
    expect(await askedAgain({ ...form, phone: '0812345' })).to.include(`value="${form.address}"`);
    for (const phone of ['0812345', '081298765432']) {
      const headers = [...(await post('/orders', { ...form, phone })).headers];
      expect(headers.map((one) => one.join(': ')).join('\r\n').length, phone).to.be.within(1000, 4096 - 256);
    }
  });

  it('says why it asks again, also where no cookie holds what was typed', async () => {
    const page = await askedAgain({ ...(await fill()), name: '雅'.repeat(250), phone: '0812345' });
    expect(page).to.include('<p role="alert">Periksa lagi nomor HP Anda.</p>');
  });

  it('says it at once to a browser that keeps no cookies', async () => {
    const answer = await post('/orders', await fill(), { headers: { cookie: '' } });
    expect(await answer.text()).to.include('atau cookie toko ini tidak tersimpan.');
    expect(answer.headers.getSetCookie().map((one) => one.split('=')[0])).to.deep.equal(['visit']);
  });

  it('keeps why a form was refused from scripts and other sites for five minutes, and no longer than until one is accepted', async () => {
    const form = await fill();
    const cookiesOf = async (phone: string) =>
      (await post('/orders', { ...form, phone })).headers.getSetCookie().filter((one) => one.startsWith('refused='));
    const [refused, ...others] = await cookiesOf('0812345');
    expect(others).to.deep.equal([]);
    expect(refused).to.match(/; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(await cookiesOf('081298765432'), 'Back has no old problem').to.deep.equal(['refused=; Max-Age=0; Path=/']);
  });

  it('keeps the district, the service and the switches in a page that asks for the phone again', async () => {
    const typed = { 'area-name': 'Kota "Tua"', 'shipping-insurance': 'on', phone: '0812345' };
    const form: Record<string, string> = { ...(await fill()), ...typed };
    const text = await askedAgain(form);
    // So does the list that comes with the page, also if the form came without JavaScript.
    const { shipping, ...unscripted } = form;
    for (const list of [text, await askedAgain(unscripted)])
      expect(list)
        .to.match(new RegExp(`data-rate="${shipping}"[^>]* checked`))
        .and.include('name="shipping-insurance"');
    const [, area = ''] = / area="([^"]+)"/.exec(text) ?? [];
    const district = { id: form.area, postal_code: Number(form['area-postal-code']), name: 'Kota "Tua"' };
    expect(JSON.parse(area.replaceAll('&quot;', '"'))).to.deep.equal(district);
    const [, checkout = ''] = /<ship-checkout([^>]+)>/.exec(text) ?? [];
    expect(checkout)
      .to.include(` value="${form.shipping}"`)
      .and.match(/\s+insurance\s+required/);
  });

  it('says that a wrong phone of its own is its fault, and where to reach it', async () => {
    writeFileSync(join(folder, 'wrong.js'), text('server.js').replace("'081234567890'", "'12'"));
    const other = mkdtempSync(join(tmpdir(), 'ship-state-'));
    const given = { STATE_DIRECTORY: other, PORT: String(await freePort()) };
    const right = server;
    server = await runProgram([process.execPath, 'wrong.js'], { cwd: folder, env: { ...values(), ...given } });
    const page = await askedAgain(await fill());
    await server.stop();
    server = right;
    rmSync(other, { recursive: true });
    expect(page).to.include(
      '<p role="alert">Toko sedang bermasalah. <a href="https://wa.me/6281234567890">Hubungi kami</a>.</p>',
    );
  }).timeout(60_000);

  it('is paid by the pretended payment, which starts for a shop on this machine alone', async () => {
    const PAYMENT_PAGE = `http://127.0.0.1:${await freePort()}/pay`;
    const start = (shop: string) =>
      runProgram([process.execPath, 'pretend-payment.js'], {
        cwd: folder,
        env: { ...values(), PAYMENT_PAGE, SHOP_ORIGINS: shop },
      });
    for (const shop of [site, 'http://shop.example', 'http://localhost.shop.example', 'https://127.0.0.1'])
      expect((await start(shop).catch((problem) => problem)).message).to.include(`not for ${shop}.`);
    const payment = await start(server.origin);
    const form = await fill();
    const { searchParams } = new URL(String((await post('/orders', form)).headers.get('location')));
    const page = `${PAYMENT_PAGE}?${searchParams}`;
    expect(await (await fetch(page)).text()).to.include(
      `Rp${Number(searchParams.get('gross_amount')).toLocaleString('id')}`,
    );
    const answer = await fetch(page, { method: 'POST', redirect: 'manual' });
    expect(answer.headers.get('location')).to.equal(searchParams.get('back'));
    await says(form.reference ?? '', 'Kurir sudah dipesan.');
    await payment.stop();
  }).timeout(60_000);

  it('sends its cookies over https alone, and also where it is tried without', async () => {
    const other = mkdtempSync(join(tmpdir(), 'ship-state-'));
    const given = { STATE_DIRECTORY: other, PORT: String(await freePort()), SHOP_ORIGINS: 'http://127.0.0.1' };
    const tried = await runProgram([process.execPath, 'server.js'], { cwd: folder, env: { ...values(), ...given } });
    const isSecure = async (origin: string) => /; Secure/.test((await fetch(origin)).headers.get('set-cookie') ?? '');
    expect([await isSecure(server.origin), await isSecure(tried.origin)]).to.deep.equal([true, false]);
    await tried.stop();
    rmSync(other, { recursive: true });
  }).timeout(60_000);

  it('charges each piece, and says that the cart has changed to a tab from before', async () => {
    writeFileSync(join(folder, 'two.js'), text('server.js').replace('quantity: 1', 'quantity: 2'));
    const form = await fill();
    const given = { STATE_DIRECTORY: state, PORT: String(await freePort()) };
    const one = server;
    server = await runProgram([process.execPath, 'two.js'], { cwd: folder, env: { ...values(), ...given } });
    const [, cart = ''] = /cart="[^".]+\.([^".]+)/.exec(await (await ask('/')).text()) ?? [];
    const late = await askedAgain(form);
    await server.stop();
    server = one;
    expect(JSON.parse(Buffer.from(cart, 'base64url').toString())).to.include({ subtotal: 370_000 });
    expect(late, 'to the tab of one piece').to.include(
      '<p role="alert">Keranjang berubah. Silakan pilih pengiriman sekali lagi.</p>',
    );
  }).timeout(60_000);

  it('asks for the delivery again if it was not chosen', async () => {
    const form = { ...(await fill()), shipping: '', 'shipping-offer': '' };
    expect(await askedAgain(form)).to.include('<p role="alert">Silakan pilih pengiriman sekali lagi.</p>');
  });

  it('leads from a second tab with another choice to the order that the first one has begun', async () => {
    const { reference, amount } = await submit();
    const second = await fill(-1);
    expect(second.reference).to.equal(reference);
    await callBack({ reference, amount });
    const answer = await post('/orders', second);
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, `/orders/${reference}`]);
  });

  it('has name, phone and address of the last order in this browser', async () => {
    const answer = await post('/orders', { ...(await fill()), name: 'Siti "Ayu"' });
    const headers = { cookie: `visit=other; ${cookieOf(answer, 'recipient')}` };
    const page = await (await ask('/', { headers })).text();
    for (const value of ['Siti &quot;Ayu&quot;', '081298765432', 'Jalan Braga 8, Bandung'])
      expect(page).to.include(`value="${value}"`);
    for (const recipient of ['%7B', '=', '%E0%A4%A']) {
      const broken = await ask('/', { headers: { cookie: `visit=other; recipient=${recipient}` } });
      expect(await broken.text(), recipient).to.include('name="name" autocomplete="name" value=""');
    }
  });

  it('leads from Back to the receipt of what was ordered, whose "Pesan lagi" begins the next one, once', async () => {
    const order = await submit();
    const leadsTo = async (path: string) => (await ask(path)).headers.get('location');
    expect(await leadsTo('/'), 'not paid yet').to.equal(null);
    await callBack(order);
    expect(await leadsTo('/')).to.equal(`/orders/${order.reference}`);
    const [, again = ''] =
      /<a href="([^"]+)">Pesan lagi</.exec(await says(order.reference, 'Kurir sudah dipesan.')) ?? [];
    expect(await leadsTo(again)).to.equal(null);
    const next = await submit();
    expect(next.reference).to.not.equal(order.reference);
    await callBack(next);
    expect(await leadsTo(again), 'Back to its form').to.equal(`/orders/${next.reference}`);
  });

  it('says that the courier has ended a parcel, until staff have it ordered again', async () => {
    const order = await submit();
    await callBack(order);
    await says(order.reference, 'Kurir sudah dipesan.');
    await tell(order.reference, 'courier_not_found');
    const page = await says(order.reference, 'Pengirimannya terhenti.');
    expect(textOf(page))
      .to.include('Kami akan menghubungi Anda.')
      .and.not.match(/Perkiraan tiba|masih bisa dibatalkan/);
    expect(await staff('retry', order.reference)).to.include(
      `${order.reference} is shipped.\nNothing of it needs a person.\n`,
    );
    await says(order.reference, 'Kurir sudah dipesan.');
  }).timeout(60_000);

  it('says what is to be paid, and leads to the payment again', async () => {
    const { reference, amount } = await submit();
    expect(textOf(await receipt(reference))).to.match(
      new RegExp(
        `Harus dibayar Rp\\s?${amount.toLocaleString('id')} Bayar sebelum \\w{3} \\d+ \\w{3}, \\d{1,2}\\.\\d\\d WIB.* Lanjut membayar`,
      ),
    );
    const { searchParams } = new URL(String((await post(`/orders/${reference}/pay`, {})).headers.get('location')));
    expect([searchParams.get('order_id'), searchParams.get('gross_amount')]).to.deep.equal([reference, `${amount}`]);
    const other = await post(`/orders/${reference}/pay`, {}, { headers: { cookie: 'visit=other' } });
    expect(other.status).to.equal(403);
  });

  it('shows no order that the shopper has only begun', async () => {
    // Another visit than that of the other tests, which may have ordered what it has begun.
    const headers = { cookie: 'visit=only-begun' };
    const [, reference] = /name="reference" value="([^"]+)"/.exec(await (await ask('/', { headers })).text()) ?? [];
    expect((await ask(`/orders/${reference}`, { headers })).status).to.equal(404);
  });

  it('shows an order in another browser by its link, where it cannot be cancelled', async () => {
    const { reference, back } = await submit();
    const other = { cookie: 'visit=other' };
    expect((await ask(`/orders/${reference}`, { headers: other })).status).to.equal(404);
    const [, token = ''] = back.split('#p=');
    expect(back).to.match(new RegExp(`^${site}/orders/${reference}#p=`));
    expect(await receipt(reference), 'to be kept').to.include(`href="/orders/${reference}#p=`);
    const shown = await post('/orders/shown', { token }, { headers: other });
    const headers = { cookie: `visit=other; ${cookieOf(shown, 'purchase')}` };
    const answer = await ask(`/orders/${reference}`, { headers });
    expect(answer.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(answer.headers.get('cache-control')).to.equal('private, no-store');
    const page = await answer.text();
    expect(page)
      .to.include('Kami menunggu pembayaran Anda.')
      .and.not.match(/Siti|0812|Braga|Batalkan/);
    expect((await ask(`/orders/${reference}/cancel`, { method: 'POST', headers })).status).to.equal(403);
    const old = { cookie: 'visit=other; purchase=signed-with-another-secret' };
    const stale = await ask(`/orders/${reference}`, { headers: old });
    expect([stale.status, await stale.text()].join(), 'of an earlier secret').to.match(
      /^404.*Tautan ini tidak berlaku lagi/s,
    );
    const unpaid = 'Kami belum menerima pembayaran.';
    const until = 'Sampai kurir dipesan, pesanan bisa dibatalkan di sini.';
    expect(textOf(await receipt(reference)), 'in the question').to.include(`${until} Batalkan pesanan ${unpaid}`);
    expect((await ask(`/orders/${reference}/cancel`, { method: 'POST' })).status).to.equal(303);
    expect(await receipt(reference))
      .to.include('Pesanan dibatalkan.')
      .and.include(unpaid);
  });

  it('orders what was paid before the machine failed, and finishes an order whose answer was lost', async () => {
    const release = service.hold();
    const order = await submit();
    expect(await callBack(order)).to.equal(200);
    expect(textOf(await receipt(order.reference))).to.include('Kurir sedang dipesan. Muat ulang halaman');
    await server.stop('SIGKILL');
    release();
    service.loseAnswer();
    await start();
    await says(order.reference, 'Kurir sudah dipesan.');
  }).timeout(60_000);

  it('ends after the order under way, and leaves the other paid orders to the next start', async () => {
    const orders: Order[] = [];
    for (let visit = 0; visit < 3; visit++) {
      orders.push(await submit());
      await callBack(orders.at(-1) as Order);
    }
    const release = service.hold();
    const sent = () => orders.reduce((sum, { reference }) => sum + sends(reference), 0);
    const before = sent();
    const ended = server.stop();
    release();
    await ended;
    expect(sent() - before).to.be.at.most(1);
    await start();
    for (const { reference } of orders) await says(reference, 'Kurir sudah dipesan.');
    expect(sent()).to.equal(3);
  }).timeout(60_000);

  it('leaves another sum to the staff, who waive the rest or cancel', async () => {
    const order = await submit();
    expect(await staff('declined', order.reference)).to.include(`${order.reference} is to-pay.`);
    expect(await callBack({ ...order, amount: 1 })).to.equal(200);
    expect(await receipt(order.reference)).to.include('Kami menunggu pembayaran Anda.');
    expect(await staff()).to.include(`are missing of ${order.reference}`);
    for (const given of [[order.reference], ['abc'], [order.reference, 'abc']])
      expect(await staff('waive', ...given)).to.equal(
        'missing must be a whole number of rupiah.\n  node staff.js waive INV-… 46000\n',
      );
    expect(await staff('cancel', order.reference, 'refuse')).to.include('only must be "refused"');
    const cancelled = await program('staff.js', 'cancel', order.reference);
    expect(cancelled.said)
      .to.match(new RegExp(`${order.reference} is cancelled\\.\nRp 1 are owed to the shopper of ${order.reference}: `))
      .and.include(`"given-back ${order.reference} 1 NUMBER"`);
    expect(cancelled.refused, 'once').to.equal('');
    expect(await staff('given-back')).to.equal('Of which purchase?\n  node staff.js given-back INV-… 208000 NUMBER\n');
    expect(await staff('given-back', order.reference, '5000', 'mistyped')).to.include(
      `Rp 1 of ${order.reference} can go back: Rp 5000 are not noted.`,
    );
    expect(
      await staff('given-back', `${order.reference}.2`, '5000', 'of-a-payment'),
      'its number at the provider',
    ).to.include(`There is no ${order.reference}.2`);
    expect(await staff('given-back', order.reference, '1')).to.include('id must be a text');
    const ended = `${order.reference} is cancelled.\nNothing of it needs a person.\n`;
    expect(await staff('given-back', order.reference, '1', 'transfer-1')).to.include(ended);
    const list = 'There are:\n  cancel INV-… [refused]\n';
    const help = await program('staff.js', 'help');
    expect([help.said.slice(0, list.length), help.refused, help.code]).to.deep.equal([list, '', 0]);
    for (const verb of ['refund', 'toString']) {
      const { said, refused, code } = await program('staff.js', verb, order.reference);
      expect([said, code]).to.deep.equal(['', 1]);
      expect(refused).to.include(`There is no "${verb}". ${list}`);
    }
    const paid = () => staff('paid', order.reference, '1', 'a-mistake');
    expect(await paid()).to.include('Rp 1 are owed');
    expect(await paid(), 'twice').to.include('Rp 1 are noted under a-mistake already: another transfer needs another');
    expect(await staff('given-back', order.reference, '1', 'transfer-2')).to.include(ended);
    for (const [verb = '', ...more] of [['let-go'], ['cancel'], ['ship'], ['retry'], ['waive', '1']])
      expect(await staff(verb, order.reference, ...more)).to.equal(`Nothing has changed: ${ended}`);
    expect(await staff('resolve', order.reference, 'placed', 'o9')).to.match(
      /There is no order|only what needs attention/,
    );
    expect(await staff('services', order.reference)).to.equal(
      `Nothing of it is to be ordered again, or no other service costs so little: "services ${order.reference} 5000" lists dearer ones, for "retry ${order.reference} 5000 jne/reg".\n${ended}`,
    );
    expect(sends(order.reference)).to.equal(0);
  }).timeout(60_000);

  it('asks no shopper for what the shop has given back, before or after the parcel is sent, which staff note and waive', async () => {
    const order = await submit();
    expect(await callBack(order, 'partial_refund', { refund_amount: '50000.00' })).to.equal(200);
    const page = textOf(await receipt(order.reference));
    expect(page).to.include('Kurir sedang dipesan.').and.include('Sedang kami periksa Rp50.000');
    expect(page).to.not.match(/menunggu pembayaran|Harus dibayar|Lanjut membayar/);
    expect(await staff('waive', order.reference, '50000')).to.include('Nothing of it needs a person.');
    await says(order.reference, 'Kurir sudah dipesan.');
    expect(await staff('given-back', order.reference, '10000', 'transfer-2')).to.include('were taken back after');
    expect(textOf(await receipt(order.reference))).to.include('Sedang kami periksa Rp10.000');
    expect(await staff('waive', order.reference, '10000')).to.include('Nothing of it needs a person.');
    expect(textOf(await receipt(order.reference))).to.include('Ditanggung toko −Rp60.000');
    expect(sends(order.reference)).to.equal(1);
  }).timeout(60_000);

  it('has in its log what does not fit, once', async () => {
    const wrong = () => ask('/shipping/v1/webhooks', json({ event: 'order.status' }));
    expect([(await wrong()).status, (await wrong()).status]).to.deep.equal([403, 403]);
    const line = 'The shipping gateway of toko-senja, webhook: A webhook came with';
    expect(server.output().split(line)).to.have.lengthOf(2);
  });

  it('has the script-tag files and the style sheet that its pages name', async () => {
    const checkout = await ask('/', { headers: { cookie: 'visit=another' } });
    const pages = (await checkout.text()) + (await receipt((await submit()).reference));
    const named = [...pages.matchAll(/(?:src|href)="(\/ship-elements-[^"]+)"/g)].map(([, path = '']) => path);
    expect(named).to.have.lengthOf(4);
    for (const path of named) expect((await ask(path)).status, path).to.equal(200);
  });

  it('says in its own words that it has a problem, and leaves the cause to the log', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    const answer = await ask('/orders', { method: 'POST', headers, body: 'no form' });
    expect([answer.status, textOf(await answer.text())]).to.deep.equal([
      500,
      'Maaf · Toko Senja Toko sedang bermasalah. Hubungi kami .',
    ]);
  });

  it('answers a callback that it cannot read with 400', async () => {
    for (const body of ['null', '', '{"order_id":'])
      expect((await ask('/payments/midtrans', { method: 'POST', body })).status, body).to.equal(400);
  });

  it('cancels a paid order for the staff, before and after it was sent, and says what goes back', async () => {
    const order = await submit();
    await callBack(order);
    const page = await says(order.reference, 'Kurir sudah dipesan.');
    expect(await staff('who', order.reference)).to.match(
      /^Siti Rahayu, \+?\d+, Jalan Braga 8, Bandung 40\d{3}\nINV-\w+ is shipped\./,
    );
    expect(await staff('cancel', order.reference)).to.include(
      `${order.reference} is cancelled.\nRp ${order.amount} are owed to the shopper of ${order.reference}: `,
    );
    const sum = `Rp${order.amount.toLocaleString('id')}`;
    const cancelled = await receipt(order.reference);
    expect(cancelled).to.include('<h1 id="state">Pesanan dibatalkan. Tidak ada yang dikirim.</h1>');
    expect(cancelled).to.include(`${sum} kembali ke cara bayar yang sama`);
    expect(cancelled).to.not.match(/Perkiraan tiba|ship-tracking/);
    const addressed = await ask(`/orders/${order.reference}`, { headers: { cookie: 'visit=visit-1; address=Jalan' } });
    expect(await addressed.text(), 'nothing is sent there').to.not.include('Dikirim ke');
    expect(await staff()).to.include(`Rp ${order.amount} are owed to the shopper of ${order.reference}`);
    expect(await staff('who', order.reference)).to.include('The shop keeps no name and phone of it');
    const [, token] = /data-track="([^"]+)"/.exec(page) ?? [];
    const parcel = await ask('/shipping/v1/tracking', { headers: { authorization: `Bearer ${token}` } });
    expect(await parcel.json()).to.include({ status: 'cancelled' });
    expect(await callBack(order, 'refund')).to.equal(200);
    expect(await staff()).not.to.include(order.reference);
    expect(await receipt(order.reference)).to.include(`<dt>Sudah kembali</dt><dd>${sum}</dd>`);
  }).timeout(60_000);

  it('has a unit that systemd takes', function () {
    // Elsewhere systemd is missing.
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) this.skip();
    const copies = mkdtempSync(join(tmpdir(), 'ship-units-'));
    const unit = join(copies, 'shop.service');
    writeFileSync(unit, text('shop.service').replace('/usr/bin/node', process.execPath));
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    rmSync(copies, { recursive: true });
    expect(stderr.split('\n').filter((line) => line.includes('shop.service'))).to.deep.equal([]);
  });

  it('is where nginx passes requests on, with the shopper’s address', () => {
    const nginx = text('nginx.conf');
    expect(nginx).to.include(`proxy_pass http://127.0.0.1:${text('gateway.js').match(/PORT \?\? (\d+)/)?.[1]};`);
    expect(nginx).to.include('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
    // The largest body that the gateway reads: above it nginx would answer a page of its own.
    expect(nginx).to.include('client_max_body_size 128k;');
    expect(text('gateway.js')).to.include('trustedHops: 1,');
  });
});
