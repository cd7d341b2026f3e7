/**
 * Acts like a shopper in a page, and reports when the page has painted the result. It finds elements by role and part, through open
 * shadow roots, so that every page is measured alike.
 *
 * An act begins after a frame. It ends when a frame that shows the result has been painted: a message that is posted in the frame's
 * callback arrives after style, layout and paint. Event Timing rounds to 8 ms, and Element Timing knows only images and first texts.
 * The work that follows the paint has a mark of its own, because deferred work is still work.
 */

export type Acts = typeof acts;

declare global {
  interface Window {
    act: Acts;
  }
}

/** Milliseconds after which an act has failed. */
const timeout = 20_000;

const selectors = {
  row: '[part~=row]',
  radio: 'input[type=radio][part~=radio]',
  price: '[part~=row] [part~=price]',
  switch: '[role=switch]',
  breakdown: '[part~=breakdown]',
  sum: '.sum strong',
};

type Root = Document | ShadowRoot;

function roots(root: Root = document): Root[] {
  const hosts = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return [root, ...hosts.flatMap((inner) => roots(inner))];
}

/** The first tree that has such elements, and all of them in it. */
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

function afterPaint(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
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
 * @param id the start of the names of its marks. A trace gives them the clock of the thread
 */
async function untilPainted(id: string, isThere: () => boolean): Promise<void> {
  const end = performance.now() + timeout;
  while (!isThere()) {
    if (performance.now() > end) throw new Error(`${id}: nothing was painted within ${timeout / 1000} s.`);
    await frame();
  }
  await afterPaint();
  performance.mark(`${id} painted`);
  await quiet();
  performance.mark(`${id} quiet`);
}

async function click(id: string, target: HTMLElement | undefined, isThere: () => boolean): Promise<void> {
  if (!target) throw new Error(`${id}: there is nothing to click on.`);
  await frame();
  await afterPaint();
  performance.mark(`${id} begun`);
  target.click();
  await frame();
  await untilPainted(id, isThere);
}

/** Waits for the answer. The act begins with the last frame before it, because waiting is not the page's work. */
async function untilAnswered(id: string): Promise<void> {
  while (!performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/v1/rates/couriers'))) {
    performance.mark(`${id} begun`);
    await frame();
  }
}

/** Whether a tree shows this many rows. Counting siblings is cheap, counting radios is not. */
function shows(root: Root, rows: number): boolean {
  const list = root.querySelector(selectors.radio)?.closest(selectors.row)?.parentElement;
  if (!list) return false;
  return rows <= 1 || list.childElementCount >= rows || root.querySelectorAll(selectors.radio).length >= rows;
}

const acts = {
  /** The page has asked for the rates, and waits. */
  async loaded(id: string): Promise<void> {
    performance.mark(`${id} painted`);
    await quiet();
    performance.mark(`${id} quiet`);
  },

  switch(id: string, index: number): Promise<void> {
    const { root } = find('price');
    const before = textOf(root, 'price');
    return click(id, find('switch').all[index], () => textOf(root, 'price') !== before);
  },

  choose(id: string, index: number): Promise<void> {
    const { root, all } = find('radio');
    let panel = root.querySelector(selectors.breakdown);
    const before = panel?.textContent;
    // Looked up again only if it was replaced: a walk through a thousand rows would count as the page's work.
    const says = () => {
      if (!panel?.isConnected) panel = root.querySelector(selectors.breakdown);
      return panel?.textContent;
    };
    const visible = all.filter((radio) => radio.checkVisibility());
    return click(id, visible[index], () => says() !== undefined && says() !== before);
  },

  /** Waits for the answer, and reports to the shop when it was painted. */
  async await(id: string, rows: number): Promise<void> {
    const found = roots();
    const shown = () => found.some((root) => shows(root, rows));
    await untilAnswered(id)
      .then(() => untilPainted(id, shown))
      .then(
        () => report({}),
        (error: Error) => report({ error: error.message }),
      );
  },

  /** What the page says at its end. */
  state(): PageState {
    const sum = find('sum').all[0]?.textContent ?? '';
    return { total: Number(sum.replace(/\D/g, '')), longTasks };
  },
};

/** The sum of the bar in rupiah, and the milliseconds of the tasks above 50 ms. */
export interface PageState {
  total: number;
  longTasks: number;
}

const report = (said: Report) => fetch('/report', { method: 'POST', body: JSON.stringify(said) });

/** `shown`: milliseconds from the navigation to the paint of the rates. */
export interface Report {
  error?: string;
  shown?: number;
}

let longTasks = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks += duration;
}).observe({ type: 'longtask', buffered: true });

window.act = acts;
/** The address names the load, because no other script has run yet. */
performance.mark(`${decodeURIComponent(location.search.slice(1))} begun`);

/** A page that is opened with `#rates=5` reports when it has painted so many rows by itself. */
const wanted = Number(location.hash.match(/^#rates=(\d+)$/)?.[1]);
if (wanted) void reportLoad(wanted);

async function reportLoad(rows: number): Promise<void> {
  while (!roots().some((root) => shows(root, rows))) await frame();
  await afterPaint();
  await report({ shown: performance.now() });
}
