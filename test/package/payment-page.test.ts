import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { listen } from '../support/listen.ts';

const recipe = fileURLToPath(new URL('../../demo/recipes/payment-page.mjs', import.meta.url));
const policy = "default-src 'none'; script-src 'self'";

/** A payment page and its scripts. A test changes them as an attacker would. */
const approved = {
  '/pay': `<!doctype html><script src="/shop.js" integrity="sha384-right"></script>
    <script type="application/json">{"visit": "RANDOM"}</script>
    <script nonce="RANDOM">start({ pay: 1 > 0 });</script>`,
  '/shop.js': 'one()',
};

/** What the recipe prints of the page. */
async function looked(files: Record<string, string> = {}, headers: Record<string, string> = {}, cookie = 'cart=7') {
  const site = await listen(({ url = '', headers: sent }, response) => {
    const served: Record<string, string> = { ...approved, ...files };
    const body = sent.cookie === 'cart=7' || url.endsWith('.js') ? served[url] : undefined;
    const nonce = { 'content-security-policy': `${policy} 'nonce-${Math.random()}'` };
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html', ...nonce, ...headers });
    response.end((body ?? '').replaceAll('RANDOM', String(Math.random())));
  });
  const child = spawn(process.execPath, [recipe, `${site.address}/pay`, cookie]);
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  await site.close();
  return { lines: stdout.replaceAll(site.address, '').trim().split('\n'), stderr, status };
}

/** The lines that differ from those of the page as it was approved. */
async function changes(...now: Parameters<typeof looked>) {
  const [before, after] = [(await looked()).lines, (await looked(...now)).lines];
  return {
    gone: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  };
}

const withTag = (tag: string) => ({ '/pay': approved['/pay'] + tag });

describe('the recipe that looks at a payment page', () => {
  it('prints the same of a page that is as it was, whatever its data and its nonces are', async () => {
    expect(await changes()).to.deep.equal({ gone: [], added: [] });
  });

  it('prints a further script, however its tag is written', async () => {
    const tags = [
      '<script src=/1.js></script>',
      "<SCRIPT\nsrc = '/2.js'/></SCRIPT>",
      '<a x=y\'><script src="/3.js"></script><a z=\'>',
      '<!--><script src="/4.js"></script>-->',
      '<svg><script xlink:href="/5.js"/></svg>',
      '<script>evil()</script>',
      '<script> nonce=evil()</script>',
      '<script data-type=" type=application/json">evil()</script>',
    ];
    const files = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`/${number}.js`, `evil(${number})`]));
    const { added, gone } = await changes({ ...files, ...withTag(tags.join('\n')) });
    expect(gone).to.deep.equal([]);
    expect(added).to.have.length(tags.length + 5);
  });

  it('prints a script’s content, its integrity, and a base of addresses', async () => {
    const changed = approved['/pay'].replace(' integrity="sha384-right"', '').replace('pay: 1', 'pay: 2');
    expect((await changes({ '/pay': changed })).gone).to.have.length(2);
    expect((await changes({ '/shop.js': 'one(); evil()' })).added).to.have.length(1);
    expect((await changes(withTag('<base href="/">'))).added.join()).to.match(/^<base href="\/"> sha384-/);
  });

  it('prints a header that has changed, appeared or gone', async () => {
    const headers = { 'content-security-policy': 'default-src *', 'x-frame-options': 'DENY' };
    const { gone, added } = await changes({}, headers);
    expect(gone).to.deep.equal([`content-security-policy: ${policy} `]);
    expect(added).to.deep.equal(['content-security-policy: default-src *', 'x-frame-options: DENY']);
  });

  it('fails on a page or a script that does not answer', async () => {
    const { status, stderr } = await looked({}, {}, 'none');
    expect({ status, stderr }).to.deep.include({ status: 1 }).and.property('stderr').include('/pay answered 404.');
    expect((await looked(withTag('<script src="/gone.js"></script>'))).stderr).to.include('/gone.js answered 404.');
  });
});
