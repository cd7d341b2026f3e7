import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/** The static imports of a module. A browser may never run a dynamic `import()`. */
function importsOf(file: URL): string[] {
  const statements = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)';/gms);
  return [...statements].filter(([text]) => !/^(import|export) type\b/.test(text)).map(([, from = '']) => from);
}

function everythingFrom(entry: URL): { files: Set<string>; packages: Set<string> } {
  const [files, packages] = [new Set<string>(), new Set<string>()];
  const waiting = [entry];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (files.has(file.href)) continue;
    files.add(file.href);
    for (const from of importsOf(file)) {
      if (from.startsWith('.')) waiting.push(new URL(from, file));
      else packages.add(from);
    }
  }
  return { files, packages };
}

describe('the sandbox in a browser', () => {
  const { files, packages } = everythingFrom(new URL('../../src/sandbox/index.ts', import.meta.url));

  it('imports nothing that only Node has', () => {
    expect(files.size, `${files.size} files`).to.be.above(40);
    expect([...packages].sort()).to.deep.equal(['hono', 'zod/mini']);
  });

  it('has faults and scenarios', () => {
    for (const part of ['faults/inject-faults.ts', 'faults/scenarios.ts', 'rate-limit.ts'])
      expect(
        [...files].some((file) => file.endsWith(`/sandbox/${part}`)),
        part,
      ).to.be.ok;
  });
});
