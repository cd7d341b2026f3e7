import { expect } from 'chai';
import { html } from 'lit';
import { createParcelClient, type ParcelClient } from '../../src/client/index.ts';
import type { TrackingElement } from '../../src/elements/tracking/tracking-element.ts';
import '../../src/elements/tracking/tracking-element.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, next, one, press, record, render, settled, textOf } from '../support/elements.ts';
import { now, type Parcel, parcel, reader, step, told } from '../support/parcels.ts';

const token = 'aaaa.bbbb.cccc';

/** A gateway that answers with what the test sets, and keeps the requests. */
function gatewayOf(...answers: (Parcel | Response | Error)[]) {
  const requests: Request[] = [];
  const client = createParcelClient({
    baseUrl: 'https://shop.test/shipping',
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer instanceof Response ? answer.clone() : Response.json(answer);
    },
  });
  return { client, requests };
}

const refusal = (reason: string, status = 401) => Response.json({ success: false, reason }, { status });

async function renderTracking(client: ParcelClient, { lang = 'en', contact = '' } = {}) {
  const element = await render<TrackingElement>(html`
    <ship-tracking lang=${lang} contact-url=${contact} .client=${client} .token=${token}></ship-tracking>
  `);
  while (element.status === 'loading') await new Promise(requestAnimationFrame);
  await settled(element);
  return element;
}

/** "Kam 26 Nov, 14.32" */
function momentIn(language: string, moment: number): string {
  const { day, month, time } = told(moment, language);
  return `${day} ${month}, ${time}`;
}
const headline = (element: TrackingElement) => textOf(one(element, '[part=headline]'));
const what = (element: TrackingElement) => all(element, '.what').map(textOf).join(' ');
const current = (element: TrackingElement) => all(element, '[aria-current=step]').map(textOf).join();

