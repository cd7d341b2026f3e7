/** Prints the security headers of a page, and each script that its HTML names, with its hash: `node payment-page.mjs URL [COOKIE]`. */
import { createHash } from 'node:crypto';

const [url, cookie = ''] = process.argv.slice(2);
const watched = /policy|^(content-type|report|x-|strict-transport|access-control)/;
const hash = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
// Each answer has another nonce.
const withoutNonce = (text) => text.replace(/'nonce-[^']*'|\snonce=("[^"]*"|'[^']*'|[^\s>]*)/gi, '');

async function load(address, headers = {}) {
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
  return { address: answer.url, headers: answer.headers, text: await answer.text() };
}

const page = await load(url, { cookie });
const lines = [page.address];
for (const [name, value] of page.headers) if (watched.test(name)) lines.push(`${name}: ${withoutNonce(value)}`);
// Each place that could be such a tag, also in a comment: nothing can hide by the way in which the HTML is read.
for (const rest of page.text.split(/<(?=(?:script|meta|base)[\s/>])/i).slice(1)) {
  const [tag] = rest.split('>');
  // Data is not run, and differs from visit to visit.
  if (/^script type="application\/(ld\+)?json"( id="[\w-]*")?$/.test(tag)) continue;
  const content = /^script/i.test(tag) ? rest.slice(tag.length).split(/<\/script/i)[0] : '';
  lines.push(`<${withoutNonce(tag).replace(/\s+/g, ' ')}> ${hash(content)}`);
  const [, src] = /^script.*[\s/"':](?:src|href)\s*=\s*["']?([^\s"'>]+)/is.exec(tag) ?? [];
  if (src) lines.push(`  ${hash((await load(new URL(src, page.address))).text)}`);
}
process.stdout.write(`${lines.join('\n')}\n`);
