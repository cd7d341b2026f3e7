import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, parseAst, type UserConfig } from 'vite';
import { demoShop } from './demo/server/plugin.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** A syntax tree as far as the templates and members in it matter. */
interface Node {
  type?: string;
  tag?: { name?: string };
  quasi?: { quasis: { start: number; end: number }[] };
  key?: { name?: string; value?: string };
  start?: number;
  end?: number;
}

type Squeeze = (text: string) => string;

/** White space and comments that a style sheet does not need. */
const squeezeCss: Squeeze = (text) =>
  text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{};,]|\s)\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replace(/;}/g, '}')
    .replace(/([^\w.#])0\./g, '$1.');

/** Line ends between tags, and indentation; a space that stands in a line is the author's. */
const squeezeHtml: Squeeze = (text) =>
  text
    .replace(/>\s*\n\s*</g, '><')
    .replace(/\s*\n\s*(\/?>)/g, '$1')
    .replace(/\s+/g, ' ');

function* templatesIn(node: unknown): Generator<{ start: number; end: number; squeeze: Squeeze }> {
  if (!node || typeof node !== 'object') return;
  const { type, tag, quasi } = node as Node;
  const squeeze = type === 'TaggedTemplateExpression' && { html: squeezeHtml, css: squeezeCss }[tag?.name ?? ''];
  for (const { start, end } of (squeeze && quasi?.quasis) || []) yield { start, end, squeeze: squeeze as Squeeze };
  for (const child of Object.values(node)) yield* templatesIn(child);
}

/** Takes out of `html` and `css` templates what no shopper's browser needs to load: 2 KB. */
const squeezeTemplates: Plugin = {
  name: 'squeeze-templates',
  enforce: 'post',
  transform(code, id) {
    if (!/\/src\/elements\/.*\.ts$/.test(id)) return null;
    let squeezed = '';
    let end = 0;
    for (const template of [...templatesIn(parseAst(code))].sort((a, b) => a.start - b.start)) {
      squeezed += code.slice(end, template.start) + template.squeeze(code.slice(template.start, template.end));
      end = template.end;
    }
    // Lit's `css` checks what is put into a template; ours have no holes, and all that is left to do is `unsafeCSS`.
    const checked = /import \{ css \} from ['"]lit['"]/;
    return { code: (squeezed + code.slice(end)).replace(checked, 'import { unsafeCSS as css } from "lit"'), map: null };
  },
};

/**
 * Takes out of Lit what only browsers below the floor (Safari 17.5, Chrome 125, Firefox 126) come to: style sheets that are
 * not adopted, and polyfills. 0.2 KB that no shopper's browser runs.
 */
const leaveOutOldBrowsers: Plugin = {
  name: 'leave-out-old-browsers',
  enforce: 'pre',
  transform(code, id) {
    if (!/node_modules\/(@lit|lit-html|lit-element)\//.test(id)) return null;
    const modern = code
      .replace(/=t\.ShadowRoot&&[^,]+,/, '=true,')
      .replace(/\w+\.(litHtml|litElement|reactiveElement)PolyfillSupport/g, 'undefined');
    if (/css-tag\.js/.test(id) && modern === code) this.error('Lit’s css-tag.js is not what it was: look at it again.');
    return { code: modern, map: null };
  },
};

interface Uncalled {
  /** Members of its objects and classes. */
  members: string;
  /** What stands there, and what is left of it. */
  shortcuts?: Record<string, string>;
}

/**
 * What nothing of ours calls; in the script-tag file nobody else can, for it exports nothing. Every schema of ours is one
 * transform, and its issues have their words and their paths (contract/fields.ts).
 */
const uncalled: Record<string, Uncalled> = {
  'zod/v4/mini/schemas.js': { members: 'with parse parseAsync safeParseAsync check clone brand register apply' },
  'zod/v4/core/schemas.js': {
    members: '~standard',
    shortcuts: {
      'if (checks.length === 0)': 'if (true)',
      'if (ctx.direction === "backward")': 'if (false)',
      'if (ctx.async)': 'if (false)',
    },
  },
  'zod/v4/core/core.js': {
    members: '',
    shortcuts: {
      'params?.Parent ? newError(Definition) : this': 'this',
      'params?.Parent ?? Object': 'Object',
      'params?.Parent && inst instanceof params.Parent': 'false',
      'globalThis.__zod_globalConfig?.postProcessor': 'undefined',
      'Object.defineProperty(Definition, "name", { value: name });': '',
    },
  },
  'zod/v4/core/parse.js': {
    members: '',
    shortcuts: { 'failure(_Err, result.issues, ctx)': '{ success: false, error: { issues: result.issues } }' },
  },
  '@lit/task/task.js': { members: 'taskComplete render' },
  'lit-html/lit-html.js': {
    members: '',
    // Directives, on an element as well.
    shortcuts: {
      'function M(t,i,s=t,e){if(i===E)return i;let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;return h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),i}':
        'function M(t,i){return i}',
      '6===r.type&&(i=new Z(h,this,t))': '0',
    },
  },
  '@lit/reactive-element/reactive-element.js': {
    members: 'addInitializer removeController',
    // Decorators leave notes there; the elements have none.
    shortcuts: {
      'Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;': '',
      'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}':
        '',
    },
  },
};

function* membersIn(node: unknown, names: string[]): Generator<{ name: string; start: number; end: number }> {
  if (!node || typeof node !== 'object') return;
  const { type, key, start = 0, end = 0 } = node as Node;
  const name = key?.name ?? key?.value ?? '';
  const member = type === 'Property' || type === 'MethodDefinition';
  if (member && names.includes(name)) yield { name, start, end };
  else for (const child of Object.values(node)) yield* membersIn(child, names);
}

const leaveOutUncalled: Plugin = {
  name: 'leave-out-uncalled',
  enforce: 'pre',
  transform(code, id) {
    const [file, left] = Object.entries(uncalled).find(([name]) => id.endsWith(name)) ?? [];
    if (!left) return null;
    const names = left.members.split(' ').filter(Boolean);
    const members = [...membersIn(parseAst(code), names)];
    let rest = code;
    for (const { start, end } of members.sort((a, b) => b.start - a.start)) {
      rest = rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, '');
    }
    const missing = new Set(names);
    for (const { name } of members) missing.delete(name);
    for (const [from, to] of Object.entries(left.shortcuts ?? {})) {
      if (!rest.includes(from)) missing.add(from);
      rest = rest.replaceAll(from, to);
    }
    if (missing.size) this.error(`${file} is not what it was, look at it again: ${[...missing].join(', ')}`);
    return { code: rest, map: null };
  },
};

/** What Lit, its Task and zod call each other by: nothing of it is on the page's window, or looked up by its text. */
const libraryNames = [
  'addController addInitializer autoRun argsEqual createProperty createRenderRoot enableUpdating fromAttribute',
  'getPropertyDescriptor getPropertyOptions hasChanged hasUpdated hostConnected hostDisconnected hostUpdate hostUpdated',
  'isUpdatePending noAccessor performUpdate removeController renderOptions renderRoot scheduleUpdate shouldUpdate',
  'taskComplete toAttribute useDefault wrapped constr deferred memoizer onattach optin optout skipChecks traits',
]
  .join(' ')
  .split(' ');

/**
 * Names that no page knows: what TypeScript calls private or protected, and what is marked as internal. The script-tag file
 * exports nothing, so that nobody can miss them; neither can anybody miss what the libraries in it call `_…`; `__…`
 * is on the page's window. Not those that a template sets, `.whole=${…}`: there they are text.
 */
function innerNames(folder: string): string[] {
  const member =
    /(?:\bprivate|\bprotected|@internal\b[^/]*\*\/\s)\s*(?:(?:abstract|override|readonly|static|async|get|set) )*(\w+)\s*[(:=?;<]/g;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const source = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n');
  const names = new Set([...source.matchAll(member)].flatMap(([, name]) => name ?? []));
  return ['_[^_].*', ...libraryNames, ...names].filter((name) => !source.includes(`.${name}=`));
}

/** `npm run build`: the script-tag file, one classic script that works with `defer` and with `type="module"`. */
export const embed: UserConfig = {
  root,
  mode: 'production',
  // Said, not left to NODE_ENV: the dev server sets that to `development`, and would serve Lit's development build.
  resolve: { conditions: ['module', 'browser', 'production'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [leaveOutOldBrowsers, leaveOutUncalled, squeezeTemplates],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    // Slower than Vite's own, and 2 % smaller: it runs once, the file is loaded by every shopper.
    minify: 'terser',
    terserOptions: {
      ecma: 2020,
      toplevel: true,
      safari10: false,
      // In a page of another encoding than UTF-8, or of none, a script without a charset of its own is read as that.
      format: { ascii_only: true },
      compress: { passes: 6, unsafe: true, unsafe_arrows: true, keep_fargs: false, inline: 1, pure_getters: true },
      mangle: { properties: { regex: new RegExp(`^(${innerNames(`${root}src/elements`).join('|')})$`) } },
    },
    lib: { entry: 'src/embed.ts', formats: ['iife'], name: 'shipElements', fileName: () => 'ship-elements.js' },
  },
};

const pages = `${root}demo/elements/`;

/**
 * What the pages of the elements have in common stands in files of its own, and goes into each where their names are; the link to
 * the page itself says so.
 */
const sharedMarkup: Plugin = {
  name: 'shared-markup',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { filename }) =>
      html
        .replace(/<!-- (\w+\.html) -->/g, (_name, file) => readFileSync(pages + file, 'utf8'))
        .replace(`<a href="${basename(filename)}">`, `<a href="${basename(filename)}" aria-current="page">`),
  },
};

/** What only a server can show is not linked from files. */
const withoutServer: Plugin = {
  name: 'without-server',
  transformIndexHtml: (html) => html.replace(/\s*<a [^>]*data-server[^>]*>.*?<\/a>/g, ''),
};

/** `npm start`: the demo shop, its gateway and its sandbox. */
const demo: UserConfig = {
  root: `${root}demo`,
  server: { host: '127.0.0.1', port: 5173 },
  optimizeDeps: { include: ['lit', '@lit/task', 'zod/mini', 'hono'] },
  plugins: [sharedMarkup, demoShop({ database: process.env.SHOP_DATABASE ?? `${root}.data/shop.db`, embed })],
};

const elements = ['checkout', 'courier-picker', 'rate-comparison', 'order-button'];

/** `npm run build:demo`: the checkout page and those of the elements with their sandbox in them, for any file host. */
const staticDemo: UserConfig = {
  root: `${root}demo`,
  base: './',
  plugins: [sharedMarkup, withoutServer],
  build: {
    outDir: `${root}dist/demo`,
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: [`${root}demo/index.html`, ...elements.map((name) => `${pages}${name}.html`)] },
  },
};

export default defineConfig(({ command, mode }) => {
  if (command === 'serve') return demo;
  return mode === 'static' ? staticDemo : embed;
});
