import * as z from 'zod/mini';
import { absent } from '../../contract/index.ts';
import type { Gateway } from '../create-gateway.ts';
import type { Connection } from '../http/addresses.ts';
import { readBody, readRequest } from '../http/bodies.ts';
import { Refusal } from '../http/refusal.ts';
import { answered, observed } from '../observe.ts';
import { type GatewayEvent, timeoutsOf } from '../options.ts';
import type { Settings } from './settings.ts';

/** Loads `quoteHtml` of ship-elements/server. It is handed over, because the gateway knows no element. */
export type LoadQuoteHtml = () => Promise<{ quoteHtml(given: never): string }>;

const text = z.string('must be a text');
const object = z.looseObject({}, 'must be an object');
const flag = z.optional(z.boolean('must be true or false, not as a text'));

/** The options of `quoteHtml` in JSON: without the quote, which is asked here, and the time, which is the server's. */
const options = z.strictObject(
  {
    ...{ name: text.check(z.minLength(1, 'must be the `name` of the element')), cart: text, shipment: object },
    ...{ lang: z.optional(text), words: z.optional(object), couriers: z.optional(text), form: z.optional(text) },
    ...{ switches: z.optional(text), insurance: flag, required: flag, value: z.optional(text) },
    ...{ recommended: z.optional(text), rows: z.optional(z.int('must be a whole number')) },
    preselect: z.optional(z.enum(['recommended', 'cheapest'], 'must be recommended or cheapest')),
    orderMode: z.optional(z.enum(['order', 'draft', 'none'], 'must be order, draft or none')),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has ${issue.keys.join(', ')}: check the spelling` : undefined,
  },
);

interface QuoteHtmlDeps {
  settings: Settings;
  gateway: Gateway;
  connection: Connection;
  load: LoadQuoteHtml;
  /** Hears of what is refused or fails here. The gateway reports what it answers itself. */
  observe: (event: GatewayEvent) => void;
}

/**
 * Answers a shop's server in any language with the HTML of `quoteHtml`. The request has its options in JSON, and the signed cart among them.
 * The prices are those that a page with this cart would get. A refusal is answered as a page gets it.
 */
export async function quoteHtmlFor(
  request: Request,
  { settings, gateway, connection, load, observe }: QuoteHtmlDeps,
): Promise<Response> {
  try {
    const body = await readBody(request, timeoutsOf(settings).body);
    // Without a cart there are no offers: the question to the service would be paid in vain.
    if (!body.cart) throw new Refusal('token-missing', { details: { token: 'cart' } });
    // PHP sends null and empty texts for what a shop leaves out. Empty switches offer none.
    const isGiven = ([name, value]: [string, unknown]) => !absent(value) || (name === 'switches' && value === '');
    const given = readRequest({ request: options }, Object.fromEntries(Object.entries(body).filter(isGiven)));
    const { cart, shipment, couriers, switches, insurance = false } = given;
    // As the element asks, so that it can tell what insurance costs.
    const isInsured = switches === undefined || switches.split(/[\s,]+/).includes('insurance') || insurance;
    const question = { ...shipment, cart, couriers, courier_insurance: Number(isInsured) };
    const url = new URL(`${settings.basePath ?? ''}/v1/rates/couriers`, request.url);
    const forwarded = request.headers.get('x-forwarded-for') ?? '';
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
    const asked = new Request(url, { method: 'POST', headers, body: JSON.stringify(question) });
    const answer = await gateway.fetch(asked, connection);
    if (!answer.ok) return answer;
    const { pricing } = (await answer.json()) as { pricing: object[] };
    const { quoteHtml } = await load();
    const html = quoteHtml({ ...given, quote: pricing.map((rate) => ({ rate })) } as never);
    // Not text/html: the answer is for the shop's server, and never a page of its own.
    const plain = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
    return new Response(html, { headers: { ...plain, 'cache-control': 'no-store' } });
  } catch (problem) {
    // `quoteHtml` throws a TypeError for what its options lack.
    const unusable = problem instanceof TypeError && new Refusal('invalid-request', { sentence: problem.message });
    return observed(observe, { operation: 'quoteHtml', method: request.method }, async (event) => {
      const { status, body } = await answered(event, () => Promise.reject(unusable || problem));
      return Response.json(body, { status });
    });
  }
}