describe('<ship-tracking>', () => {
  it('shows the arrival, the step, courier and number, and the last three events', async () => {
    const element = await renderTracking(gatewayOf(parcel('in_transit')).client);
    expect(headline(element)).to.match(/^Estimated arrival \w{3} \d+( \w{3})? – \w{3} \d+ \w{3}$/);
    expect(current(element)).to.equal('On its way');
    expect(all(element, '.past').map(textOf)).to.deep.equal(['Confirmed , done', 'Picked up , done']);
    expect(textOf(one(element, '[part=facts]')))
      .to.include('JNE Reguler')
      .and.include('JNE-0001');
    const events = all(element, '.log li').map(textOf);
    expect(events).to.have.lengthOf(3);
    expect(events[0]).to.match(/^Tiba di gudang sortir Jakarta\. \w{3} \d+ \w{3}, \d\d:\d\d$/);
    expect(textOf(one(element, '.more'))).to.equal('1 earlier update');
    await expectAccessible(element);
  });

  it('is named by its courier and number, and by the label of the page, beside another parcel', async () => {
    const nameOf = async (more: Partial<Parcel>) =>
      one(await renderTracking(gatewayOf(parcel('picked', more)).client), 'section').ariaLabel;
    expect(await nameOf({})).to.equal('Track parcel, JNE Reguler, JNE-0001');
    expect(await nameOf({ waybill_id: null, courier: null })).to.equal('Track parcel');
    const element = await renderTracking(gatewayOf(parcel('picked', { waybill_id: null })).client);
    element.label = 'From Bandung';
    await settled(element);
    expect(one(element, 'section').ariaLabel).to.equal('Track parcel, From Bandung, JNE Reguler');
  });

  it('asks once, with the token in a header alone, without referrer and cache', async () => {
    const { client, requests } = gatewayOf(parcel('picked'));
    const element = await renderTracking(client);
    const [request] = requests;
    expect(requests).to.have.lengthOf(1);
    expect(request?.url).to.equal('https://shop.test/shipping/v1/tracking');
    expect(request?.headers.get('authorization')).to.equal(`Bearer ${token}`);
    expect([request?.referrerPolicy, request?.cache]).to.deep.equal(['no-referrer', 'no-store']);
    expect(element.outerHTML + element.shadowRoot?.innerHTML).to.not.include(token);
    element.setAttribute('token', 'x.y.z');
    await settled(element);
    expect([element.token, requests.length]).to.deep.equal([token, 1]);
  });

  it('leads with the day and the time of the delivery, and names nobody who took it', async () => {
    const element = await renderTracking(gatewayOf(parcel('delivered')).client, { lang: 'id' });
    expect(headline(element)).to.match(/^Paket sudah tiba \w{3} \d+ \w{3}, \d\d\.\d\d WI(B|TA|T)$/);
    expect(current(element)).to.equal('Tiba');
    expect(textOf(one(element, '[part=facts]'))).to.not.include('Penerima');
    expect(element.matches(':state(delivered)')).to.equal(true);
    expect(textOf(one(element, '.log li')), 'a sentence of the service').to.include('Paket sudah diterima.');
  });

  it('says on the day that it arrives today, and what is paid at the door', async () => {
    const cash_on_delivery = { amount: 4_537_125 };
    const element = await renderTracking(gatewayOf(parcel('dropping_off', { cash_on_delivery })).client, {
      lang: 'id',
    });
    expect(headline(element)).to.equal('Sedang diantar Tiba hari ini');
    expect(textOf(one(element, '[part=facts]'))).to.include('Bayar saat tiba Rp4.537.125');
  });

  it('says no day of a parcel that is told as "dropping off" from the pick-up on', async () => {
    const { history, courier } = parcel('dropping_off');
    const untold = history.filter(({ status }) => status !== 'in_transit');
    const element = await renderTracking(gatewayOf(parcel('dropping_off', { history: untold })).client);
    expect(headline(element)).to.match(/^Estimated arrival /);
    expect(all(element, '.log li').map(textOf)[0]).to.match(/^On its way to your address\. /);
    const instant = { history: untold, courier: { ...courier, shipment_duration_unit: 'hours' } };
    expect(headline(await renderTracking(gatewayOf(parcel('dropping_off', instant)).client))).to.match(/today$/i);
  });

  it('waits for the courier before the pick-up, without a number', async () => {
    const element = await renderTracking(gatewayOf(parcel('confirmed', { waybill_id: null, link: null })).client);
    expect(what(element)).to.equal('Waiting for the courier to collect the parcel from the shop.');
    expect(current(element)).to.equal('Confirmed');
    expect(textOf(one(element, '[part=facts]'))).to.include('Follows once the parcel is processed');
    expect(all(element, '[part=copy]')).to.deep.equal([]);
  });

  it('waits for the shop, and for no courier, if the shop drops the parcel off', async () => {
    const { courier } = parcel('confirmed');
    const show = async (status: string, lang: string) => {
      const dropped = parcel(status, { courier: { ...courier, collection_method: 'drop_off' } });
      return renderTracking(gatewayOf(dropped).client, { lang });
    };
    expect(what(await show('confirmed', 'en'))).to.equal('The shop brings the parcel to the courier.');
    const element = await show('confirmed', 'id');
    expect(what(element)).to.equal('Toko akan mengantar paket ke kurir.');
    expect(textOf(one(element, '.steps'))).to.equal('Dipesan Diserahkan Dikirim Tiba');
    expect(current(await show('picked', 'en'))).to.equal('Handed over');
    expect(textOf(one(await show('picking_up', 'id'), '.log'))).to.not.include('Kurir menuju toko');
  });

  it('does not say that a parcel is on its way while nobody knows whether the service has the order', async () => {
    const unknown = parcel('confirmed', { status: null, history: [], updated_at: null, courier: { company: 'jne' } });
    const element = await renderTracking(gatewayOf(unknown).client);
    expect(headline(element)).to.equal('Status of the parcel Confirmed');
    expect(what(element)).to.equal('Waiting for the courier to collect the parcel from the shop.');
    expect(current(element)).to.equal('Confirmed');
  });

  for (const status of [
    'on_hold',
    'return_in_transit',
    'returned',
    'rejected',
    'disposed',
    'courier_not_found',
    'cancelled',
  ])
    it(`says what happens next after ${status}`, async () => {
      const { client } = gatewayOf(parcel(status, { cash_on_delivery: { amount: 50_000 } }));
      const element = await renderTracking(client, { lang: 'id', contact: 'https://wa.me/6281200000000' });
      expect(what(element)).to.include('Selanjutnya: ');
      const contact = all<HTMLAnchorElement>(element, '[part=contact]').map(({ href }) => href);
      expect(contact).to.deep.equal(status === 'on_hold' ? [] : ['https://wa.me/6281200000000']);
      expect(element.matches(':state(problem)')).to.equal(status !== 'cancelled');
      expect(textOf(element).includes('Bayar saat tiba'), 'nothing is paid for a parcel that does not come').to.equal(
        status === 'on_hold',
      );
      await expectAccessible(element);
    });

  for (const [lang, money] of [
    ['id', 'Selanjutnya: hubungi toko kalau sudah membayar.'],
    ['en', 'Next: contact the shop if you have paid.'],
  ] as const)
    it(`says of a cancelled parcel only what is true whether or not it is paid, and whatever the page says of the money, in ${lang}`, async () => {
      const element = await renderTracking(gatewayOf(parcel('cancelled')).client, { lang });
      expect(what(element)).to.match(new RegExp(`${money}$`));
    });

  it('shows an unknown state by its note, or as on its way', async () => {
    const courier = { company: 'jne' };
    const noted = parcel('at_customs', {
      courier,
      history: [step('picked', 2), step('at_customs', 1, 'Diperiksa bea cukai.')],
    });
    expect(headline(await renderTracking(gatewayOf(noted).client))).to.equal(
      'Status of the parcel Diperiksa bea cukai.',
    );
    const silent = parcel('constructor', { courier, history: [] });
    const element = await renderTracking(gatewayOf(silent).client, { lang: 'id' });
    expect(headline(element)).to.equal('Status paket Dalam perjalanan');
    expect(textOf(one(element, '.log'))).to.include('Dalam perjalanan.');
  });

  it('replaces a headline of one problem, an event and a step, and keeps the others', async () => {
    const words: TrackingElement['words'] = {
      problem: { returned: { headline: 'Kami terima kembali' } },
      event: { confirmed: 'Dicatat.' },
      steps: ['Dibayar'],
    };
    const show = async (status: string) => {
      const element = await render<TrackingElement>(html`
        <ship-tracking lang="id" .words=${words} .client=${gatewayOf(parcel(status)).client} .token=${token}>
        </ship-tracking>
      `);
      while (element.status === 'loading') await new Promise(requestAnimationFrame);
      await settled(element);
      return element;
    };
    expect(headline(await show('cancelled'))).to.match(/Pengiriman dibatalkan$/);
    const returned = await show('returned');
    expect(headline(returned)).to.match(/Kami terima kembali$/);
    expect(what(returned)).to.include('Toko sudah menerima paket ini kembali.');
    const allocated = await show('allocated');
    expect(all(allocated, '.log b').map(textOf)).to.deep.equal(['Kurir sudah ditentukan.', 'Dicatat.']);
    expect(textOf(one(allocated, '.steps'))).to.equal('Dibayar Dijemput Dikirim Tiba');
  });

  it('has a line for a state that is newer than the last read', async () => {
    const { history } = parcel('in_transit');
    const element = await renderTracking(gatewayOf(parcel('delivered', { history })).client, { lang: 'id' });
    const moment = momentIn('id', now);
    expect(textOf(one(element, '.log li'))).to.equal(`Paket sudah diterima. ${moment}`);
    expect(headline(element)).to.equal(`Paket sudah tiba ${moment} ${reader.zone}`);
    const onOneLine = moment.replaceAll(' ', '\u00a0').replace(',\u00a0', ', ');
    expect(one(element, 'h2').textContent, 'a date stays on one line').to.include(onOneLine);
  });

  it('has room around a link and a name of two lines', async () => {
    const courier = {
      company: 'sentralcargo',
      courier_name: 'Sentral Cargo',
      courier_service_name: 'Land Non Electronic',
    };
    const element = await renderTracking(gatewayOf(parcel('delivered', { courier })).client);
    for (const [width, selector] of [
      [280, 'a.text'],
      [330, '.by'],
    ] as const) {
      element.style.cssText = `inline-size: ${width}px; --ship-font: 16px monospace`;
      await settled(element);
      const text = document.createRange();
      text.selectNodeContents(one(element, selector));
      const [inner, row] = [text.getBoundingClientRect(), one(element, `.kv:has(${selector})`).getBoundingClientRect()];
      expect(row.bottom - inner.bottom, `below ${selector}`).to.be.at.least(6);
      expect(inner.height, `two lines of ${selector}`).to.be.above(36);
    }
  });

  it('says that a parcel takes longer than its service, and whom the shopper asks', async () => {
    const history = [step('confirmed', 300), step('picked', 290), step('in_transit', 280)];
    const { client } = gatewayOf(parcel('in_transit', { history }));
    const element = await renderTracking(client, { contact: 'mailto:toko@shop.test' });
    expect(headline(element)).to.equal('Status of the parcel On its way');
    expect(what(element)).to.equal('It is taking longer than estimated.');
    expect(all(element, '[part=contact]')).to.have.lengthOf(1);
  });

  it('says times in Indonesia, and which', async () => {
    const picked = step('picked', 20);
    const element = await renderTracking(gatewayOf(parcel('picked', { history: [picked] })).client, { lang: 'id' });
    expect(textOf(one(element, '.log time'))).to.equal(momentIn('id', Date.parse(picked.updated_at ?? '')));
    expect(one(element, '.log time').getAttribute('datetime')).to.equal(picked.updated_at);
    expect(textOf(one(element, 'h3'))).to.equal(`Riwayat waktu ${reader.zone}`);
  });

  it('links to the page of the courier with a waybill, with http and https alone, and to no script of the shop', async () => {
    const links = async (link: string, contact: string, more = {}) => {
      const { client } = gatewayOf(parcel('rejected', { link, ...more }));
      return all<HTMLAnchorElement>(await renderTracking(client, { contact }), 'a');
    };
    const [contact, courier] = await links('https://courier.test/x', 'mailto:toko@shop.test');
    expect([contact?.href, courier?.href]).to.deep.equal(['mailto:toko@shop.test', 'https://courier.test/x']);
    expect([courier?.rel, courier?.referrerPolicy]).to.deep.equal(['noopener noreferrer', 'no-referrer']);
    expect(courier && getComputedStyle(courier).textDecorationLine, 'it looks like a link').to.equal('underline');
    expect(await links('javascript:alert(1)', 'javascript:alert(2)')).to.deep.equal([]);
    expect(await links('https://courier.test/x', '', { waybill_id: null })).to.deep.equal([]);
  });

  it('opens the whole history, and closes it. Focus stays', async () => {
    const element = await renderTracking(gatewayOf(parcel('delivered')).client);
    await press(element, '.more');
    expect(all(element, '.log li')).to.have.lengthOf(6);
    expect(one(element, '.more').getAttribute('aria-expanded')).to.equal('true');
    expect(element.shadowRoot?.activeElement === one(element, '.more')).to.equal(true);
    await press(element, '.more');
    expect(all(element, '.log li')).to.have.lengthOf(3);
  });

  it('announces a new state once, and reports each answer', async () => {
    const gateway = gatewayOf(parcel('confirmed'), parcel('in_transit'), parcel('in_transit'), parcel('rejected'));
    const element = await renderTracking(gateway.client);
    const said = () => one(element, '[role=status]').textContent;
    expect(said()).to.match(/Waiting for the courier/);
    await element.refresh();
    const seen = record(element, 'ship-parcel');
    const before = said();
    await element.refresh();
    expect([said(), before], 'the same state').to.deep.equal([before, before]);
    expect(before, 'with the newest event').to.match(/^Estimated arrival: .*\. Tiba di gudang sortir Jakarta\.$/);
    await element.refresh();
    expect(said()).to.include('Delivery rejected. The parcel cannot be delivered.');
    expect(seen).to.deep.equal(['ship-parcel', 'ship-parcel']);
    expect(element.parcel).to.include({ status: 'rejected', ended: true });
  });

  it('announces a parcel that is cancelled at no known time', async () => {
    const cancelled = parcel('cancelled', { history: [], updated_at: undefined });
    const element = await renderTracking(gatewayOf(cancelled).client);
    expect(one(element, '[role=status]').textContent).to.equal('Delivery cancelled. The parcel will not be collected.');
  });

  it('shows nothing of the parcel before when the page sets another token', async () => {
    const { client, requests } = gatewayOf(parcel('delivered'), refusal('track-invalid'));
    const element = await renderTracking(client);
    element.token = 'other.other.other';
    await element.updateComplete;
    expect(element.status).to.equal('loading');
    expect(element.parcel).to.equal(undefined);
    await next(element, 'ship-error');
    await settled(element);
    expect(requests[1]?.headers.get('authorization')).to.equal('Bearer other.other.other');
    expect(headline(element)).to.equal('The parcel cannot be tracked here Link not valid');
  });
});

