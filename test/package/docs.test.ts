import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { listsDay, listsPage } from '../../src/package/lists.ts';
import { stacks } from '../frameworks/stacks.ts';
import { packed } from '../support/consumer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const filesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('node_modules'))
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')));

const pages = filesIn('demo/docs', '.md');

/** The fenced examples of a text, with their languages. */
const examplesIn = (text: string) => text.match(/^```[\s\S]*?^```$/gm) ?? [];

const withoutExamples = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '');

const headingsIn = (text: string) => withoutExamples(text).match(/^#+ .+$/gm) ?? [];

/** The anchor that repository hosts give a heading. */
const anchorOf = (heading: string) =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

describe('README', () => {
  it('has at most 130 lines', () => {
    expect(read('README.md').split('\n').length - 1).to.be.at.most(130);
  });

  it('says the same in Indonesian: headings of the same levels, the same examples, the same links', () => {
    const [english, indonesian] = [read('README.md'), read('README.id.md')];
    const levels = (text: string) => headingsIn(text).map((heading) => heading.indexOf(' '));
    expect(levels(indonesian)).to.deep.equal(levels(english));
    expect(examplesIn(indonesian)).to.deep.equal(examplesIn(english));
    const links = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link).sort();
    expect(links(indonesian)).to.deep.equal(links(english.replace('README.id.md', 'README.md')));
  });
});

describe('the pages of the docs', () => {
  for (const page of pages)
    it(`open with an example, and end with what was not tried: ${page}`, () => {
      const lines = read(page).trimEnd().split('\n');
      expect(lines[0]).to.match(/^# /);
      expect(lines.findIndex((line) => line.startsWith('```'))).to.be.within(2, 30);
      expect(lines.at(-1)).to.match(/not (been )?tried against the live service/);
    });

  it('say so in the pages beside the code, too', () => {
    const others = [...filesIn('demo/frameworks', 'README.md'), 'src/gateway/README.md', 'src/sandbox/README.md'];
    expect(others.filter((file) => !/tried\s+against the live service/.test(read(file)))).to.deep.equal([]);
  });

  it('quote each recipe as it is', () => {
    const all = pages.map(read).join('\n');
    const recipes = filesIn('demo/recipes', '');
    expect(recipes).to.have.length.above(15);
    expect(recipes.filter((file) => !all.includes(`\n${read(file).trimEnd()}\n\`\`\`\n`))).to.deep.equal([]);
  });

  it('list the couriers and words that there are (npm run lists)', () => {
    expect(read('demo/docs/lists.md')).to.equal(listsPage(listsDay));
  });
});

describe('the pages of demo/frameworks', () => {
  for (const name of Object.keys(stacks))
    it(`explain how to install, and that a changed cart needs a new object: ${name}`, () => {
      const text = read(`demo/frameworks/${name}/README.md`);
      expect(text).to.include('npm install ship-elements');
      expect(text.split('\n## Good to know\n')[1]).to.match(/\*\*Set a new object, do not change the old one/);
      expect(text).to.include('\n## Look at it\n');
      expect(read('demo/docs/frameworks.md')).to.include(`frameworks/${name}/README.md`);
      expect(read('demo/frameworks/README.md')).to.include(`(${name}/README.md`);
    });
});

describe('the texts of the repository', () => {
  const files = ['src', 'test', 'demo', '.github'].flatMap((folder) =>
    ['.ts', '.mjs', '.js', '.css', '.html', '.md', '.yml'].flatMap((ending) => filesIn(folder, ending)),
  );

  it('cite sections that the contract has', () => {
    const sections = [...read('src/contract/README.md').matchAll(/^##+ (\d+(?:\.\d+)?) /gm)].map(
      ([, number]) => number,
    );
    const cited = files.flatMap((file) => {
      const isAbout = file === 'src/contract/README.md' || file.startsWith('test/conformance/');
      const text = isAbout
        ? read(file)
        : [...read(file).matchAll(/contract\/README\.md`?((?:(?:,| and)?\s*§[\d.]*\d)+)/g)].join();
      return [...text.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section]) => ({ file, section }));
    });
    expect(cited).to.have.length.above(100);
    expect(cited.filter(({ section }) => !sections.includes(section))).to.deep.equal([]);
  });
});

describe('the links of the package', () => {
  const { paths } = packed;
  const isPacked = (path: string) => paths.some((file) => file === path || file.startsWith(`${path}/`));

  for (const file of paths.filter((path) => path.endsWith('.md')))
    it(`lead to text that is packed: ${file}`, () => {
      const text = withoutExamples(read(file));
      const links = [...text.matchAll(/(?:\]\(|src="|srcset=")(?!https?:)([^)\s"#]*)(?:#([^)\s"]+))?[)"]/g)];
      const dead = links.filter(([, link = '', anchor]) => {
        const target = link ? posix.join(posix.dirname(file), link) : file;
        // Pages that are more than text are on the site alone. Its own test follows them.
        if (/^demo\/[\w/-]+\.html$/.test(target)) return false;
        if (!isPacked(target)) return true;
        return anchor && !headingsIn(read(target)).map(anchorOf).includes(anchor);
      });
      expect(dead.map(([link]) => link)).to.deep.equal([]);
    });

  it('are in comments of types only where the cited text is packed', () => {
    const cited = paths
      .filter((path) => path.endsWith('.d.ts'))
      .flatMap((path) => read(path).match(/[\w/.-]+\.md\b|\btest\/[\w/.-]+/g) ?? []);
    expect([...new Set(cited)].filter((path) => !isPacked(path) && !isPacked(`src/${path}`))).to.deep.equal([]);
  });
});
