import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { documentPage } from '../../demo/site/layout.ts';
import { readPages } from '../../demo/site/pages.ts';
import { removed } from '../../src/contract/index.ts';
import { calendarFault, indonesianHolidays } from '../../src/quote/index.ts';
import { couriers } from '../../src/sandbox/couriers.ts';
import { scenarioNames } from '../../src/sandbox/index.ts';
import { stacks } from '../frameworks/stacks.ts';
import { packed } from '../support/consumer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const filesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('node_modules'))
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')));

const isFile = (file: string) => statSync(join(root, file)).isFile();

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

const levelsIn = (text: string) => headingsIn(text).map((heading) => heading.indexOf(' '));

/** Where the links of a page lead, without anchors: translated headings have others. A translated page counts as the English one. */
const linksIn = (file: string) =>
  [...read(file).matchAll(/\]\(([^)#\s]*)(?:#[^)]*)?\)/g)]
    .map(([, link = '']) =>
      /^https?:/.test(link) ? link : posix.join(posix.dirname(file), link || posix.basename(file)),
    )
    .map((path) => path.replace('demo/docs/id/', 'demo/docs/').replace('README.id.md', 'README.md'))
    .sort();

/** The pages in Indonesian, and those that they translate. */
const translated = [
  ['README.id.md', 'README.md'],
  ...filesIn('demo/docs/id', '.md').map((file) => [file, file.replace('/id/', '/')]),
] as [string, string][];

/** A text of the site that says nothing. */
const bare = { html: '', sections: [], scripts: [], styles: [] };

/** What a translation keeps beside its examples: the rows and points of its lists, and each piece of code in its sentences. */
const itemsIn = (text: string) => withoutExamples(text).match(/^(\||- |\d\. )/gm) ?? [];
const codeIn = (text: string) => (withoutExamples(text).match(/`[^`\n]+`/g) ?? []).sort();

/** What a shopper reads in the page of README, in English and in Indonesian. The rest of an example is the same in both. */
const shopperTexts = [
  ['lang="en"', 'lang="id"'],
  ['<title>Delivery<', '<title>Pengiriman<'],
  ['Batik scarf', 'Selendang batik'],
  ['Continue to payment', 'Lanjut ke pembayaran'],
  ['To be delivered by', 'Dikirim dengan'],
  ["'Insured' : 'Not insured'", "'Diasuransikan' : 'Tanpa asuransi'"],
  ["'Paid at the door' : 'Paid now'", "'Dibayar di tempat' : 'Dibayar sekarang'"],
] as const;

const inEnglish = (example: string) =>
  shopperTexts.reduce((text, [english, indonesian]) => text.replaceAll(indonesian, english), example);

describe('the pages in Indonesian', () => {
  for (const [indonesian, english] of translated)
    it(`say the same as the English ones: headings of the same levels, the same lists, code, examples and links: ${indonesian}`, () => {
      expect(levelsIn(read(indonesian))).to.deep.equal(levelsIn(read(english)));
      // The shop of an English page may speak Indonesian, too.
      expect(examplesIn(read(indonesian)).map(inEnglish)).to.deep.equal(examplesIn(read(english)).map(inEnglish));
      expect(itemsIn(read(indonesian))).to.deep.equal(itemsIn(read(english)));
      expect(codeIn(read(indonesian))).to.deep.equal(codeIn(read(english)));
      const links = (file: string) => linksIn(file).filter((link) => link !== 'README.md');
      expect(links(indonesian)).to.deep.equal(links(english));
    });

  it('say on the site which links lead to texts in English', () => {
    const all = [...readPages(root).values()];
    const html = ['../words', 'arrival', '../../source/README.id', '../../source/demo/frameworks/form/server.js']
      .map((target) => `<a href="${target}.html#a">A link</a>`)
      .join();
    const articleOf = (address: string) =>
      all
        .filter((page) => page.address === address)
        .map((page) => documentPage(page, { ...bare, html }, all, []).match(/<article>(.*)<\/article>/s)?.[1]);
    expect(articleOf('docs/id/start')).to.deep.equal([html.replace('<a', '<a hreflang="en"')]);
    expect(articleOf('docs/start')).to.deep.equal([html]);
  });
});

describe('README in Indonesian', () => {
  it('names the sizes that the English one names', () => {
    const sizes = (file: string) => read(file).match(/\d+ KB/g);
    expect(sizes('README.id.md')).to.deep.equal(sizes('README.md'));
  });

  it('has a page in Indonesian', () => {
    const examples = examplesIn(read('README.id.md')).join('\n');
    for (const [english, indonesian] of shopperTexts) {
      expect(examples).to.include(indonesian);
      expect(examples).to.not.include(english);
    }
  });
});

describe('README', () => {
  it('has at most 130 lines', () => {
    expect(read('README.md').split('\n').length - 1).to.be.at.most(130);
  });

  it('has the page and the server of Start', () => {
    const start = read('demo/docs/start.md');
    for (const example of examplesIn(
      read('README.md').replace(/^[\s\S]*?(?=## Get the package)|## With npm[\s\S]*/g, ''),
    ))
      expect(start).to.include(example);
  });
});

describe('the pages of the docs', () => {
  for (const page of pages)
    it(`open with an example: ${page}`, () => {
      const lines = read(page).split('\n');
      expect(lines[0]).to.match(/^# /);
      expect(lines.findIndex((line) => line.startsWith('```'))).to.be.within(2, 30);
    });

  const notTried = /tried\s+against the live service|belum pernah dicoba dengan layanan yang sebenarnya/i;

  it('have below each text of the site that it was not tried against the live service', () => {
    const all = [...readPages(root).values()];
    const silent = all.filter((page) => !notTried.test(documentPage(page, bare, all, []).split('<footer>')[1] ?? ''));
    expect(all).to.have.length.above(80);
    expect(silent.map(({ source }) => source)).to.deep.equal([]);
  });

  it('say it themselves where somebody begins, earns money and goes live, and beside the code', () => {
    const inBoth = ['start', 'pay-then-ship', 'cash-on-delivery', 'price', 'production', 'woocommerce', 'go-live'];
    const saying = [
      ...['README.md', 'README.id.md', 'demo/frameworks/README.md', 'src/gateway/README.md', 'src/sandbox/README.md'],
      ...[...inBoth, 'versions', 'limits', 'vendure', 'medusa'].map((name) => `demo/docs/${name}.md`),
      ...inBoth.map((name) => `demo/docs/id/${name}.md`),
    ];
    expect(saying.filter((file) => !notTried.test(read(file)))).to.deep.equal([]);
  });

  it('say in their first sentence what they are, not what the reader has afterwards', () => {
    expect(pages.filter((page) => /^After this page/m.test(read(page)))).to.deep.equal([]);
  });

  // `npx` would run the package of a stranger who takes the name.
  it('have calendars without a fault in the page about arrivals', () => {
    const calendars = examplesIn(read('demo/docs/arrival.md')).flatMap(
      (example) => example.match(/(?<=^ *calendar: )\{[\s\S]*?^ *\}/m) ?? [],
    );
    expect(calendars).to.have.lengthOf(5);
    for (const text of calendars)
      expect(calendarFault(new Function(`return ${text}`)(), indonesianHolidays, new Date('2026-11-27'))).to.equal(
        undefined,
      );
  });

  it('say where the package comes from, if their examples run or install it', () => {
    const commands = /(npx|npm install) ship-elements/;
    const guides = [
      ...pages.filter((page) => !page.startsWith('demo/docs/id/')),
      ...filesIn('demo/frameworks', 'README.md'),
      ...filesIn('demo/hosts', 'README.md'),
      'src/gateway/README.md',
      'src/sandbox/README.md',
    ];
    const running = guides.filter((page) => commands.test(examplesIn(read(page)).join('\n')));
    expect(running.length).to.be.above(20);
    expect(running.filter((page) => !/not on npm yet|\.tgz/.test(read(page)))).to.deep.equal([]);
  });

  it('quote each recipe as it is', () => {
    const all = pages.map(read).join('\n');
    const recipes = filesIn('demo/recipes', '');
    expect(recipes).to.have.length.above(15);
    expect(recipes.filter((file) => !all.includes(`\n${read(file).trimEnd()}\n\`\`\`\n`))).to.deep.equal([]);
  });

  it('list the services that the sandbox has', () => {
    const [, table = ''] = read('demo/docs/reference.md').split('## Courier codes\n');
    const listed = [...table.matchAll(/`(\w+\/\w+)`/g)].map(([, service]) => service);
    const services = couriers.flatMap(({ code, services }) => services.map(([service]) => `${code}/${service}`));
    expect(listed).to.deep.equal(services.filter((service) => !removed(service, new Date('2026-12-01'))));
  });

  it('have each scenario of the sandbox in the table of failures', () => {
    const [, table = ''] = read('demo/docs/testing.md').split('## Play each failure\n');
    const named = [...(table.split('\n## ')[0] ?? '').matchAll(/^\|.*\|(.*)\|$/gm)].flatMap(
      ([, values = '']) => values.match(/(?<=`)[a-z]+(?:-[a-z]+)*(?=`)/g) ?? [],
    );
    expect(named).to.include.members(scenarioNames.filter((name) => name !== 'normal'));
  });

  it('name the file of this version', () => {
    const { version } = JSON.parse(read('package.json'));
    const texts = [
      'README.md',
      'README.id.md',
      ...packed.paths.filter((path) => /^(demo|src)\/.*\.(md|html)$/.test(path)),
    ];
    const named = texts.flatMap(
      (path) => read(path).match(/ship-elements-(?:[a-z]+-)*\d+\.\d+\.\d+\.(?:js|tgz)/g) ?? [],
    );
    expect(named).to.have.length.above(20);
    expect(named.filter((file) => !file.includes(`-${version}.`))).to.deep.equal([]);
  });

  // An upgrade takes it away, and a page without its script sells nothing.
  it('have no server that serves the files of the package and names one with a version', () => {
    const programs = packed.paths.flatMap((path) => {
      if (/^(README|demo|src).*\.md$/.test(path))
        return examplesIn(read(path)).filter((text) => /^```(?:[cm]?[jt]sx?|php|vue|astro|svelte)\n/.test(text));
      return /^demo\/.*\.(?:[cm]?[jt]sx?|php|vue|astro|svelte)$/.test(path) ? [read(path)] : [];
    });
    const serving = programs.filter((text) => text.includes('node_modules/ship-elements'));
    expect(serving).to.have.length.above(10);
    const fixed = serving.flatMap((text) => text.match(/ship-elements[\w-]*-(?:\$\{\w+\}-)?\d+\.\d+\.\d+\.\w+/g) ?? []);
    expect(fixed).to.deep.equal([]);
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

describe('the signed purchase of demo/frameworks', () => {
  const folder = 'demo/frameworks';
  const quoted = {
    'demo/docs/frameworks.md': ['react-19/shop.js', 'react-19/server.js', 'react-19/src/purchase.ts'],
    [`${folder}/react-19/README.md`]: ['react-19/src/Shop.tsx', 'react-19/vite.config.js'],
    [`${folder}/vue/README.md`]: ['vue/src/Shop.vue', 'vue/vite.config.js'],
    [`${folder}/next/README.md`]: [
      'open-shop.ts',
      'proxy.ts',
      'instrumentation.ts',
      'app/shipping/[...path]/route.ts',
      'app/actions.ts',
      'app/page.tsx',
      'app/shop.tsx',
    ].map((file) => `next/${file}`),
    [`${folder}/form-php/README.md`]: ['form-php/ship-gateway.config.mjs'],
  };
  for (const [page, files] of Object.entries(quoted))
    it(`is quoted as it is: ${page}`, () => {
      const text = read(page);
      expect(
        files.filter((file) => !text.includes(`\n${read(`${folder}/${file}`).trimEnd()}\n\`\`\`\n`)),
      ).to.deep.equal([]);
    });

  it('is the same file wherever a page has it, and the functions of the docs in PHP', () => {
    const shared = {
      'react-19/shop.js': ['vue/shop.js', 'next/shop.js', 'form/shop.js', 'astro/shop.js'],
      'react-19/server.js': ['vue/server.js'],
      'react-19/src/purchase.ts': ['vue/src/purchase.ts'],
      // A shop that follows both pages has one gateway.
      'next/instrumentation.ts': ['../hosts/next/instrumentation.ts'],
      'next/app/shipping/[...path]/route.ts': ['next', 'vercel'].map(
        (host) => `../hosts/${host}/app/shipping/[...path]/route.ts`,
      ),
      'form/public/shop.css': ['form-php/public/shop.css', 'astro/src/styles/shop.css'],
    };
    for (const [file, copies] of Object.entries(shared))
      for (const copy of copies) expect(read(`${folder}/${copy}`), copy).to.equal(read(`${folder}/${file}`));
    expect(read('demo/docs/whole-shops.md')).to.include(`\`\`\`php\n${read(`${folder}/form-php/ship.php`)}\`\`\``);
  });
});

