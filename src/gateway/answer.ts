/** What a page needs of an answer; cookies and the service's own plumbing stay behind. */
const passedHeaders = ['retry-after', 'x-request-id'];

/** Nobody's browser guesses at what comes from the shop's own origin: it is JSON, whatever upstream called it. */
const ours = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' };

/** An error body as the service writes them, so that a page reads one kind. */
export function refusal(status: number, error: string, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({ success: false, error, code: status * 100_000 });
  return new Response(body, { status, headers: { ...headers, ...ours } });
}

/** The upstream's answer, as far as a page may see it: a page of HTML would run as the shop's own. */
export function answerOf(upstream: Response): Response {
  const { status } = upstream;
  // Followed, it would carry the key and the shopper's address to wherever it points, and turn a POST into a GET.
  if (upstream.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return refusal(502, 'The shipping service is not where the shop asked it.');
  }
  const headers = Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = upstream.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  if (isJson(upstream.headers)) return new Response(upstream.body, { status, headers: { ...headers, ...ours } });
  // Made a refusal, a page of whatever stands in between would say that an order was not placed, which nobody knows.
  const said = status === 429 || status >= 500 ? status : 502;
  return refusal(said, 'The shipping service did not answer in JSON.', headers);
}

export function isJson(headers: Headers): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? '');
}
