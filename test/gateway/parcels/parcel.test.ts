import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { TrackingResponse } from '../../../src/contract/index.ts';
import { afterRead, afterReport, parcelOf } from '../../../src/gateway/parcels/parcel.ts';

/** The stored parcel after a read with these notes. */
function read(...notes: string[]) {
  const answer = TrackingResponse.parse({
    success: true,
    status: 'dropping_off',
    link: 'javascript:alert(1)',
    courier: { name: 'Budi Hartono', driver_name: 'Rina (Bu)', driver_plate_number: 'B 1234 ABC' },
    origin: { contact_name: 'Toko Senja', address: 'Jalan Asia 1' },
    destination: { contact_name: 'Sari Dewi André', address: 'Jalan Misal 2' },
    history: notes.map((note) => ({ status: 'droppingOff', note, updated_at: 'yesterday' })),
  });
  return afterRead(parcelOf(''), answer, { ...parcelOf(''), asked: 1_000 });
}

/** The plugin for WooCommerce reads the same cases. */
interface NewsCase {
  name: string;
  known?: string | null;
  since?: number;
  /** What was reported until then, in the place of `known`. Milliseconds. */
  before?: { status: string; time: number | null; received: number }[];
  reported: string;
  time: number | null;
  received?: number;
  status: string;
}
const cases: NewsCase[] = JSON.parse(readFileSync(new URL('../../shops/parcel-cases.json', import.meta.url), 'utf8'));

const { moments }: { moments: { given: string; read: string | null }[] } = JSON.parse(
  readFileSync(new URL('../../support/text-cases.json', import.meta.url), 'utf8'),
);

const noteOf = (note: string) => read(note).history[0]?.note;

describe('a stored parcel', () => {
  for (const { name, known, since = 0, before = [], reported, time, received = 1_000, status } of cases)
    it(`takes no older state from a webhook: ${name}`, () => {
      const parcel = before.reduce<ReturnType<typeof parcelOf>>(
        (heard, message) => afterReport(heard, { ...message, time: message.time ?? undefined }),
        { ...parcelOf(''), status: known ?? undefined, since },
      );
      const after = afterReport(parcel, { status: reported, time: time ?? undefined, received });
      expect(after.status).to.equal(status);
    });

  it('keeps what a webhook said while the service was asked, also if another server’s clock was behind', () => {
    const before = { ...parcelOf(''), status: 'confirmed', since: 1_000, asked: 500_000 };
    const meanwhile = afterReport(before, { status: 'allocated', received: 2_000 });
    const answer = TrackingResponse.parse({ success: true, status: 'confirmed', history: [] });
    expect(afterRead(meanwhile, answer, before).status).to.equal('allocated');
  });

  const historyOf = (...history: object[]) =>
    afterRead(parcelOf(''), TrackingResponse.parse({ success: true, status: 'picked', history }), parcelOf('')).history;

  // The plugin for WooCommerce reads the same times.
  for (const { given, read: moment } of moments)
    it(`takes a time without a zone for one of Jakarta: ${JSON.stringify(given)}`, () => {
      expect(historyOf({ status: 'picked', updated_at: given })[0]?.updated_at).to.equal(moment);
    });

  it('has its history in the order of time, whatever order the rows come in', () => {
    const row = (status: string, updated_at?: string) => ({ status, updated_at });
    const [one, two, three] = [
      row('confirmed', '2026-11-23 09:00'),
      row('picked', '2026-11-23 10:00'),
      row('dropping_off', '2026-11-23T05:00:00Z'),
    ];
    const inOrder = ['confirmed', 'picked', 'dropping_off'];
    for (const rows of [
      [three, two, one],
      [two, three, one],
      [one, two, three],
    ])
      expect(historyOf(...rows).map(({ status }) => status)).to.deep.equal(inOrder);
    // A row without a time stays where it is.
    expect(historyOf(one, row('allocated'), two).map(({ status }) => status)).to.deep.equal([
      'confirmed',
      'allocated',
      'picked',
    ]);
  });

  it('has states in one spelling, times that exist, and links that pages may follow', () => {
    const parcel = read('x');
    expect(parcel.history).to.deep.equal([{ status: 'dropping_off', note: 'x', updated_at: null }]);
    expect(parcel).to.not.have.property('link');
  });

  for (const [what, note, stored] of [
    ['a phone number', 'Call 081234567890 now', 'Call ••• now'],
    ['one with +62 and dashes', 'Call +62 812-3456-7890.', 'Call •••.'],
    ['one of a town', 'Kantor (021) 555 1234', 'Kantor •••'],
    [
      'the name of the recipient',
      'DELIVERED TO [SARI DEWI ANDRÉ | 20-11-2026 14:32]',
      'DELIVERED TO [••• | 20-11-2026 14:32]',
    ],
    ['a part of it', 'Diterima oleh Sari (adik)', 'Diterima oleh ••• (adik)'],
    ['the name of the driver', 'Budi Hartono is on the way', '••• is on the way'],
    ['the name of the shop', 'Picked up at Toko Senja', 'Picked up at •••'],
    ['a name that ends in a sign', 'Handed to Rina (Bu).', 'Handed to •••.'],
    ['a name that ends in an accent', 'Received by André', 'Received by •••'],
    ['a phone number after a word and a dash', 'HP-081234567890', 'HP-•••'],
    ['one with other signs in between', 'Call 0812/3456/7890 or 0812_3456_7890', 'Call ••• or •••'],
    ['one with dashes of a typist', '0812 – 3456 – 7890', '•••'],
    ['one in digits of another width', '０８１２３４５６７８９０', '•••'],
    ['one with invisible signs', '0812\u200b3456\u200b7890', '•••'],
    ['one with single digits', '0 8 1 2 3 4 5 6 7 8 9 0', '•••'],
    ['one of another country', 'Call +65 9123 4567', 'Call •••'],
    ['a picture of the delivery', 'POD: https://courier.test/pod/1.jpg?x=1 taken', 'POD: ••• taken'],
    ['an e-mail address', 'Mail to someone@shop.test', 'Mail to •••'],
    ['the number plate of the driver', 'Driver: b 1234 abc', 'Driver: •••'],
    ['the address of the recipient', 'Arrived at Jalan Misal 2.', 'Arrived at •••.'],
  ] as const)
    it(`loses ${what} in a note`, () => expect(noteOf(note)).to.equal(stored));

  for (const note of [
    'Pickup Number: WYB-1790000000000',
    'Arrived at JAKARTA 2, 24 Nov 21:15',
    'Waybill JP-0790000000000, 2026-08-12 14:32',
    'Arrived 08-11-2026 14:32, left 09/11/2026 08:10',
    'Sarinah Mall, Senja Raya',
  ])
    it(`keeps the note "${note}"`, () => expect(noteOf(note)).to.equal(note));

  it('has no note about who took the parcel, who may be anyone', () => {
    const history = ['delivered', 'returned', 'rejected'].map((status) => ({ status, note: 'By JOKO (SATPAM)' }));
    const answer = TrackingResponse.parse({ success: true, status: 'delivered', history });
    const notes = afterRead(parcelOf(''), answer, parcelOf('')).history.map(({ note }) => note);
    expect(notes).to.deep.equal([null, null, 'By JOKO (SATPAM)']);
  });

  it('keeps the last hundred events, and no long note', () => {
    const { history } = read(...Array.from({ length: 150 }, (_, n) => `${n} ${'x'.repeat(300)}`));
    expect(history).to.have.lengthOf(100);
    expect(history.at(-1)?.note)
      .to.match(/^149 x+$/)
      .and.to.have.lengthOf(200);
  });
});
