import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

describe('the workflows', () => {
  const folder = new URL('../../.github/workflows/', import.meta.url);
  for (const name of readdirSync(folder))
    it(`run actions at a commit, which nobody can move: ${name}`, () => {
      const used = readFileSync(new URL(name, folder), 'utf8').match(/uses: .+/g) ?? [];
      expect(used).to.have.length.above(1);
      expect(
        used.filter((line) => !/^uses: (?:\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(line)),
      ).to.deep.equal([]);
    });
});
