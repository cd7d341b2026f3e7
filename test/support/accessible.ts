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

/** Throws with the violations that axe finds: WCAG 2.2 A and AA, and best practices. */
export async function expectAccessible(element: Element): Promise<void> {
  const { run } = await load();
  const { violations } = await run(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // The page of a test has no title and no landmarks.
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(', ')})`);
  if (found.length) throw new Error(found.join('\n'));
}
