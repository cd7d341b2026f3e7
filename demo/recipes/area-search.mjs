import { Hono } from 'hono';

/** GET /areas?q=coblong answers a list of `{ id, name, postalCode }`. Upstream and key are those of the gateway. */
export function createAreaSearch({ upstream, key, fetch = globalThis.fetch }) {
  const search = new Hono();
  search.get('/areas', async (context) => {
    const words = context.req.query('q')?.trim() ?? '';
    if (words.length < 3) return context.json([]);
    const query = new URLSearchParams({ countries: 'ID', input: words, type: 'single' });
    const answer = await fetch(`${upstream}/v1/maps/areas?${query}`, { headers: { authorization: key } });
    if (!answer.ok) return context.json([], 502);
    const { areas = [] } = await answer.json();
    return context.json(areas.map(({ id, name, postal_code }) => ({ id, name, postalCode: postal_code })));
  });
  return search;
}
