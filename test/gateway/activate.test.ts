import { expect } from 'chai';
import { type ActivateDeps, activate } from '../../src/gateway/serve/activate.ts';
import { type FactName, facts, type Report, reportText } from '../../src/gateway/serve/activate-report.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

const key = 'biteship_test.of-this-test';
const secret = 'the-secret-of-the-webhooks';

interface Bent {
  /** Changes an answer of the service on its way. */
  answer?: (json: Record<string, unknown>, request: Request) => unknown;
  /** Milliseconds that the merchant needs for each click in the dashboard. */
  click?: number;
  /** What the service sends. Null: neither it nor the config has webhooks. */
  webhooks?: { url: string; secret: string } | null;
}

/** Runs the command against a sandbox whose parcels move with the clock that the command is given. */
async function activated({ answer, click = 30_000, webhooks = { url: 'https://shop.test/', secret } }: Bent = {}) {
  let now = Date.parse('2026-11-28T03:00:00Z');
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
  let said = '';
  const deps: ActivateDeps = {
    async fetch(request) {
      sent.push(await request.clone().text());
      const response = await sandbox.fetch(request.clone());
      return answer ? Response.json(answer(await response.json(), request), { status: response.status }) : response;
    },
    say: (text) => {
      said += text;
    },
    now: () => now,
    async wait(milliseconds) {
      now += milliseconds;
      await sandbox.move();
    },
    async listen(answer) {
      hook = answer;
      return async () => {
        hook = undefined;
      };
    },
  };
  const began = now;
  const settings = { upstream: 'https://service.test', key, ...(webhooks && { webhooks: { secret } }) };
  const report = await activate(settings, deps);
  return { report, said, sent, minutes: (now - began) / 60_000 };
}

const named = ({ verdicts }: Report, verdict: string) =>
  (Object.keys(facts) as FactName[]).filter((name) => verdicts[name].verdict === verdict);

describe('npx ship-elements gateway activate', () => {
  it('has one order delivered and one cancelled within ten minutes, and confirms each fact of the contract', async () => {
    const { report, said, minutes } = await activated();
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
    const { report, said, sent } = await activated({
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
    const { report } = await activated({
      answer: (json, { url, method }) => {
        if (!url.endsWith('/v1/orders') || method !== 'POST' || !json.id) return json;
        return { ...json, status: 'awaiting', price: Number(json.price) + 1 };
      },
    });
    expect(named(report, 'contradicted')).to.have.members(['allCouriers', 'order', 'price']);
    expect(reportText(report, '0.1.0')).to.include(
      '| ✘ contradicted | published | §2.3 | An order is answered with status 200 and the state confirmed | status 200, awaiting |',
    );
  });

  it('says which facts it could not see without webhooks, and when nobody moves the order', async () => {
    const { report, said } = await activated({ webhooks: null, click: 86_400_000 });
    expect(report.isDone).to.equal(false);
    expect(named(report, 'not shown')).to.include.members(['delivered', 'states', 'webhookSecret', 'webhookDelivered']);
    expect(said).to.include('run this again');
  });

  it('lists what is only seen or ours before what is published, with the field that may be a cut-off', async () => {
    const { report } = await activated({
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
    const { report } = await activated({ webhooks: { url: 'https://shop.test/', secret: 'another' } });
    expect(report.verdicts.webhookSecret.verdict).to.equal('contradicted');
    expect(report.verdicts.webhookDelivered.verdict).to.equal('not shown');
  });

  it('sends nothing with a live key', async () => {
    const deps = { say() {} } as unknown as ActivateDeps;
    const run = activate({ upstream: 'https://service.test', key: 'Bearer biteship_live.x' }, deps);
    const problem: unknown = await run.catch((problem) => problem);
    expect(String(problem)).to.include('Use the test key');
  });
});
