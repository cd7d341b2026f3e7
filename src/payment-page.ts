/**
 * `npx ship-elements page`: compares the scripts and the security headers of a payment page with those that were approved, for PCI DSS
 * 11.6.1. It reads the HTML as the server sends it, and runs no script.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const usage = `npx ship-elements page approve URL   writes down the scripts and the security headers of a payment page
npx ship-elements page check URL     compares the page with what was approved

  --file FILE            what was approved, for any number of pages (approved-pages.json)
  --header 'NAME: VALUE' sent for the page itself, such as the cookie of a cart; may be given several times
  --help                 prints this

check exits with 0 if nothing has changed, 1 if something has, and 2 if it could not compare. What has changed goes to stderr, so that
cron sends it to you. It reads the HTML that the server sends, and each script that the HTML names. It runs nothing: it does not see what
a script loads later, or what a handler such as onclick does. A strict Content-Security-Policy keeps both out of the page.
`;

/** The headers that say what a page may load and who may frame it, and how its text is read. */
const watched = [
  'access-control-allow-origin',
  'content-security-policy',
  'content-security-policy-report-only',
  'content-type',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'report-to',
  'reporting-endpoints',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

interface Script {
  /** Its address, or else how it begins. */
  src?: string;
  begins?: string;
  integrity?: string;
  /** Of its content, or why it could not be loaded. */
  hash: string;
}

interface Page {
  /** Where redirects have led. */
  address: string;
  headers: Record<string, string>;
  scripts: Script[];
}

/** What was approved, by the address that was asked. */
type Approved = Record<string, Page & { approved: string }>;

/** The message is a sentence for the user. */
class PageError extends Error {}

const hashOf = (content: string | Uint8Array) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

async function load(url: string, headers: Record<string, string> = {}): Promise<Response> {
  // As a browser asks: a changed page may hide from programs.
  const browser = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    accept: '*/*',
  };
  const options = { headers: { ...browser, ...headers }, signal: AbortSignal.timeout(30_000) };
  const answer = await fetch(url, options).catch((cause: Error) => {
    throw new PageError(
      `${url} could not be loaded: ${cause.cause instanceof Error ? cause.cause.message : cause.message}.`,
    );
  });
  if (!answer.ok) throw new PageError(`${url} answered ${answer.status}.`);
  return answer;
}

/** The attributes behind the name of a tag, as a browser reads them: the first of a name counts. */
function attributesIn(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  const next = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
  for (let found = next.exec(text); found; found = next.exec(text)) {
    const [, name = '', double, single, bare = ''] = found;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, (double ?? single ?? bare).replaceAll('&amp;', '&'));
  }
  return attributes;
}