describe('the pages of demo/hosts', () => {
  /** What create-next-app writes, and what npm does; and a style sheet, which every shop has. */
  const others =
    /(^|\/)(README\.md|package(-lock)?\.json|tsconfig\.json|next\.config\.ts|layout\.tsx|page\.tsx|globals\.css|shop\.css)$/;
  const hosts = readdirSync(join(root, 'demo/hosts'));

  for (const name of hosts)
    it(`quote each file as it is, and install what it needs: ${name}`, () => {
      const folder = `demo/hosts/${name}`;
      const readme = `${folder}/README.md`;
      const path = existsSync(join(root, readme)) ? readme : `demo/docs/${name}.md`;
      const page = read(path);
      const files = filesIn(folder, '').filter((file) => isFile(file) && !others.test(file));
      expect(files).to.have.length.above(1);
      expect(files.filter((file) => !page.includes(`\n${read(file).trimEnd()}\n\`\`\`\n`))).to.deep.equal([]);
      const { dependencies } = JSON.parse(read(`${folder}/package.json`));
      const [, installed = ''] = page.match(/^npm install (ship-elements .*)$/m) ?? [];
      // A Next app has these.
      const own = ['next', 'react', 'react-dom'];
      const needed = Object.keys(dependencies).filter((dependency) => !own.includes(dependency));
      expect(installed.split(' ')).to.have.members(needed);
      expect(page.trimEnd()).to.match(/\n---\n\nTested: [\s\S]*tried against the live service/);
      expect(read('demo/docs/run-the-gateway.md')).to.include(`(${posix.relative('demo/docs', path)})`);
    });
});

