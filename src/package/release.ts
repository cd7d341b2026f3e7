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

/** @returns a sentence for each problem. None: it may be published */
export function releaseProblems({ manifest, changelog, texts, dirty, tag }: Release): string[] {
  const { version } = manifest;
  const problems: string[] = [];
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`package.json has the version ${version}.`);
  if (manifest.private) problems.push('package.json says that the package is private.');
  if (!manifest.repository)
    problems.push('package.json names no repository. npm needs it to prove where a package was built.');
  if (tag && tag !== `v${version}`) problems.push(`The tag is ${tag}, and the version is ${version}.`);
  if (!entriesBelow(changelog, version)) problems.push(`CHANGELOG.md has no entries below "## ${version}".`);
  if (entriesBelow(changelog, 'Unreleased')) problems.push('CHANGELOG.md has entries below "## Unreleased".');
  for (const [path, text] of Object.entries(texts))
    for (const [file, named] of text.matchAll(/ship-elements-(\d+\.\d+\.\d+)\.(?:js|tgz)/g))
      if (named !== version) problems.push(`${path} names ${file}, and the version is ${version}.`);
  if (dirty.length) problems.push(`These files are changed or not committed: ${dirty.join(', ')}.`);
  return [...new Set(problems)];
}

/** How many entries stand below the heading of a version. The heading may go on with the day. */
function entriesBelow(changelog: string, version: string): number {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  return section?.match(/^- /gm)?.length ?? 0;
}
