import { expect } from 'chai';
import * as fc from 'fast-check';
import { type Page, pages, story } from './sequences.ts';
import { heard } from './sight.ts';

/** The same sequences in every run. */
const seed = 20_261_122;
const count = 300;
/** So many widgets of one page at a time: while one waits for a shipment to settle, the others go on. */
const together = 30;
/** Milliseconds for finding the shortest sequence that differs. */
const patience = 60_000;

type Play = NonNullable<Window['play']>;

/** A page of this origin whose elements are made from these. */
async function open(made: 'sources' | 'built'): Promise<{ play: Play; close(): void }> {
  const frame = document.createElement('iframe');
  frame.src = `/test/built/frame.html?${made}`;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  while (!frame.contentWindow?.play) await new Promise(requestAnimationFrame);
  return { play: frame.contentWindow.play, close: () => frame.remove() };
}

/** What is to be seen of each sequence, many of them side by side. */
async function playAll(play: Play, all: readonly Page[]): Promise<string[][]> {
  const seen: string[][] = [];
  let next = 0;
  const playOn = async () => {
    for (let index = next++; index < all.length; index = next++)
      seen[index] = await play(all[index] as Page, `${index}`);
  };
  await Promise.all(Array.from({ length: together }, playOn));
  // What one page remembers of its orders is nothing to the other.
  sessionStorage.clear();
  return seen;
}

/** Where the one has more, or other, lines than the other: the first sight that differs, and what differs in it. */
function difference(sources: readonly string[] = [], built: readonly string[] = []): string {
  const place = Math.max(sources.length, built.length) - 1;
  const first = sources.findIndex((sight, index) => sight !== built[index]);
  const [before = [], after = []] = [sources, built].map((sights) => sights[first < 0 ? place : first]?.split('\n'));
  const lines = Array.from({ length: Math.max(before.length, after.length) }, (_line, index) =>
    before[index] === after[index] ? [] : [`sources: ${before[index] ?? ''}`, `built:   ${after[index] ?? ''}`],
  );
  return [`At sight ${first} of ${place + 1}:`, ...lines.flat().slice(0, 12)].join('\n  ');
}

describe('the script-tag file beside the sources', () => {
  let sources: Awaited<ReturnType<typeof open>>;
  let built: Awaited<ReturnType<typeof open>>;

  before(async () => {
    sources = await open('sources');
    built = await open('built');
  });

  after(() => {
    for (const frame of [sources, built]) frame?.close();
  });

  /** What is seen of these; which of them differs, and in what. */
  async function compare(all: readonly Page[]) {
    const expected = await playAll(sources.play, all);
    const found = await playAll(built.play, all);
    const index = all.findIndex((_page, place) => expected[place]?.join() !== found[place]?.join());
    return { seen: expected, index, told: index < 0 ? '' : difference(expected[index], found[index]) };
  }

  it(`shows, tells and submits the same in ${count} sequences`, async function () {
    this.timeout(240_000);
    const all = fc.sample(pages, { seed, numRuns: count });
    const { seen, index, told: difference } = await compare(all);
    const text = seen.flat().join('\n');
    const unheard = heard.filter((name) => !text.includes(` tells ${name} `));
    expect(unheard, 'events that no sequence comes to').to.deep.equal([]);
    if (index < 0) return;
    // Alone, and ever shorter: fast-check names the shortest that still differs.
    let shortest = { page: all[index] as Page, told: difference };
    const same = async (page: Page) => {
      const { told } = await compare([page]);
      if (told) shortest = { page, told };
      return !told;
    };
    const { counterexamplePath } = await fc.check(fc.asyncProperty(pages, same), {
      ...{ seed, path: `${index}`, numRuns: 1, interruptAfterTimeLimit: patience },
    });
    const { page, told } = shortest;
    throw new Error(`${told}\n\nseed ${seed}, path ${counterexamplePath ?? index}\n  ${story(page)}`);
  });
});
