import { posix } from 'node:path';
import type { ElementEntry } from './manifest.ts';

/** What agents know of the skill before they read it. At most 1,024 characters: https://agentskills.io/specification. */
const description =
  'Adds delivery to the checkout of a shop in Indonesia with ship-elements: courier rates (ongkir), insurance, cash on delivery (COD), the shipping order and tracking. Use it when a page has or needs a <ship-…> element, or when a server signs carts, verifies offers or runs the shipping gateway.';

const home = 'node_modules/ship-elements';

/** Pages to read for a task. */
const pages: [page: string, when: string][] = [
  ['README.md', 'the list of all pages'],
  ['start.md', 'a first page and server over the sandbox, and all imports'],
  ['frameworks.md', 'React, Vue, Svelte, Angular, Next, Astro, PHP, and a whole signed purchase to copy'],
  ['reference.md', 'attributes, properties, parts and tokens'],
  ['events.md', 'events and their fields'],
  ['pay-then-ship.md', 'the order after the payment'],
  [
    'run-the-gateway.md',
    "the gateway on each host, in Next, Express, Fastify and Node's http, and what to do when something is down",
  ],
  ['production.md', 'one whole shop on one machine: payment webhook, order, news, tracking, nginx, systemd'],
  ['tokens.md', 'cart, offer and grant'],
  ['theming.md', 'colours, sizes, dark'],
  ['errors.md', 'what an error means and what to do'],
  ['testing.md', 'tests of the shop, without its network'],
  ['limits.md', 'what is not built: do not promise it'],
  ['go-live.md', 'from the sandbox to an account'],
];

/**
 * A section of a page, without its heading. Its links become paths in the shop's project, and no links: agents read the skill where
 * the shop has copied it to.
 */
function sectionOf(text: string, heading: string): string {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0];
  if (!section) throw new Error(`The docs have no section "${heading}". src/package/skill.ts takes it from there.`);
  return section
    .trim()
    .replaceAll('- [ ] ', '- ')
    .replace(/\[([^\]]+)\]\(([^)#]+)(?:#[^)]*)?\)/g, (_link, name, path) =>
      /^https?:/.test(path) ? `${name} (${path})` : `${name} (\`${posix.join(home, 'demo/docs', path)}\`)`,
    );
}

/** The files of a whole purchase: page, server and test. */
const purchase = ['shop-with-form.mjs', 'shop-server.mjs', 'shop-with-form.test.mjs'];

/**
 * The skill for coding agents.
 * @param docs reads a page of the docs
 * @param recipe reads a file of `demo/recipes`
 */
export function skill(
  entries: readonly ElementEntry[],
  docs: (page: string) => string,
  recipe: (file: string) => string,
): string {
  const [start, goLive] = [docs('start.md'), docs('go-live.md')];
  return `---
name: ship-elements
description: ${JSON.stringify(description)}
---

# ship-elements

Written by the build from the docs of the installed version. Paths begin at the project's root. ship-elements was not tried against the live service.

## Which element

${entries.map(({ tag, description }) => `- \`<${tag}>\`: ${description}`).join('\n')}