describe('<ship-tracking> and what a page sets', () => {
  it('asks again for a token that was taken away and set back, and for another client', async () => {
    const { client, requests } = gatewayOf(parcel('picked'));
    const element = await renderTracking(client);
    for (const none of [undefined, '', null]) {
      element.token = none;
      await settled(element);
      expect(element.parcel, String(none)).to.equal(undefined);
      const answered = next(element, 'ship-parcel');
      element.token = token;
      await answered;
    }
    expect(requests).to.have.lengthOf(4);
    const other = gatewayOf(parcel('delivered'));
    const answered = next(element, 'ship-parcel');
    element.client = other.client;
    await answered;
    expect([requests.length, element.parcel?.status]).to.deep.equal([4, 'delivered']);
  });

  it('shows the answer to the newest token, whichever comes first', async () => {
    const answers: ((response: Response) => void)[] = [];
    const client = createParcelClient({
      baseUrl: 'https://shop.test',
      fetch: () => new Promise((resolve) => answers.push(resolve)),
    });
    const element = await render<TrackingElement>(
      html`<ship-tracking lang="en" .client=${client} .token=${token}></ship-tracking>`,
    );
    element.token = 'other.other.other';
    await settled(element);
    const answered = next(element, 'ship-parcel');
    answers[1]?.(Response.json(parcel('delivered')));
    answers[0]?.(Response.json(parcel('picked')));
    await answered;
    await settled(element);
    expect(element.parcel?.status).to.equal('delivered');
  });

  it('shows words of the page’s own, and another language at once', async () => {
    const { client, requests } = gatewayOf(parcel('delivered'));
    const element = await renderTracking(client);
    element.words = { arrived: 'Here it is' };
    await settled(element);
    expect(headline(element)).to.match(/^Here it is/);
    element.lang = 'id';
    element.words = undefined;
    await settled(element);
    await settled(element);
    expect(headline(element)).to.match(/^Paket sudah tiba/);
    expect(requests).to.have.lengthOf(1);
  });

  it('copies the tracking number, and says how to copy it by hand', async () => {
    const element = await renderTracking(gatewayOf(parcel('picked')).client);
    const given = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    const copied: string[] = [];
    const copyWith = async (writeText: (text: string) => Promise<void>) => {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
      await press(element, '[part=copy]');
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      return [textOf(one(element, '[part=copy]')), one(element, '[role=status]').textContent];
    };
    const [done, refused] = [
      await copyWith(async (text) => void copied.push(text)),
      await copyWith(() => Promise.reject(new Error('not allowed'))),
    ];
    if (given) Object.defineProperty(navigator, 'clipboard', given);
    else Reflect.deleteProperty(navigator, 'clipboard');
    expect(copied).to.deep.equal(['JNE-0001']);
    expect(done).to.deep.equal(['Copied', 'Copied']);
    const how = 'Press and hold the number to copy it.';
    expect([...refused, textOf(one(element, '.later'))]).to.deep.equal(['Copy', how, how]);
  });
});

