import { ingredients, licencesOf, type Script, version } from './script.ts';

/** The identity of a script-tag file: its name, version, hash and size. */
interface Integrity {
  file: string;
  version: string;
  integrity: string;
  bytes: number;
}

/** A script-tag file as it was built. */
export interface BuiltScript {
  script: Script;
  integrity: Integrity;
  /** Paths of the modules in it. */
  moduleIds: readonly string[];
}

/**
 * The page about the files, for a shop's developer and assessor: the tags with their hashes, the policy, and the answers for a script
 * inventory (PCI DSS 4.0.1, requirement 6.4.3).
 */
export function scriptTagPage(built: readonly BuiltScript[], policy: string): string {
  return `# The script-tag files of ship-elements ${version}

Written by the build, with the hashes of the files beside it. A page loads one of them.

## The tags

${built.map(tagOf).join('\n')}
Copy the file and its \`LICENSE.txt\` to your server. The name has the version, and the content of a version never changes, so
that browsers may keep it: \`Cache-Control: public, max-age=31536000, immutable\`. A browser does not run a file with another hash.
\`ship-elements.sri.json\` has the hashes for your build to read.

## The policy

\`\`\`
${policy}
\`\`\`

\`script-src\` and \`connect-src\` name your own origin. If the file or \`base-url\` is on another origin, name that one. With pictures of
couriers (\`logos\`) add their origin as \`img-src\`. A page with one of the files and no other Lit can leave
\`'allow-duplicates'\` out.

## The script inventory (PCI DSS 4.0.1, requirement 6.4.3)

${built.map(inventoryOf).join('\n')}`;
}

const tagOf = ({ script, integrity: { file, integrity } }: BuiltScript) => `### ${script.name}

\`\`\`html
<script src="/${file}" integrity="${integrity}" crossorigin="anonymous" defer></script>
\`\`\`
`;

function inventoryOf({ script, integrity: { file, integrity, bytes }, moduleIds }: BuiltScript): string {
  const { purpose, registers, reads, sends, keeps, adds } = script.inventory;
  const parts = ingredients(moduleIds).map(({ name, version, license }) => `${name} ${version} (${license})`);
  return `### ${script.name}

| Asked for | Answer |
| --- | --- |
| Script | \`${file}\`, ship-elements ${version}, ${bytes} bytes, with \`${licencesOf(file)}\` |
| Made of | ${['ship-elements (MIT)', ...parts].join(', ')} |
| Business justification | ${purpose} |
| Technical justification | Registers ${registers}; does nothing in a page without one of them |
| Authorised by, and when | *yours to fill in* |
| Integrity is assured by | \`integrity="${integrity}"\`, a name with the version, and \`script-src\` of the policy |
| Loads other scripts | none: no \`import()\`, no \`eval\`, no inline script or style |
| Talks to | \`base-url\` alone, your own gateway; with \`logos\`, where those pictures are; nobody else |
| Reads in the page | ${reads} |
| Sends | ${sends} |
| Keeps in the browser | ${keeps} |
| Adds to forms | ${adds} |
`;
}