A page with a checkout needs no \`<ship-rate-comparison>\`, \`<ship-courier-picker>\` or order button of its own: \`<ship-checkout>\` renders them. Read the attributes, events, slots and parts of a tag in \`${home}/dist/custom-elements.json\`. Invent no attribute: the console names an unknown one.

## How the parts fit

${sectionOf(start, 'How the parts fit')}

- \`npx ship-elements sandbox\` plays the shipping service. \`npx ship-elements gateway\` runs the gateway. Each has \`--help\`.
- \`base-url\` is a path of the shop's own server, \`/shipping\`, at which the gateway answers. It is never the address of the shipping service.
- The shop's server signs the \`cart\` (\`signCart\`). With it, the gateway signs an \`offer\` for each rate. The form, or \`ship-order-submit\`, brings the offer of the chosen rate to the server, which verifies it (\`verifyOffer\`), takes \`payNow\`, and signs a \`grant\` (\`signGrant\`). With the grant, the page sets \`event.grant\`, or the server calls \`gateway.order(grant)\`: one order. All come from \`ship-elements/server\`. The purchase below does these steps by \`accept\`, \`take\` and \`ship\` of \`ship-elements/purchases\`. \`cancel(reference, { visit })\` cancels for the shopper.

## Mistakes that cost money

In a shop that is right, each of these is true:

${sectionOf(goLive, 'The money')}
${sectionOf(goLive, 'The page')}
- The key of the service and the secret of the tokens stay on the server: in no page, no attribute, no bundle and no repository.
- The place of an offer is what the page asked with. With a district it is the area id and the postal code together: \`area\` and \`area-postal-code\` of the form. \`readChoice(form)\` of \`ship-elements/purchases\` reads both. With one of them alone, the offer is "for another place", and nothing can be bought.
- The package is ES modules alone: the server's \`package.json\` has \`"type": "module"\`, or its files end in \`.mjs\`.
- The cookie of the visit comes back with the form. "Your cart has changed in another page" on a first try is a lost cookie: \`secure: true\` on http.
- The gateway has \`trustedHops: 1\` behind one proxy. Without it all shoppers are one address, and after 200 new searches in a day none finds a district.
- An order is repeated only under its own \`reference\`. A new reference is a further parcel.

## A whole purchase

It runs as it stands: \`npm install ship-elements hono @hono/node-server jose libsql\`, then \`node --test\`. By hand, in two terminals:

\`\`\`sh
npx ship-elements sandbox --key test-key
SHIPPING_URL=http://127.0.0.1:4010 SHIPPING_KEY=test-key SHIPPING_SECRET="$(openssl rand -base64 33)" node shop-server.mjs
\`\`\`

${purchase.map((file) => `\`${file}\`:\n\n\`\`\`js\n${recipe(file)}\`\`\``).join('\n\n')}

In React, Vue or Svelte the server is the same: the elements stand in the form of your component, which submits the same fields. Import \`ship-elements/define\` and \`ship-elements/area-search\` instead of the script, and set \`cart\` and \`shipment\` from your server's JSON; in SvelteKit \`shipment={JSON.stringify(data.shipment)}\`.
Where a server renders React (Next), and in React 18, write \`<ShipAreaSearch htmlFor="delivery" baseUrl="/shipping">\` and \`<ShipCheckout>\` of \`ship-elements/react\`, which import the elements themselves: React gives no object to a tag that it hydrates, and without goods there are no prices.
In Next, a route \`app/shipping/[...path]/route.ts\` answers GET and POST with \`gateway.fetch(request)\`, in SvelteKit 2 (with \`@sveltejs/adapter-node@5\`) \`src/routes/shipping/[...path]/+server.js\` with \`gateway.fetch(request, { address: getClientAddress() })\`, and both are opened by the first request or \`init\`, not while the module loads, because the build loads it without your secrets; the gateway has \`basePath: '/shipping'\` and \`trustedHops: 1\`. In Express, \`getRequestListener\` of \`@hono/node-server\` stands at \`/shipping\` before what reads bodies, without \`basePath\`. In Astro, set \`output: 'server'\`, and your host in \`security.allowedDomains\`: without it, a built page answers its own form 403, "Cross-site POST form submissions are forbidden".

## Read before you write

In \`${home}/demo/docs\`, and beside it:

${pages.map(([page, when]) => `- \`${page}\`: ${when}`).join('\n')}
- \`${home}/src/gateway/README.md\`: the gateway, from zero to live. \`${home}/src/contract/README.md\`: each field of the wire.
- \`${home}/demo/recipes\`: files to paste. \`${home}/demo/frameworks\`: a project for each framework. The tests run them as they stand.
- \`${home}/dist/script-tag.md\`: the tag for a page without a bundler, with the file's hash.
`;
}
