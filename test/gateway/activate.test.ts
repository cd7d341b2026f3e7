import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { isEndState } from '../../src/contract/index.ts';
import { type ActivateDeps, activate } from '../../src/gateway/serve/activate.ts';
import { type FactName, facts, type Report, reportText } from '../../src/gateway/serve/activate-report.ts';
import { interruptedBy } from '../../src/gateway/serve/commands.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

const key = 'biteship_test.of-this-test';
const secret = 'the-secret-of-the-webhooks';

interface Bent {
  /** Changes an answer of the service on its way: its JSON, or all of it. */
  answer?: (json: Record<string, unknown>, request: Request) => unknown;
  /** Answers a request in the service's place: it does not arrive. */
  instead?: (request: Request) => Response | undefined;
  /** Milliseconds that the merchant needs for each click in the dashboard. */
  click?: number;
  /** Called once the command listens, with what it listens by. */
  strange?: (hook: (request: Request) => Promise<Response>) => void;
  /** Milliseconds until the merchant interrupts the command. */
  interrupt?: number;
  /** What the service sends. Null: neither it nor the config has webhooks. */
  webhooks?: { url: string; secret: string } | null;
}

/** Runs the command against a sandbox whose parcels move with the clock that the command is given. */
async function activated({
  answer,
  instead,
  click = 30_000,
  interrupt = Infinity,
  strange,
  webhooks = { url: 'https://shop.test/', secret },
}: Bent = {}) {
  const began = Date.parse('2026-11-28T03:00:00Z');
  let now = began;
  const interrupted = new AbortController();
  let hook: ((request: Request) => Promise<Response>) | undefined;
  const options: SandboxOptions = {
    key,
    now: () => new Date(now),
    moves: click / 1000,
    ...(webhooks && {
      webhooks: { ...webhooks, fetch: async (url, init) => (await hook?.(new Request(url, init))) ?? new Response() },
    }),
  };
  const sandbox = createSandbox(options);
  const sent: string[] = [];
  const cancelled: string[] = [];
  const made = new Set<string>();
  let said = '';
  const deps: ActivateDeps = {
    async fetch(request) {
      sent.push(await request.clone().text());
      if (request.url.endsWith('/cancel')) cancelled.push(request.url);
      const lie = instead?.(request);
      if (lie) return lie;
      const response = await sandbox.fetch(request.clone());
      const json = await response.clone().json();
      if (/\/(draft_)?orders(\/[^/]+\/confirm)?$/.test(request.url) && request.method === 'POST' && json.id)
        made.add(json.id);
      const bent = answer ? answer(json, request) : response;
      return bent instanceof Response ? bent : Response.json(bent, { status: response.status });
    },
    say: (text) => {
      said += text;
    },
    now: () => now,
    signal: interrupted.signal,
    async wait(milliseconds) {
      now += milliseconds;
      if (now - began > interrupt) interrupted.abort();
      await sandbox.move();
    },
    async listen(answer) {
      hook = answer;
      strange?.(answer);
      return async () => {
        hook = undefined;
      };
    },
  };
  const settings = { upstream: 'https://service.test', key, ...(webhooks && { webhooks: { secret } }) };
  const report = await activate(settings, deps).catch((problem: Error) => problem);
  const left: string[] = [];
  for (const id of made) {
    const kind = id.includes('-') ? 'draft_orders' : 'orders';
    const asked = new Request(`https://service.test/v1/${kind}/${id}`, { headers: { authorization: key } });
    const { status, order_id } = await (await sandbox.fetch(asked)).json();
    if (status && !order_id && !isEndState(status)) left.push(id);
  }
  return { report, said, sent, cancelled, left, minutes: (now - began) / 60_000 };
}

/** A run that has ended with a report. */
async function reported(bent: Bent = {}) {
  const run = await activated(bent);
  if (run.report instanceof Error) throw run.report;
  return { ...run, report: run.report };
}

const named = ({ verdicts }: Report, verdict: string) =>
  (Object.keys(facts) as FactName[]).filter((name) => verdicts[name].verdict === verdict);

