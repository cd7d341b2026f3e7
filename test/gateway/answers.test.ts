import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gatewayOver, key, listed } from './upstream.ts';

describe('what the gateway answers', () => {
  it('passes on what a page needs of an answer and nothing else', async () => {
    const { ask } = gatewayOver(listed);
    const answer = await ask('GET', '/v1/couriers');
    assert.equal(answer.headers.get('x-request-id'), 'r1');
    assert.equal(answer.headers.get('set-cookie'), null);
  });

  it('passes the service’s refusals through, status and body', async () => {
    const refusal = { success: false, error: 'No courier', code: 40001010 };
    const { ask } = gatewayOver(() => Response.json(refusal, { status: 400 }));
    const answer = await ask('POST', '/v1/rates/couriers', { body: '{}' });
    assert.equal(answer.status, 400);
    assert.deepEqual(await answer.json(), refusal);
  });

  it('follows no redirect, and takes none for an answer', async () => {
    const opaque = Object.defineProperty(Response.json({}), 'type', { value: 'opaqueredirect' });
    const moved = new Response('{}', { status: 307, headers: { location: 'https://elsewhere.test/' } });
    for (const redirect of [opaque, moved]) {
      const { ask, seen } = gatewayOver(() => redirect, { allow: ['createOrder'] });
      const answer = await ask('POST', '/v1/orders', { body: '{}' });
      assert.equal(seen[0]?.init.redirect, 'manual');
      assert.equal(answer.status, 502);
      assert.equal(answer.headers.get('location'), null);
    }
  });

  it('answers in JSON that no browser takes for anything else', async () => {
    const json = { 'content-type': 'application/vnd.service+json; charset=utf-8' };
    const { ask } = gatewayOver(() => new Response('{"success":true}', { headers: json }));
    const refused = await ask('GET', '/nowhere');
    for (const answer of [await ask('GET', '/v1/couriers'), refused]) {
      assert.equal(answer.headers.get('content-type'), 'application/json');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    }
  });

  it('keeps back a body that is not JSON, and what it may of the status', async () => {
    const script = '<script>alert(1)</script>';
    const statuses = [200, 400, 503].entries();
    for (const [index, status] of statuses) {
      const headers = { 'content-type': 'text/html', 'retry-after': '7' };
      const { ask } = gatewayOver(() => new Response(script, { status, headers }));
      const answer = await ask('GET', '/v1/couriers');
      assert.equal(answer.status, [502, 400, 503][index]);
      assert.equal(answer.headers.get('content-type'), 'application/json');
      assert.equal(answer.headers.get('retry-after'), '7');
      const { success, error } = (await answer.json()) as { success: boolean; error: string };
      assert.ok(!success && !error.includes('<'), error);
    }
  });

  it('says that the service did not answer, without its words', async () => {
    const { ask } = gatewayOver(() => Promise.reject(new Error(`connect refused with ${key}`)));
    const answer = await ask('GET', '/v1/couriers');
    assert.equal(answer.status, 502);
    assert.ok(!(await answer.text()).includes(key));
  });

  it('says that a request broke off', async () => {
    const { ask, seen } = gatewayOver(listed);
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('the page went away')) });
    const init = { body: broken, headers: { 'content-type': 'application/json' }, duplex: 'half' };
    const answer = await ask('POST', '/v1/rates/couriers', init);
    assert.equal(answer.status, 400);
    assert.equal(seen.length, 0);
  });
});