describe('the estimated arrival of <ship-tracking>', () => {
  const arrivalOf = async (status: string, more: Partial<Parcel>) => {
    const element = await renderTracking(gatewayOf(parcel(status, more)).client);
    return headline(element).replace('Estimated arrival ', '');
  };
  const oneDay = 24 * 3_600_000;
  /** "Wed 25 – Thu 26 Nov", so many days from now where the reader is. */
  const days = (from: number, to: number, begin = now) => {
    const [first, last] = [told(begin + from * oneDay, 'en'), told(begin + to * oneDay, 'en')];
    const weekday = first.month === last.month ? first.day : `${first.day} ${first.month}`;
    return `${weekday} – ${last.day} ${last.month}`;
  };

  it('is counted from the pick-up, before it from now, and from the last state if the pick-up is not known', async () => {
    const day = 24;
    expect(await arrivalOf('in_transit', { history: [step('picked', day), step('in_transit', 1)] })).to.equal(
      days(1, 2),
    );
    const fromNow = await arrivalOf('confirmed', { history: [step('confirmed', 10 * day)] });
    // A day may have begun since `now`.
    expect(fromNow).to.be.oneOf([days(2, 3), days(2, 3, Date.now())]);
    const { updated_at } = step('in_transit', day);
    expect(await arrivalOf('in_transit', { history: [], updated_at })).to.equal(days(1, 2));
  });

  it('is the promised one if there is one, in every state, until it is over', async () => {
    const wall = new Intl.DateTimeFormat('sv', { timeZone: reader.timeZone });
    const date = (ahead: number) => wall.format(now + ahead * oneDay);
    const [hand_over, cut_off] = ['2026-11-24T17:00+07:00', '2026-11-24T15:00+07:00'];
    const promised = (first: number, later = false) => ({
      arrival: { first: date(first), last: date(first + 1), hand_over, cut_off, until: cut_off, later },
    });
    const day = 24;
    const history = [step('picked', day), step('in_transit', 1)];
    expect(await arrivalOf('confirmed', promised(4))).to.equal(days(4, 5));
    expect(await arrivalOf('in_transit', { history, ...promised(4) })).to.equal(days(4, 5));
    expect(await arrivalOf('in_transit', { history, ...promised(4, true) })).to.equal(`${days(4, 5)}, or later`);
    const late = await renderTracking(gatewayOf(parcel('in_transit', { history, ...promised(-3) })).client);
    expect(what(late)).to.equal('It is taking longer than estimated.');
  });

  it('breaks before the hours of a day, not within them', async () => {
    const [first, last, cut_off] = ['2099-11-30T15:00+07:00', '2099-11-30T17:00+07:00', '2099-11-30T13:00+07:00'];
    const arrival = { first, last, hand_over: cut_off, cut_off, until: cut_off, later: false };
    const element = await renderTracking(gatewayOf(parcel('confirmed', { arrival })).client, { lang: 'id' });
    expect(one(element, 'h2').textContent).to.match(/, 15\.00–\u206017\.00\u00a0WIB/);
  });
});

