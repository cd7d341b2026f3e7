/**
 * Acts like a shopper in a page, and says when the page has painted what came of it. It finds things by role and part, through
 * open shadow roots, so that it does not know who has written the page.
 *
 * An act begins right behind a frame, and is done when a frame that says the new thing has been painted: asked in the frame's
 * callback, told by a message posted from there, which the browser delivers behind style, layout and paint. Event Timing would
 * tell the same rounded to 8 ms, and Element Timing knows images and first texts only. What goes on behind the paint belongs to
 * the act as well, and is marked apart: work that is put off is still work.
 */

export interface Painted {
  /** Milliseconds from the event to behind the paint. */
  time: number;
}

declare global {
  interface Window {
    act: typeof acts;
  }
}

/** Milliseconds after which an act has failed. */
const patience = 20_000;

const selectors = {
  row: '[part~=row]',
  radio: 'input[type=radio][part~=radio]',
  price: '[part~=row] [part~=price]',
  switch: '[role=switch]',
  breakdown: '[part~=breakdown]',
};

type Root = Document | ShadowRoot;

function roots(root: Root = document): Root[] {
  const hosts = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return [root, ...hosts.flatMap((inner) => roots(inner))];
}

/** The tree that has such a thing, and what it has of it. */
function find(name: keyof typeof selectors): { root: Root; all: HTMLElement[] } {
  for (const root of roots()) {
    const all = [...root.querySelectorAll<HTMLElement>(selectors[name])];
    if (all.length) return { root, all };
  }
  return { root: document, all: [] };
}

const textOf = (root: Root, name: keyof typeof selectors) => root.querySelector(selectors[name])?.textContent;

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()));

function behindPaint(): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve(performance.now());
    };
    port2.postMessage('');
  });
}

async function quiet(): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await frame();
    await idle();
  }
}

/**
 * Call it in a frame's callback.
 * @param id what the marks are called, which a trace takes with the clock of the thread
 */
async function untilPainted(id: string, isThere: () => boolean): Promise<number> {
  const end = performance.now() + patience;
  while (!isThere()) {
    if (performance.now() > end) throw new Error(`${id}: nothing came of it within ${patience / 1000} s.`);
    await frame();
  }
  const painted = await behindPaint();
  performance.mark(`${id} painted`);
  await quiet();
  performance.mark(`${id} quiet`);
  return painted;
}

async function click(id: string, target: HTMLElement | undefined, isThere: () => boolean): Promise<Painted> {
  if (!target) throw new Error(`${id}: there is nothing to click on.`);
  await frame();
  await behindPaint();
  performance.mark(`${id} begun`);
  const begun = performance.now();
  target.click();
  await frame();
  return { time: (await untilPainted(id, isThere)) - begun };
}

function countNodes(node: Node): number {
  const inner = node instanceof Element && node.shadowRoot ? [...node.shadowRoot.childNodes] : [];
  return [...node.childNodes, ...inner].reduce((sum, child) => sum + countNodes(child), 1);
}

/** Frames that pass until then are no work of the page's: the last one before it begins the act. */
async function untilAnswered(id: string): Promise<number> {
  for (;;) {
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const answer = asked.find(({ name }) => name.endsWith('/v1/rates/couriers'));
    if (answer) return answer.responseEnd;
    performance.mark(`${id} begun`);
    await frame();
  }
}

/** Whether a tree has so many rows; they are counted one by one only where they are no siblings. */
function shows(root: Root, rows: number): boolean {
  const list = root.querySelector(selectors.radio)?.closest(selectors.row)?.parentElement;
  if (!list) return false;
  return rows <= 1 || list.childElementCount >= rows || root.querySelectorAll(selectors.radio).length >= rows;
}

const acts = {
  quiet,

  /** Elements, texts and comments a row. */
  nodesPerRow(): number {
    const { all } = find('row');
    return all.reduce((sum, row) => sum + countNodes(row), 0) / all.length;
  },

  switch(id: string, index: number): Promise<Painted> {
    const { root } = find('price');
    const before = textOf(root, 'price');
    return click(id, find('switch').all[index], () => textOf(root, 'price') !== before);
  },

  choose(id: string, index: number): Promise<Painted> {
    const { root, all } = find('radio');
    let panel = root.querySelector(selectors.breakdown);
    const before = panel?.textContent;
    // Looked for once more only where it is another one: the walk through a thousand rows would be the page's work.
    const says = () => {
      if (!panel?.isConnected) panel = root.querySelector(selectors.breakdown);
      return panel?.textContent;
    };
    const visible = all.filter((radio) => radio.checkVisibility());
    return click(id, visible[index], () => says() !== undefined && says() !== before);
  },

  /** Waits for an answer; what came of it is reported to the shop. */
  async await(id: string, rows: number): Promise<void> {
    const found = roots();
    const shown = () => found.some((root) => shows(root, rows));
    const report = await untilAnswered(id)
      .then(async (answered) => ({ time: (await untilPainted(id, shown)) - answered }))
      .catch((error: Error) => ({ error: error.message }));
    await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
  },
};

window.act = acts;
