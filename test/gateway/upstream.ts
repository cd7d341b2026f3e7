import { createShippingGateway, type GatewayOptions } from '../../src/gateway/index.ts';

export const key = 'merchant-key-that-stays-here';

interface Seen {
  url: string;
  init: RequestInit & { headers: Record<string, string> };
}

/** A gateway whose upstream is the test's own handler. */
export function gatewayOver(answer: () => Response | Promise<Response>, options: Partial<GatewayOptions> = {}) {
  const seen: Seen[] = [];
  const gateway = createShippingGateway({
    upstream: 'https://upstream.test/',
    key,
    ...options,
    fetch: async (input, init) => {
      seen.push({ url: String(input), init: init as Seen['init'] });
      return answer();
    },
  });
  const ask = (method: string, path: string, init: RequestInit = {}) => {
    const headers: HeadersInit = method === 'POST' ? { 'content-type': 'application/json' } : {};
    return gateway.fetch(new Request(`https://shop.test${path}`, { method, headers, ...init }));
  };
  return { ask, seen };
}

export const listed = () =>
  Response.json({ success: true, couriers: [] }, { headers: { 'set-cookie': 'a=b', 'x-request-id': 'r1' } });