/** A service that insures for nothing. */
const withoutFee: Bent['answer'] = (json, { url }) => {
  const rows = (json.pricing ?? []) as { price: number; insurance_fee?: number }[];
  if (!url.includes('/rates/')) return json;
  return {
    ...json,
    pricing: rows.map((row) => ({ ...row, price: row.price - (row.insurance_fee ?? 0), insurance_fee: 0 })),
  };
};

describe('npx ship-elements gateway activate', () => {
  it('has one order delivered and one cancelled within ten minutes, and confirms each fact of the contract', async () => {
    const { report, said, minutes } = await reported();
    // The sandbox has no word for all couriers.
    expect(named(report, 'contradicted')).to.deep.equal(['allCouriers']);
    // The sandbox's webhooks have no time, as in the published samples, and no field for a cut-off is known.
    expect(named(report, 'not shown')).to.deep.equal(['cutOff', 'webhookTime']);
    expect(report.isDone).to.equal(true);
    expect(minutes).to.be.below(10);
    expect(said).to.match(
      /open the test order [\da-f]{24} .*until it is delivered[\s\S]*delivered [\da-f]{24}\n {3}cancelled [\da-f]{24}/,
    );
  });

  it('reports nothing that names a person, an order, an account or a key', async () => {
    const { report, said, sent } = await reported({
      answer: (json) => ({ ...json, 'Siti Rahayu': 1, user_email: 'siti@toko.test', status: json.status }),
    });
    const text = reportText(report, '0.1.0');
    const values = sent
      .flatMap((body) => (body ? Object.values(JSON.parse(body)) : []))
      .filter((value) => String(value).length > 6);
    const ids = said.match(/[\da-f]{24}/g) ?? [];
    expect(ids.length).to.be.above(1);
    for (const word of [...values.map(String), ...ids, key, secret, 'Siti', 'siti@', 'service.test'])
      expect(text).to.not.include(word);
    expect(text).to.include('user_email');
  });

  it('says what a service answers otherwise', async () => {
    const { report } = await reported({
      answer: (json, { url, method }) => {
        if (!url.endsWith('/v1/orders') || method !== 'POST' || !json.id) return json;
        return { ...json, status: 'awaiting', price: Number(json.price) + 1 };
      },
    });
    expect(named(report, 'contradicted')).to.have.members(['allCouriers', 'order', 'price']);
    expect(reportText(report, '0.1.0')).to.include(
      '| ✘ contradicted | published | §2.3 | An order is answered with status 200 and the state confirmed | status 200, another state |',
    );
  });

  it('says which facts it could not see without webhooks, and when nobody moves the order', async () => {
    const { report, said } = await reported({ webhooks: null, click: 86_400_000 });
    expect(report.isDone).to.equal(false);
    expect(named(report, 'not shown')).to.include.members(['delivered', 'states', 'webhookSecret', 'webhookDelivered']);
    expect(said).to.include('run this again');
  });

  it('lists what is only seen or ours before what is published, with the field that may be a cut-off', async () => {
    const { report } = await reported({
      answer(json, { url }) {
        const rows = (json.pricing ?? []) as object[];
        return url.includes('/rates/')
          ? { ...json, pricing: rows.map((row) => ({ ...row, cut_off_time: '14:00' })) }
          : json;
      },
    });
    const [, open = '', published = ''] = reportText(report, '0.1.0').split(/^## .*$/m);
    expect(open).to.include(
      '| ✔ confirmed | seen | §2.1 | The couriers or the rates have a cut-off time | cut_off_time |',
    );
    expect(open).to.include('| ✘ contradicted | seen | §2.2 |').and.include('| ours | §2.10 |');
    expect(open).to.not.include('| published |');
    expect(published).to.not.match(/\| (seen|ours) \|/);
  });

  it('refuses webhooks with another secret', async () => {
    const { report } = await reported({ webhooks: { url: 'https://shop.test/', secret: 'another' } });
    expect(report.verdicts.webhookSecret.verdict).to.equal('contradicted');
    expect(report.verdicts.webhookDelivered.verdict).to.equal('not shown');
  });

  it('sends nothing with a live key', async () => {
    const deps = { say() {} } as unknown as ActivateDeps;
    const run = activate({ upstream: 'https://service.test', key: 'Bearer biteship_live.x' }, deps);
    const problem: unknown = await run.catch((problem) => problem);
    expect(String(problem)).to.include('Use the test key');
  });

  const posts = (path: RegExp) => (request: Request) => request.method === 'POST' && path.test(request.url);
  const [orders, drafts, cancels] = [posts(/\/v1\/orders$/), posts(/\/v1\/draft_orders$/), posts(/\/cancel$/)];
  const reads = ({ method, url }: Request) => method === 'GET' && /\/v1\/orders\//.test(url);
  /** The id of an order that this run has not made. */
  const others = 'f'.repeat(24);
  const twin = 'e'.repeat(24);
  const lie = () => Response.json({ success: true, status: 'cancelled' });
  /** Answers these requests, or those from the n-th of them on, in the service's place. */
  const instead = (wanted: (request: Request) => boolean, answer: () => Response, from = 1, to = Infinity) => {
    let count = 0;
    return (request: Request) => (wanted(request) && ++count >= from && count <= to ? answer() : undefined);
  };
  const down = (status: number) => new Response('upstream', { status });
  /** Answers the n-th of these requests otherwise. */
  const nth = (wanted: (request: Request) => boolean, n: number, otherwise: () => unknown) => {
    let count = 0;
    return (json: object, request: Request) => (wanted(request) && ++count === n ? otherwise() : json);
  };

  /** What a service does, and what the run must not claim, or must say. */
  const services: [
    what: string,
    bent: Bent,
    expected: { contradicted?: FactName[]; notShown?: FactName[]; said?: RegExp; left?: number },
  ][] = [
    ['answers the first order with 503', { answer: nth(orders, 1, () => down(503)) }, { contradicted: ['order'] }],
    ['answers the second order with 500', { answer: nth(orders, 2, () => down(500)) }, { contradicted: ['order'] }],
    [
      'answers no order',
      { answer: (json, request) => (orders(request) ? down(502) : json) },
      { left: 1, said: /It is not known whether the test order with the reference activate-[\da-f-]+ was made/ },
    ],
    [
      'refuses the second order',
      { instead: instead(orders, () => Response.json({ success: false, code: 40002031 }, { status: 400 }), 2) },
      {},
    ],
    [
      'answers the draft with 503',
      { answer: nth(drafts, 1, () => down(503)) },
      { contradicted: ['draft'], left: 1, said: /whether the test draft with the reference/ },
    ],
    [
      'answers through a proxy that gave up the first order',
      { answer: nth(orders, 1, () => down(408)) },
      { contradicted: ['order'] },
    ],
    [
      'answers with the order of others',
      { answer: nth(orders, 2, () => ({ success: true, id: others, reference_id: 'INV-1' })) },
      {},
    ],
    [
      'confirms the draft of others',
      { answer: nth(posts(/\/confirm$/), 1, () => ({ success: true, id: others, reference_id: 'INV-1' })) },
      { contradicted: ['draftConfirm'] },
    ],
    [
      'makes a second order of a used reference',
      { instead: instead(orders, () => Response.json({ success: true, id: twin, status: 'confirmed' }), 3, 3) },
      { contradicted: ['again'], said: new RegExp(`The test order ${twin} may still be at the service`) },
    ],
    [
      'does not say that it has the second draft',
      { instead: instead(drafts, () => down(503), 3) },
      { notShown: ['absent', 'texts', 'references'], said: /whether the test draft with the reference/ },
    ],
    [
      'reads the order of others',
      {
        answer: (json, request) => (reads(request) ? { ...json, id: others, status: 'delivered' } : json),
        click: 86_400_000,
      },
      { contradicted: ['read', 'capitals'], notShown: ['delivered', 'cancel'], said: /may still be at the service/ },
    ],
    [
      'has no address for a draft',
      {
        instead: instead(
          ({ method, url }) => method !== 'POST' && url.includes('/draft_orders/'),
          () => Response.json({ success: false, code: 40400000, error: 'Not found' }, { status: 404 }),
        ),
      },
      { notShown: ['draftDelete'], left: 1, said: /The test draft [\da-f-]{36} may still be at the service/ },
    ],
    [
      'delivers what it says to have cancelled',
      { instead: instead(cancels, lie), click: 100 },
      { contradicted: ['cancel', 'cancelBare'], notShown: ['cancelAgain'] },
    ],
    [
      'cannot be read',
      { instead: instead(reads, () => down(503)) },
      { notShown: ['cancel', 'cancelBare', 'delivered'], said: /may still be/ },
    ],
    ['asks no fee for insurance', { answer: withoutFee }, { contradicted: ['insured'] }],
    [
      'answers with another parcel',
      {
        answer: (json, { url }) =>
          url.includes('/trackings/') ? { ...json, id: 'x'.repeat(24), order_id: 'y'.repeat(24) } : json,
      },
      { contradicted: ['tracking'] },
    ],
    [
      'says that it cancels, and does not',
      { instead: instead(cancels, lie), click: 86_400_000 },
      {
        contradicted: ['cancel', 'cancelBare'],
        left: 3,
        said: /The test order [\da-f]{24} may still be at the service: cancel it in the dashboard/,
      },
    ],
    [
      'says that it deletes, and does not',
      { instead: instead(({ method }) => method === 'DELETE', lie) },
      {
        contradicted: ['draftDelete'],
        left: 1,
        said: /The test draft [\da-f-]{36} may still be at the service: delete it in the dashboard, or cancel its order/,
      },
    ],
    ['does not confirm a draft', { instead: instead(posts(/\/confirm$/), lie) }, { contradicted: ['draftConfirm'] }],
    ['is never moved', { click: 86_400_000 }, {}],
    [
      'is left alone by a merchant who interrupts',
      { click: 86_400_000, interrupt: 60_000 },
      { notShown: ['delivered'] },
    ],
  ];
  for (const [what, bent, { contradicted = [], notShown = [], said, left = 0 }] of services)
    it(`leaves nothing behind at a service that ${what}, or says what`, async () => {
      const run = await activated(bent);
      if (!(run.report instanceof Error)) {
        expect(named(run.report, 'contradicted')).to.include.members(contradicted);
        expect(named(run.report, 'not shown')).to.include.members(notShown);
      }
      expect(run.cancelled.join()).to.not.include(others);
      expect(run.left).to.have.length(left);
      expect(run.said).to.match(said ?? /^1\./);
      for (const id of run.left.filter(() => !/not known/.test(run.said))) expect(run.said).to.include(id);
      if (!said) expect(run.said).to.not.match(/still be at the service|not known/);
    });

  it('prints no key and no control character of the service, and no name in a state', async () => {
    const refusal = {
      success: false,
      code: 40002031,
      error: `Key ${key}, ${key.toUpperCase()}\u001b[2J for Siti is wrong: ?key=${encodeURIComponent(`${key}=`)}`,
    };
    const { report, said } = await activated({
      answer: (json, request) => (orders(request) ? Response.json(refusal, { status: 400 }) : json),
    });
    expect(String(report)).to.include('It says: Key (the key), (the key) [2J for Siti is wrong').and.not.include(key);
    expect(said).to.not.include(key);
    for (const [wanted, field] of [
      [orders, 'status'],
      [orders, 'id'],
      [posts(/\/confirm$/), 'id'],
    ] as const) {
      const named = await reported({
        answer: (json, request) => (wanted(request) && json.id ? { ...json, [field]: 'siti\u001b' } : json),
      });
      expect(reportText(named.report, '0.1.0') + named.said).to.not.include('siti');
    }
  });

  it('is interrupted by a closed terminal, and by the end of what reads its output', () => {
    for (const closed of ['SIGINT', 'SIGTERM', 'SIGHUP', 'error']) {
      const [signals, output] = [new EventEmitter(), new EventEmitter()];
      const signal = interruptedBy(signals, output);
      expect(signal.aborted).to.equal(false);
      (closed === 'error' ? output : signals).emit(closed, new Error('EPIPE'));
      expect(signal.aborted, closed).to.equal(true);
    }
  });

  it('lets no stranger contradict the secret of the webhooks', async () => {
    let stranger: Promise<Response | undefined> = Promise.resolve(undefined);
    const run = await reported({
      strange: (hook) => {
        stranger = hook(
          new Request('https://shop.test/', { method: 'POST', body: '{"event":"order.status","order_id":"f"}' }),
        );
      },
    });
    expect((await stranger)?.status).to.equal(401);
    expect(run.report.verdicts.webhookSecret.verdict).to.equal('confirmed');
  });
});