describe('<ship-tracking> without a state', () => {
  it('waits for the token, and shows that a page has none', async () => {
    const { client, requests } = gatewayOf(parcel('picked'));
    const element = await render<TrackingElement>(html`<ship-tracking lang="en" .client=${client}></ship-tracking>`);
    expect(element.matches(':state(loading)')).to.equal(true);
    expect(one(element, 'section').getAttribute('aria-busy')).to.equal('true');
    await expectAccessible(element);
    element.token = null;
    await settled(element);
    expect(headline(element)).to.equal('The parcel cannot be tracked here Link not valid');
    expect(requests).to.deep.equal([]);
  });

  for (const [reason, sentence] of [
    ['track-expired', /^Link expired ?\. .* This is the status of .*\. Next: ask the shop for a new tracking link\.$/],
    ['track-invalid', /^Link not valid ?\. .* Next: open the shop’s link once more, or ask for a new one\.$/],
  ] as const)
    it(`keeps the parcel on screen when its link is refused (${reason}), and says so without “Try again”`, async () => {
      const { client } = gatewayOf(parcel('in_transit'), refusal(reason));
      const element = await renderTracking(client, { contact: '/help' });
      await element.refresh();
      await settled(element);
      expect(headline(element)).to.match(/^Estimated arrival/);
      expect(textOf(one(element, '.stale'))).to.match(sentence);
      expect(textOf(one(element, '[role=status]'))).to.match(/^Link (expired|not valid)\. Next: /);
      expect(all(element, '[part=contact]')).to.have.lengthOf(1);
      expect(all(element, 'button').map(textOf)).to.not.include('Try again');
    });

  it('says nothing of an old link once the page has taken it away', async () => {
    const element = await renderTracking(gatewayOf(refusal('track-expired')).client);
    expect(textOf(one(element, '[role=status]'))).to.not.equal('');
    element.token = undefined;
    await settled(element);
    expect(textOf(one(element, '[role=status]'))).to.equal('');
    expect(headline(element)).to.equal('Loading the parcel’s status…');
  });

  it('says that a link has expired, and asks for nothing again', async () => {
    const { client } = gatewayOf(refusal('track-expired'));
    const element = await renderTracking(client, { lang: 'id', contact: '/contact' });
    expect(headline(element)).to.equal('Paket tidak bisa dilacak di sini Tautan kedaluwarsa');
    expect(what(element)).to.equal('Selanjutnya: minta tautan lacak baru ke toko.');
    expect(all(element, 'button')).to.deep.equal([]);
    expect(all(element, '[part=contact]')).to.have.lengthOf(1);
    await expectAccessible(element);
  });

  it('offers to try again without a connection, and keeps focus', async () => {
    const { client } = gatewayOf(new TypeError('Failed to fetch'), parcel('picked'));
    const element = await renderTracking(client);
    expect(headline(element)).to.equal('The latest status could not be loaded No answer');
    expect(one(element, '[role=status]').textContent).to.equal('The latest status could not be loaded');
    const answered = next(element, 'ship-parcel');
    await press(element, 'button');
    expect(element.shadowRoot?.activeElement === one(element, 'h2')).to.equal(true);
    await answered;
    await settled(element);
    expect(current(element)).to.equal('Picked up');
  });

  it('keeps the last state if a later read fails, and says how old it is', async () => {
    const { client } = gatewayOf(parcel('picked'), refusal('too-many-requests', 429), parcel('in_transit'));
    const element = await renderTracking(client);
    await element.refresh();
    await settled(element);
    expect(current(element)).to.equal('Picked up');
    expect(textOf(one(element, '.stale'))).to.match(
      /^Could not be refreshed\. This is the status of \w{3} \d+ \w{3}, \d\d:\d\d WI(B|TA|T)\.$/,
    );
    await expectAccessible(element);
    const answered = next(element, 'ship-parcel');
    await press(element, '.action');
    await answered;
    await settled(element);
    expect(all(element, '.stale')).to.deep.equal([]);
    expect(current(element)).to.equal('On its way');
  });

  it('asks for the shop if the gateway has no tracking', async () => {
    const element = await renderTracking(gatewayOf(refusal('no-operation', 404)).client);
    expect(headline(element)).to.equal('The latest status could not be loaded Something went wrong');
    expect(element.error).to.include({ code: 'unexpected-response', status: 404 });
  });

  it('shows a parcel whose duration or times are odd, without them', async () => {
    for (const odd of ['999999999999', '1e99', '∞', '{}', '+275760-09-13T00:00:00Z']) {
      const { courier } = parcel('in_transit');
      const history = [{ status: 'picked', note: 'Dijemput.', updated_at: odd }];
      const strange = {
        courier: { ...courier, shipment_duration_range: odd },
        history,
        updated_at: odd,
        ordered_at: odd,
      };
      const element = await renderTracking(gatewayOf(parcel('in_transit', strange)).client, { lang: 'id' });
      expect([element.status, current(element)], odd).to.deep.equal(['ready', 'Dikirim']);
      expect(textOf(element), odd)
        .to.include('Dijemput.')
        .and.not.match(/Invalid|NaN|undefined/);
    }
  });

  it('names the year of a day that is far away', async () => {
    const history = [
      { status: 'confirmed', updated_at: '1999-11-26T03:00:00Z' },
      { status: 'picked', updated_at: '2099-11-26T03:00:00Z' },
    ];
    const far = parcel('picked', { history, courier: { company: 'jne' } });
    const element = await renderTracking(gatewayOf(far).client, { lang: 'id' });
    const times = history.map(({ updated_at }) => momentIn('id', Date.parse(updated_at)));
    expect(times[0]).to.include(' 1999, ');
    expect(all(element, 'time').map(textOf)).to.deep.equal(times.reverse());
  });

  it('says that base-url is missing', async () => {
    const element = await render<TrackingElement>(html`<ship-tracking lang="en" .token=${token}></ship-tracking>`);
    const { error } = await next(element, 'ship-error');
    expect(error.message).to.include('base-url is missing');
  });
});

