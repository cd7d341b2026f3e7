import { Refusal } from './refusal.ts';

/** The client, as the platform reports it. */
export interface Connection {
  /** The address of the other end: a shopper's, or that of the nearest proxy. */
  address?: string | undefined;
}

/** All clients without an address share one count. */
const unknown = 'unknown';

/**
 * Returns the address that requests are counted by. A client can write any header. So only the entry of `x-forwarded-for` counts that
 * the outermost of the shop's own proxies has added. An IPv6 customer has a whole /64, which counts as one address,
 * and IPv4 in IPv6 is the IPv4 address.
 * @param trustedHops how many of the shop's own proxies add to `x-forwarded-for`
 */
export function clientAddress(headers: Headers, connection: Connection, trustedHops: number): string {
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  const reported = trustedHops > 0 ? forwarded.at(-trustedHops) : undefined;
  return grouped(reported || connection.address || unknown);
}

function grouped(address: string): string {
  const bare = address.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/%.*$/, '');
  const [, v4] = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.exec(bare) ?? [];
  if (v4) return v4;
  // The platform's URL parser reads each spelling of an IPv6 address.
  const url = `http://[${bare}]`;
  if (!/^[\da-f:.]+$/i.test(bare) || !URL.canParse(url)) return unknown;
  const [before = [], after = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const groups = [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
  if (!carriers.includes(groups.slice(0, 6).join(':'))) return `${groups.slice(0, 4).join(':')}::/64`;
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}

/** IPv6 /96 that carry an IPv4 address in their last 32 bits: `::ffff:0:0` of RFC 4291, and `64:ff9b::` of NAT64 (RFC 6052). */
const carriers = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** Whether an address, as `clientAddress` returns it, is that of a proxy of the shop, or none: then all shoppers have it. */
export const isShared = (address: string): boolean =>
  address === unknown || /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|0:0:0:0::)/.test(address);

/**
 * Says for the log why all shoppers may count as one address, once that has reached a limit. Undefined if nothing hints at it.
 * @param address as `clientAddress` returns it
 */
export function oneForAll(address: string, headers: Headers, trustedHops: number): string | undefined {
  if (isShared(address))
    return 'A limit of one address is reached, and that address is your own proxy, or is not known: all shoppers count as one. Set trustedHops to the number of your proxies.';
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').filter((part) => part.trim());
  return forwarded.length > trustedHops
    ? 'A limit of one address is reached, and x-forwarded-for has more entries than trustedHops. If a CDN or a further proxy of yours has added them, all shoppers count as one: set trustedHops to their number. If not, a client has written them.'
    : undefined;
}

/** A network that an address is in, and how many times the limit of one address it has. */
interface Network {
  network: string;
  times: number;
}

/**
 * Returns the networks of an address, the narrowest first. One customer may have an IPv6 /56 or /48, so their limits grow slowly. A provider has
 * an IPv6 /32 or an IPv4 /24: many shoppers share it, so only the share of a day limits it.
 * @param address as `clientAddress` returns it
 */
export function networksOf(address: string): Network[] {
  const [, v4] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
  if (v4) return [{ network: `${v4}.0/24`, times: Number.POSITIVE_INFINITY }];
  if (!address.endsWith('::/64')) return [];
  const [one, two, three, four = '0'] = address.replace('::/64', '').split(':');
  const half = (Number.parseInt(four, 16) >> 8).toString(16);
  return [
    { network: `${one}:${two}:${three}:${half}00::/56`, times: 2 },
    { network: `${one}:${two}:${three}::/48`, times: 4 },
    { network: `${one}:${two}::/32`, times: Number.POSITIVE_INFINITY },
  ];
}

/** Characters of an origin in a message. Anybody can send any text. */
const longestOrigin = 200;

/** Seconds that a browser may remember the answer to a preflight. */
const remembered = '600';

/**
 * Returns the CORS headers of an answer. A request without `Origin` comes from the same origin or from no browser. Limits and
 * tokens apply to it.
 * @throws {Refusal} for a page of a site that is not allowed
 */
export function corsHeaders(request: Request, allowed: ReadonlySet<string>): Record<string, string> {
  const origin = request.headers.get('origin');
  if (origin === null) return { vary: 'Origin' };
  if (!allowed.has(origin)) {
    const asked = URL.canParse(origin) ? new URL(origin).origin.slice(0, longestOrigin) : 'null';
    throw new Refusal('origin-not-allowed', {
      headers: { vary: 'Origin' },
      sentence: `This site, ${asked}, is not among the origins of this gateway.`,
      details: { origin: asked },
      mismatch: `${asked} has asked. The origins are ${[...allowed].join(', ')}.`,
    });
  }
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Retry-After' };
}

/** Answers a preflight request. */
export function preflight(method: string, header = 'content-type'): Record<string, string> {
  return {
    'access-control-allow-methods': method,
    'access-control-allow-headers': header,
    'access-control-max-age': remembered,
  };
}
