import { ingredients, licencesName, scriptName, version } from './script.ts';

/** The identity of the file: its name, version, hash and size. */
export interface Integrity {
  file: string;
  version: string;
  integrity: string;
  bytes: number;
}

/**
 * The page about the file, for a shop's developer and assessor: the tag with its hash, the policy, and the answers for a script
 * inventory (PCI DSS 4.0.1, requirement 6.4.3).
 */
export function scriptTagPage({ integrity, bytes }: Integrity, policy: string, modules: readonly string[]): string {
  const parts = ingredients(modules).map(({ name, version, license }) => `${name} ${version} (${license})`);
  return `# The script-tag file of ship-elements ${version}

Written by the build, with the hash of the file beside it.

## The tag

\`\`\`html
<script src="/${scriptName}" integrity="${integrity}" crossorigin="anonymous" defer></script>
\`\`\`

Copy \`${scriptName}\` and \`${licencesName}\` to your server. The name has the version, and the content of a version never changes, so
that browsers may keep it: \`Cache-Control: public, max-age=31536000, immutable\`. A browser does not run a file with another hash.
\`ship-elements.sri.json\` has the hash for your build to read.

## The policy

\`\`\`
${policy}
\`\`\`

\`script-src\` and \`connect-src\` name your own origin. If the file or \`base-url\` is on another origin, name that one. With pictures of
couriers (\`logos\`) add their origin as \`img-src\`. If the page has a Lit of its own, use
\`trusted-types lit-html 'allow-duplicates'\`.

## The script inventory (PCI DSS 4.0.1, requirement 6.4.3)

| Asked for                   | Answer                                                                                                      |
| --------------------------- | ----------------------------------------------------------------------------------------------------------- |
| Script                      | \`${scriptName}\`, ship-elements ${version}, ${bytes} bytes                                                   |
| Made of                     | ${['ship-elements (MIT)', ...parts].join(', ')} |
| Business justification      | The shopper chooses a courier, insurance and cash on delivery, and places or cancels the shipping order       |
| Technical justification     | Registers four custom elements; does nothing in a page without one of them                                   |
| Authorised by, and when     | *yours to fill in*                                                                                           |
| Integrity is assured by     | \`integrity="${integrity}"\`, a name with the version, and \`script-src\` of the policy        |
| Loads other scripts         | none: no \`import()\`, no \`eval\`, no inline script or style                                                    |
| Talks to                    | \`base-url\` alone, your own gateway; with \`logos\`, where those pictures are; nobody else |
| Reads in the page           | its own attributes, properties, slots and labels, the nearest \`lang\`, and whether the page is in sight; no field of the page's, no card data |
| Sends                       | for prices: places, items, couriers, amounts, and the \`cart\` that your server has signed; for an order: the contacts that your page hands to \`order\`, its \`reference\` and your server's grant; for a cancellation: its reason |
| Keeps in the browser        | in \`sessionStorage\`, as \`ship-unanswered\` and \`ship-placed\`: references, ids and fingerprints of orders, and what cancels one at the gateway for a quarter of an hour; no name, phone number or address, no cookie |
| Adds to forms               | under the element's own \`name\`: the chosen service; beside it \`-offer\`, the gateway's word on the price, and the switches \`-insured\` and \`-cash-on-delivery\` |
`;
}
