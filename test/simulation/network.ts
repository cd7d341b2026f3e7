import type { Process, World } from './world.ts';

/** What a wire does to one request. Its answer is a page of a proxy, an error, or none. */
export type Fate =
  | 'late'
  | 'lost'
  | 'answer lost'
  /** The second one has no answer. */
  | 'twice'
  /** By a proxy, which passes the second answer on. */
  | 'repeated'
  | 'busy'
  | 'html'
  /** It arrives, and a proxy has lost patience. */
  | 'hidden'
  /** By the service, without a reason of its own. */
  | 'refused'
  /** No connection is made, and Node's `fetch` says so. */
  | 'not reached';

/** Percentages of what goes wrong on each wire. */
export const ofPages: Partial<Record<Fate, number>> = {
  late: 2,
  lost: 3,
  'answer lost': 4,
  twice: 2,
  repeated: 2,
  busy: 2,
  html: 1,
  hidden: 2,
};
export const ofPrices: Partial<Record<Fate, number>> = { late: 2, lost: 3, busy: 2, html: 1 };
export const ofWrites: Partial<Record<Fate, number>> = {
  late: 6,
  lost: 8,
  'answer lost': 10,
  twice: 4,
  repeated: 4,
  busy: 5,
  html: 3,
  refused: 6,
  hidden: 3,
  'not reached': 8,
};
export const ofMessages: Partial<Record<Fate, number>> = { late: 10, lost: 8, 'answer lost': 8, twice: 10, busy: 5 };
export const ofPayments: Partial<Record<Fate, number>> = { lost: 3, 'answer lost': 4 };
/** At each of the two turns of a statement. */
export const ofProcesses = { killed: 0.25, asleep: 0.12, 'set back': 0.06 };

const words: Record<Fate, string> = {
  late: 'is delayed',
  lost: 'does not arrive',
  'answer lost': 'arrives, and its answer is lost',
  twice: 'arrives twice',
  repeated: 'is repeated by a proxy, and the second answer counts',
  busy: 'is answered with 503',
  html: 'is answered with a page of a proxy',
  hidden: 'arrives, and a proxy answers 504',
  refused: 'is refused',
  'not reached': 'finds nobody who takes the connection',
};

interface Wire<To extends { process: Process }> {
  world: World;
  from: Process;
  /** Who answers now. Undefined if nobody is there. */
  to(): To | undefined;
  /** Names the request in the story: `page 1 asks for prices`. */
  what: string;
  /** Percentages. */
  fates: Partial<Record<Fate, number>>;
  answer(to: To, request: Request, fate: Fate | undefined): Promise<Response>;
}

const proxyPage = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>';

/** Sends a request over a wire that reorders, delays, loses and doubles. Rejects as `fetch` does. */
export async function send<To extends { process: Process }>(
  request: Request,
  { world, from, to, what: said, fates, answer }: Wire<To>,
): Promise<Response> {
  const { method, url, headers } = request;
  const body = method === 'GET' ? null : await request.text();
  const dice = world.dice(`the wire of ${from.name}`);
  const what = said.replace(/(orders|trackings)\/[\w-]{24,36}/, '$1/ID');
  const subject = what.replace(/[A-Z]+-\d+(-\d+)?/g, 'an order');
  const fate = world.fate<Fate>(subject, fates);
  if (fate) world.tell(`${what}: it ${words[fate]}.`);

  async function arrive(milliseconds: number): Promise<Response> {
    await world.turn(world.outside, milliseconds);
    const there = to();
    if (!there) throw broken();
    let forget = () => {};
    try {
      return await new Promise<Response>((resolve, reject) => {
        forget = there.process.whenKilled(() => reject(broken()));
        answer(there, new Request(url, { method, headers, body }), fate).then(resolve, reject);
      });
    } finally {
      forget();
    }
  }

  const pause = dice.whole(5, 120);
  const back = dice.whole(5, 120);
  const late = dice.whole(5_000, 90_000);
  const answered = async (): Promise<Response> => {
    if (world.now < from.offlineUntil) {
      await world.turn(from, 15_000);
      throw broken();
    }
    switch (fate) {
      case 'lost':
        await world.turn(world.outside, pause);
        throw broken();
      case 'not reached':
        throw Object.assign(broken(), { cause: { code: 'ECONNREFUSED' } });
      case 'busy':
        return new Response('{"success":false,"error":"busy"}', { status: 503 });
      case 'html':
        return new Response(proxyPage, { status: 502, headers: { 'content-type': 'text/html' } });
      case 'hidden':
        await arrive(pause);
        return new Response(proxyPage, { status: 504, headers: { 'content-type': 'text/html' } });
      case 'late':
        return arrive(late);
      case 'answer lost':
        await arrive(pause);
        throw broken();
      case 'twice':
        arrive(pause + late).catch(() => {});
        return arrive(pause);
      case 'repeated':
        await arrive(pause);
        return arrive(pause);
      default:
        return arrive(pause);
    }
  };
  try {
    const response = await answered();
    const text = await response.text();
    await world.turn(from, back);
    return new Response(response.status === 204 ? null : text, { status: response.status, headers: response.headers });
  } catch (problem) {
    await world.turn(from, back);
    throw problem;
  }
}

const broken = () => new TypeError('Failed to fetch: the wire of the simulation broke');
