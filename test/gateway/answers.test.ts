import { expect } from 'chai';
import { gatewayOver, key, listed } from './upstream.ts';

describe('what the gateway answers', () => {
  it('passes on what a page needs of an answer and nothing else', async () => {
    const { ask } = gatewayOver(listed);
    const answer = await ask('GET', '/v1/couriers');
    expect(answer.headers.get('x-request-id')).to.equal('r1');
    expect(answer.headers.get('set-cookie')).to.equal(null);
  });

  it('passes the service’s refusals through, status and body', async () => {
    const refusal = { success: false, error: 'No courier', code: 40001010 };
    const { ask } = gatewayOver(() => Response.json(refusal, { status: 400 }));
    const answer = await ask('POST', '/v1/rates/couriers', { body: '{}' });
    expect(answer.status).to.equal(400);
    expect(await answer.json()).to.deep.equal(refusal);
  });

  it('follows no redirect, and takes none for an answer', async () => {
    const opaque = Object.defineProperty(Response.json({}), 'type', { value: 'opaqueredirect' });
    const moved = new Response('{}', { status: 307, headers: { location: 'https://elsewhere.test/' } });
    for (const redirect of [opaque, moved]) {
      const { ask, seen } = gatewayOver(() => redirect, { allow: ['createOrder'] });
      const answer = await ask('POST', '/v1/orders', { body: '{}' });
      expect(seen[0]?.init.redirect).to.equal('manual');
      expect(answer.status).to.equal(502);
      expect(answer.headers.get('location')).to.equal(null);
    }
  });

  it('answers in JSON that no browser takes for anything else', async () => {
    const json = { 'content-type': 'application/vnd.service+json; charset=utf-8' };
    const { ask } = gatewayOver(() => new Response('{"success":true}', { headers: json }));
    const refused = await ask('GET', '/nowhere');
    for (const answer of [await ask('GET', '/v1/couriers'), refused]) {
      expect(answer.headers.get('content-type')).to.equal('application/json');
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    }
  });

  it('keeps back a body that is not JSON, and makes no refusal of it: nobody knows whether the work was done', async () => {
    const script = '<script>alert(1)</script>';
    const statuses = [200, 400, 404, 429, 503].entries();
    for (const [index, status] of statuses) {
      const headers = { 'content-type': 'text/html', 'retry-after': '7' };
      const { ask } = gatewayOver(() => new Response(script, { status, headers }));
      const answer = await ask('GET', '/v1/couriers');
      expect(answer.status).to.equal([502, 502, 502, 429, 503][index]);
      expect(answer.headers.get('content-type')).to.equal('application/json');
      expect(answer.headers.get('retry-after')).to.equal('7');
      const { success, error } = (await answer.json()) as { success: boolean; error: string };
      expect(!success && !error.includes('<'), error).to.be.ok;
    }
  });

  it('says that the service did not answer, without its words', async () => {
    const { ask } = gatewayOver(() => Promise.reject(new Error(`connect refused with ${key}`)));
    const answer = await ask('GET', '/v1/couriers');
    expect(answer.status).to.equal(502);
    expect(await answer.text()).to.not.include(key);
  });

  it('says that a request broke off', async () => {
    const { ask, seen } = gatewayOver(listed);
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('the page went away')) });
    const init = { body: broken, headers: { 'content-type': 'application/json' }, duplex: 'half' };
    const answer = await ask('POST', '/v1/rates/couriers', init);
    expect(answer.status).to.equal(400);
    expect(seen.length).to.equal(0);
  });
});
