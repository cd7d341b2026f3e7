import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

async function load(): Promise<typeof axe> {
  if (!window.axe) {
    const script = document.createElement('script');
    script.src = '/node_modules/axe-core/axe.min.js';
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', reject);
      document.head.append(script);
    });
  }
  if (!window.axe) throw new Error('axe-core did not load.');
  return window.axe;
}

/** Throws with what axe finds against WCAG 2.2 A and AA, best practices included; nothing is left out. */
export async function expectAccessible(element: Element): Promise<void> {
  const { run } = await load();
  const { violations } = await run(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // A test page is no page: it has neither a title of its own nor landmarks.
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(', ')})`);
  if (found.length) throw new Error(found.join('\n'));
}