describe('the texts of the repository', () => {
  const files = ['src', 'test', 'demo', '.github'].flatMap((folder) =>
    ['.ts', '.mjs', '.js', '.css', '.html', '.md', '.yml'].flatMap((ending) => filesIn(folder, ending)),
  );

  it('name files that there are, beside the code', () => {
    const missing = files
      .filter((file) => file.endsWith('.md') && !file.startsWith('demo/'))
      .flatMap((file) => {
        // The map names files from its own folder, and in a story from that of the elements.
        const folder = file === 'src/README.md' ? '(?:[a-z]+/)' : '(?:src|test|demo)/';
        const named = read(file).match(new RegExp(`(?<![\\w./-])${folder}[\\w./-]+\\.(?:ts|json|mjs)\\b`, 'g')) ?? [];
        return named.filter((path) => !['', 'src', 'src/elements'].some((from) => existsSync(join(root, from, path))));
      });
    expect(missing).to.deep.equal([]);
  });

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
        // Pages that are more than text are on the site alone. The site's own test follows them.
        if (/^demo\/[\w/-]+\.html$/.test(target)) return false;
        // The pictures of README are packed in one language, and those of plugins not at all. A repository's host shows them.
        if (/^demo\/docs\/images\/([\w-]+-id|plugin-[\w-]+)\.webp$/.test(target)) return false;
        if (!isPacked(target)) return true;
        return anchor && !headingsIn(read(target)).map(anchorOf).includes(anchor);
      });
      expect(dead.map(([link]) => link)).to.deep.equal([]);
    });

  it('lead to packed text in comments of types too', () => {
    const cited = paths
      .filter((path) => path.endsWith('.d.ts'))
      .flatMap((path) => read(path).match(/[\w/.-]+\.md\b|\btest\/[\w/.-]+/g) ?? []);
    expect([...new Set(cited)].filter((path) => !isPacked(path) && !isPacked(`src/${path}`))).to.deep.equal([]);
  });
});
