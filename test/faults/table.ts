import { closedPort } from './closed-port.ts';
import { doubtful, type Fault, turnedAway, unanswered, unreadable, untouched } from './fault.ts';
import * as meetings from './meetings.ts';
import { refusals } from './refusals.ts';

const unavailable = (status: number, retryAfter?: number) => ({
  code: 'unavailable' as const,
  status,
  ...(retryAfter !== undefined && { retryAfter }),
});
const network = { code: 'network' as const };
const timeout = { code: 'timeout' as const };

/** Every fault of the sandbox's header (src/sandbox/README.md). */
const ofTheSandbox: Fault[] = [
  { name: 'latency', met: { header: 'latency=60000' }, done: false, hangs: true, ...unanswered(timeout) },
  { name: 'a dropped line', met: { header: 'drop' }, done: false, ...unanswered(network) },
  { name: 'a dropped answer', met: { header: 'drop-after' }, done: true, ...unanswered(network) },
  {
    name: 'latency, then a dropped answer',
    met: { header: 'latency=5,drop-after' },
    done: true,
    ...unanswered(network),
  },
  { name: 'half of the JSON', met: { header: 'malformed' }, done: true, ...unreadable('as ever', 'SyntaxError') },
  { name: 'a page of 502', met: { header: 'html' }, done: false, ...unanswered(unavailable(502)) },
  ...[408, 500, 501, 503, 504, 599].map(
    (status): Fault => ({
      name: `status ${status}`,
      met: { header: `status=${status}` },
      done: false,
      ...unanswered(unavailable(status)),
    }),
  ),
  { name: 'status 429', met: { header: 'status=429' }, done: false, ...unanswered(unavailable(429)) },
  {
    name: 'status 429, again in a second',
    met: { header: 'status=429;retry-after=1' },
    done: false,
    waits: 2_000,
    ...unanswered(unavailable(429, 1)),
  },
  {
    name: 'status 503, again after the deadline',
    met: { header: 'status=503;retry-after=70' },
    done: false,
    ...unanswered(unavailable(503, 70)),
    reads: 1,
  },
  ...[400, 401, 403, 404, 405, 409, 413, 422].map(
    (status): Fault => ({
      name: `status ${status}`,
      met: { header: `status=${status}` },
      done: false,
      ...turnedAway({
        code: 'refused',
        status,
        reason: status === 401 || status === 403 ? 'merchant-account' : 'other',
        serviceCode: status * 100_000,
      }),
    }),
  ),
];

/** Faults of a connection, a proxy or a wrong address. */
const onTheWay: Fault[] = [
  { name: 'a refused connection', met: { at: closedPort }, done: false, ...untouched(network) },
  { name: 'an unknown host', met: { at: () => 'http://nobody.invalid' }, done: false, ...untouched(network) },
  { name: 'no answer', met: { by: meetings.silent }, done: true, hangs: true, ...unanswered(timeout) },
  { name: 'a body that stops', met: { by: meetings.stalled }, done: true, hangs: true, ...unanswered(timeout) },
  { name: 'a body that never ends', met: { by: meetings.trickling }, done: true, hangs: true, ...unanswered(timeout) },
  { name: 'a body cut off', met: { by: meetings.cutOff }, done: true, ...unanswered(network) },
  { name: 'a chunked body cut off', met: { by: meetings.cutOffInChunks }, done: true, ...unanswered(network) },
  { name: 'a body that is not packed as it says', met: { by: meetings.notGzip }, done: true, ...unanswered(network) },
  { name: 'no HTTP', met: { by: meetings.notHttp }, done: false, ...unanswered(network) },
  { name: '204', met: { by: meetings.status204 }, done: true, ...unreadable(204, 'SyntaxError') },
  { name: 'an empty body', met: { by: meetings.empty }, done: true, ...unreadable(200, 'SyntaxError') },
  { name: 'a page with 200', met: { by: meetings.page(200) }, done: false, ...unreadable(200, 'SyntaxError') },
  {
    name: 'half of the JSON, after a 201',
    met: { by: meetings.half(201) },
    done: true,
    ...unreadable(201, 'SyntaxError'),
  },
  { name: 'another contract', met: { by: meetings.otherContract }, done: false, ...unreadable(200) },
  { name: '5 MB', met: { by: meetings.large }, done: true, ...unreadable(200, 'RangeError') },
  { name: 'a page with 404', met: { by: meetings.page(404) }, done: false, ...unreadable(404, 'SyntaxError') },
  {
    name: 'a page with 404, after the work',
    met: { by: meetings.after(meetings.page(404)) },
    done: true,
    ...unreadable(404, 'SyntaxError'),
  },
  {
    name: 'another’s refusal, after the work',
    met: { by: meetings.after(meetings.noRoute) },
    done: true,
    ...doubtful({ code: 'refused', reason: 'other', status: 404 }),
  },
  {
    name: 'status 429, after the work',
    met: { by: meetings.after(meetings.page(429)) },
    done: true,
    ...unanswered(unavailable(429)),
  },
  {
    name: 'status 408, after the work',
    met: { by: meetings.after(meetings.page(408)) },
    done: true,
    ...unanswered(unavailable(408)),
  },
  { name: 'a connection closed after the work', met: { by: meetings.closed }, done: true, ...unanswered(network) },
  {
    name: 'a page with 502, too late',
    met: { by: meetings.after(meetings.page(502)) },
    done: true,
    ...unanswered(unavailable(502)),
  },
  ...[301, 302, 303, 307, 308].map(
    (status): Fault => ({
      name: `a redirect, ${status}`,
      met: { by: meetings.redirect(status) },
      done: status === 303,
      ...unreadable(status, 'TypeError'),
    }),
  ),
];

export const faults: readonly Fault[] = [...ofTheSandbox, ...onTheWay, ...refusals];
