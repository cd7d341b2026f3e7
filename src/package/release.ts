/** What a version needs before it may be published. `test/run.ts` checks the rest: the build, its files, types and sizes. */
export interface Release {
  manifest: { version: string; private?: boolean; repository?: unknown };
  /** The text of CHANGELOG.md. */
  changelog: string;
  /** Texts that name the script-tag file, by path. */
  texts: Record<string, string>;
  /** Files that are changed or not committed. */
  dirty: readonly string[];
  /** The tag of the release, if there is one already. */
  tag?: string | undefined;
}

/** Sentences. A version without any may be published. */
export interface Findings {
  /** What a change of the repository mends. */
  problems: string[];
  /** What only a person can decide. */
  decisions: string[];
}

/** Compares a release with the rules for one. */
export function checkRelease({ manifest, changelog, texts, dirty, tag }: Release): Findings {
  const { version } = manifest;
  const problems: string[] = [];
  const decisions: string[] = [];
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`package.json has the version ${version}.`);
  if (manifest.private) problems.push('package.json says that the package is private.');
  if (!manifest.repository)
    decisions.push(
      'package.json names no repository: add "repository" with its address. npm needs it to prove where a package was built.',
    );
  if (tag && tag !== `v${version}`) problems.push(`The tag is ${tag}, and the version is ${version}.`);
  const unreleased = entriesBelow(changelog, 'Unreleased');
  if (unreleased)
    decisions.push(
      `CHANGELOG.md has entries below "## Unreleased": decide the version and its day, and move them below "## ${version} · YYYY-MM-DD".`,
    );
  else if (!entriesBelow(changelog, version)) problems.push(`CHANGELOG.md has no entries below "## ${version}".`);
  for (const [path, text] of Object.entries(texts))
    for (const [file, named] of text.matchAll(/ship-elements-(?:[a-z]+-)*(\d+\.\d+\.\d+)\.(?:js|tgz)/g))
      if (named !== version) problems.push(`${path} names ${file}, and the version is ${version}.`);
  if (dirty.length) problems.push(`These files are changed or not committed: ${dirty.join(', ')}.`);
  return { problems: [...new Set(problems)], decisions };
}

/** How many entries stand below the heading of a version. The heading may go on with the day. */
function entriesBelow(changelog: string, version: string): number {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  return section?.match(/^- /gm)?.length ?? 0;
}