/** Shows or hides the page, as a browser does. */
function showPage(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('<ship-tracking> in a page that is left and seen again', () => {
  afterEach(() => {
    Reflect.deleteProperty(document, 'visibilityState');
  });

  it('asks when a page that was opened in the background is seen', async () => {
    showPage('hidden');
    const { client, requests } = gatewayOf(parcel('picked'));
    const element = await render<TrackingElement>(
      html`<ship-tracking lang="en" .client=${client} .token=${token}></ship-tracking>`,
    );
    expect([requests.length, element.status]).to.deep.equal([0, 'loading']);
    const answered = next(element, 'ship-parcel');
    showPage('visible');
    await answered;
    expect(requests).to.have.lengthOf(1);
  });

  it('goes on after it was moved in the page, and asks again only if its answer was on the way', async () => {
    let answer = (_response: Response) => {};
    const requests: Request[] = [];
    const client = createParcelClient({
      baseUrl: 'https://shop.test',
      fetch: (input, init) => {
        requests.push(new Request(input, init));
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const element = await render<TrackingElement>(
      html`<ship-tracking lang="en" .client=${client} .token=${token}></ship-tracking>`,
    );
    const { parentElement } = element;
    const move = async () => {
      element.remove();
      parentElement?.append(element);
      await settled(element);
    };
    await move();
    expect(requests).to.have.lengthOf(2);
    const answered = next(element, 'ship-parcel');
    answer(Response.json(parcel('picked')));
    await answered;
    await move();
    expect([requests.length, current(element)]).to.deep.equal([2, 'Picked up']);
    // Aborted before it was sent.
    void element.refresh();
    await move();
    expect([requests.length, element.status, current(element)]).to.deep.equal([3, 'ready', 'Picked up']);
    const newer = next(element, 'ship-parcel');
    answer(Response.json(parcel('delivered')));
    await newer;
    await settled(element);
    expect(current(element)).to.equal('Delivered');
  });
});
