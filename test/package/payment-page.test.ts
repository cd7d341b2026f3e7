import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { listen } from '../support/listen.ts';

const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ship-elements-page-'));
after(() => rmSync(folder, { recursive: true }));

const policy = "default-src 'none'; script-src 'self'";

/** A payment page and its scripts. A test changes them as an attacker would. */
const approved = {
  '/pay': `<!doctype html><script src="/shop.js" integrity="sha384-right"></script>
    <script type="application/json">{"visit": "RANDOM"}</script>
    <script nonce="RANDOM">start({ pay: 1 > 0 });</script>`,
  '/shop.js': 'one()',
};
let served: Record<string, string> = approved;
let headers: Record<string, string> = {};
let site: Awaited<ReturnType<typeof listen>>;

before(async () => {
  site = await listen(({ url = '', headers: sent }, response) => {
    const body = sent.cookie === 'cart=7' || url.endsWith('.js') ? served[url] : undefined;
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end((body ?? '').replaceAll('RANDOM', String(Math.random())));
  });
});
after(() => site.close());

async function page(word: 'approve' | 'check', cookie = 'cart=7') {
  const words = [command, 'page', word, `${site.address}/pay`, '--header', `cookie: ${cookie}`];
  const child = spawn(process.execPath, words, { cwd: folder });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr: stderr.replaceAll(site.address, ''), status };
}

/** What `check` says once the page has changed. */
async function checked(changes: Record<string, string>, changedHeaders: Record<string, string> = {}) {
  served = { ...approved, ...changes };
  headers = { 'content-security-policy': `${policy} 'nonce-RANDOM'`, ...changedHeaders };
  const { status, stderr } = await page('check');
  const lines = stderr.split('\n').filter((line) => line.startsWith('- '));
  return { status, lines };
}

const withTag = (tag: string) => ({ '/pay': approved['/pay'] + tag });

describe('npx ship-elements page', () => {
  before(async () => {
    headers = { 'content-security-policy': `${policy} 'nonce-1'` };
    const { stdout, status } = await page('approve');
    expect(status).to.equal(0);
    expect(stdout).to.include('/shop.js: sha384-').and.include('begins "start({ pay: 1 > 0 });"');
  });

  it('says nothing of a page that is as it was approved, whatever its data and its nonces are', async () => {
    expect(await checked({})).to.deep.equal({ status: 0, lines: [] });
  });

  it('names a further script, however its tag is written', async () => {
    const tags = [
      '<script src=/1.js></script>',
      "<SCRIPT\nsrc = '/2.js'/></SCRIPT>",
      '<a x=y\'><script src="/3.js"></script><a z=\'>',
      '<!--><script src="/4.js"></script>-->',
      '<svg><script xlink:href="/5.js"/></svg>',
    ];
    const found = await checked(withTag(tags.join('\n')));
    expect(found).to.deep.equal({ status: 1, lines: tags.map((_tag, index) => `- New: /${index + 1}.js`) });
    const { lines } = await checked(withTag('<script>evil()</script><script src="/gone.js"></script>'));
    expect(lines).to.deep.equal(['- New: the script in the page that begins "evil()"', '- New: /gone.js']);
  });

  it('names a script whose content or integrity has changed, and one that is gone', async () => {
    const { lines } = await checked({
      '/pay': approved['/pay'].replace(' integrity="sha384-right"', '').replace('pay: 1', 'pay: 2'),
      '/shop.js': 'one(); evil()',
    });
    expect(lines).to.have.length(3);
    expect(lines[0]).to.match(
      /^- Changed: \/shop\.js: hash was sha384-.+, is sha384-.+: integrity was sha384-right, is not there$/,
    );
    expect(lines[1]).to.include('New: the script in the page that begins "start({ pay: 2');
    expect(lines[2]).to.include('Gone: the script in the page that begins "start({ pay: 1');
  });

  it('names a header that has changed, appeared or gone, and a base of addresses', async () => {
    const { lines } = await checked(withTag('<base href="/">'), {
      'content-security-policy': 'default-src *',
      'x-frame-options': 'DENY',
    });
    expect(lines).to.deep.equal([
      `- Changed: content-security-policy was ${policy} 'nonce-…', is default-src *`,
      '- Changed: x-frame-options was not there, is DENY',
      '- Changed: <base> was not there, is /',
    ]);
  });

  it('says that it could not compare: a page that does not answer, or was never approved', async () => {
    served = approved;
    expect(await page('check', 'none')).to.deep.equal({ status: 2, stdout: '', stderr: '/pay answered 404.\n' });
    rmSync(join(folder, 'approved-pages.json'));
    expect(await page('check')).to.deep.include({ status: 2, stdout: '' });
  });

  it('approves no script that differs from one request to the next, and says where data belongs', async () => {
    served = withTag('<script>visit(RANDOM)</script>');
    const { status, stderr } = await page('approve');
    expect(status).to.equal(1);
    expect(stderr).to.include('application/json').and.include('begins "visit(0.');
    expect(() => readFileSync(join(folder, 'approved-pages.json'))).to.throw('ENOENT');
  });
});