/** The text behind each place that could be a tag, also in a comment: nothing can hide by the way in which the HTML is read. */
const tagsIn = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}(?=[\\s/>])`, 'gi'))].map(({ index, 0: tag }) =>
    html.slice(index + tag.length),
  );

/** Data in a script element, such as `application/json`, is not run, and differs from visit to visit. */
const isRun = (type = '') => !type.trim() || /script|^\s*(module|importmap|speculationrules)\s*$/i.test(type);

/** Each answer has another nonce. */
const withoutNonce = (text: string) => text.replace(/'nonce-[^']*'/g, "'nonce-…'");

async function scriptAt(rest: string, base: string): Promise<Script> {
  const attributes = attributesIn(rest);
  const src = attributes.get('src') ?? attributes.get('href') ?? attributes.get('xlink:href');
  if (src === undefined) {
    // With its attributes, because what a browser takes for the end of the tag may differ from what this takes.
    const [inline = ''] = rest.replace(/^([^>]*?\snonce=)("[^"]*"|'[^']*'|[^\s>]*)/i, '$1').split(/<\/script/i);
    const content = inline.slice(inline.indexOf('>') + 1).trim();
    return { begins: content.replace(/\s+/g, ' ').slice(0, 60), hash: hashOf(inline) };
  }
  const integrity = attributes.get('integrity');
  const address = URL.canParse(src, base) ? new URL(src, base).href : src;
  const hash = await load(address)
    .then(async (answer) => hashOf(new Uint8Array(await answer.arrayBuffer())))
    .catch((problem: Error) => problem.message);
  return { src: address, ...(integrity !== undefined && { integrity }), hash };
}

async function readPage(url: string, sent: Record<string, string>): Promise<Page> {
  const answer = await load(url, sent);
  const html = await answer.text();
  const headers = Object.fromEntries(
    watched.flatMap((name) => (answer.headers.has(name) ? [[name, withoutNonce(answer.headers.get(name) ?? '')]] : [])),
  );
  const tags = (name: string) => tagsIn(html, name).map(attributesIn);
  const policies = tags('meta').filter((meta) => /^content-security-policy/i.test(meta.get('http-equiv') ?? ''));
  if (policies.length)
    headers['<meta> content-security-policy'] = policies
      .map((meta) => withoutNonce(meta.get('content') ?? ''))
      .join('; ');
  const bases = tags('base').flatMap((base) => base.get('href') ?? []);
  if (bases.length) headers['<base>'] = bases.join(', ');
  const [base = ''] = bases;
  const run = tagsIn(html, 'script').filter((rest) => isRun(attributesIn(rest).get('type')));
  const scripts = run.map((rest) =>
    scriptAt(rest, URL.canParse(base, answer.url) ? new URL(base, answer.url).href : answer.url),
  );
  return { address: answer.url, headers, scripts: await Promise.all(scripts) };
}

const nameOf = ({ src, begins }: Script) => src ?? `the script in the page that begins "${begins}"`;

/** What differs, a line each. */
function changesOf(before: Page, now: Page): string[] {
  const lacks = ({ scripts }: Page) => {
    const known = new Set(scripts.map((script) => JSON.stringify(script)));
    return (script: Script) => !known.has(JSON.stringify(script));
  };
  const gone = before.scripts.filter(lacks(now));
  const added = now.scripts.filter(lacks(before));
  const sameAs = (one: Script) => (other: Script) => one.src !== undefined && one.src === other.src;
  const lines = added.flatMap((script) => {
    const earlier = gone.find(sameAs(script));
    if (!earlier) return [`New: ${nameOf(script)}`];
    const was = (what: 'hash' | 'integrity') =>
      script[what] === earlier[what]
        ? ''
        : `: ${what} was ${earlier[what] ?? 'not there'}, is ${script[what] ?? 'not there'}`;
    return [`Changed: ${nameOf(script)}${was('hash')}${was('integrity')}`];
  });
  lines.push(...gone.filter((script) => !added.some(sameAs(script))).map((script) => `Gone: ${nameOf(script)}`));
  for (const name of new Set([...Object.keys(before.headers), ...Object.keys(now.headers)])) {
    const [was = 'not there', is = 'not there'] = [before.headers[name], now.headers[name]];
    if (was !== is) lines.push(`Changed: ${name} was ${was}, is ${is}`);
  }
  if (before.address !== now.address) lines.push(`Changed: the page leads to ${now.address}, not to ${before.address}`);
  return lines;
}

const readApproved = (file: string): Approved => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (problem) {
    if (Object(problem).code === 'ENOENT') return {};
    throw new PageError(`${file} is not what "page approve" writes: ${String(problem)}`);
  }
};

const list = (lines: string[]) => lines.map((line) => `- ${line}\n`).join('');

async function approve(url: string, file: string, sent: Record<string, string>): Promise<number> {
  const [first, page] = [await readPage(url, sent), await readPage(url, sent)];
  const unstable = changesOf(first, page);
  if (unstable.length) {
    process.stderr.write(
      `Nothing was written: two requests got two pages, so each check would fail. Data belongs in a script of the type application/json.\n${list(unstable)}`,
    );
    return 1;
  }
  const pages = { ...readApproved(file), [url]: { approved: new Date().toISOString(), ...page } };
  writeFileSync(file, `${JSON.stringify(pages, null, 2)}\n`);
  const headers = Object.entries(page.headers).map(([name, value]) => `${name}: ${value}`);
  process.stdout.write(`Written to ${file}. Read it, and keep it where the page's server cannot write.\n`);
  process.stdout.write(list([...page.scripts.map((script) => `${nameOf(script)}: ${script.hash}`), ...headers]));
  return 0;
}

async function check(url: string, file: string, sent: Record<string, string>): Promise<number> {
  const approved = readApproved(file)[url];
  if (!approved) throw new PageError(`${file} has no ${url}: run "npx ship-elements page approve ${url}" first.`);
  const changes = changesOf(approved, await readPage(url, sent));
  if (changes.length) {
    process.stderr.write(`${url} has changed since ${approved.approved}, when it was approved:\n${list(changes)}`);
    process.stderr.write(`If this is right: npx ship-elements page approve ${url}\n`);
    return 1;
  }
  process.stdout.write(`${new Date().toISOString()} ${url} is as it was approved on ${approved.approved}.\n`);
  return 0;
}

const options = {
  file: { type: 'string', default: 'approved-pages.json' },
  header: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', default: false },
} as const;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [command, url = ''] = positionals;
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const commands = new Map([
    ['approve', approve],
    ['check', check],
  ]);
  const chosen = commands.get(command ?? '');
  if (!chosen || positionals.length !== 2 || !/^https?:/.test(url) || !URL.canParse(url))
    throw new PageError(usage.trim());
  const sent = values.header.map((line) => /^([\w-]+):\s*(.*)$/.exec(line)?.slice(1) ?? []);
  if (sent.some(([name]) => !name)) throw new PageError("--header must be 'NAME: VALUE'.");
  return chosen(url, values.file, Object.fromEntries(sent));
}

process.exitCode = await run(process.argv.slice(2)).catch((problem: Error) => {
  process.stderr.write(`${problem.message}\n`);
  return 2;
});
