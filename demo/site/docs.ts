/** A page of the documentation: its live examples, tabs, buttons to copy, and the picture of its parts. */
import { createTranslation, language } from '../language.ts';
import { showAnatomy } from './anatomy.ts';
import { offerCopying, offerTabs } from './code.ts';
import { chrome } from './indonesian.ts';
import { createSandboxAreaClient, createSandboxClient } from './sandbox-client.ts';
import { offerMasthead } from './site.ts';

offerMasthead();
// The text of the page is in its language already.
if (language() === 'id') createTranslation(chrome).start();

const menu = document.querySelector<HTMLDetailsElement>('.menu details');
const wide = matchMedia('(min-width: 60rem)');
const fitMenu = () => menu?.toggleAttribute('open', wide.matches);
wide.addEventListener('change', fitMenu);
fitMenu();
document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest' });

/** A link to a heading that is folded unfolds it. */
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest<HTMLDetailsElement>('details.part');
  if (!details) return;
  details.open = true;
  target?.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();

for (const tabs of document.querySelectorAll<HTMLElement>('.tabs')) offerTabs(tabs);
for (const code of document.querySelectorAll<HTMLElement>('.code')) offerCopying(code);

const elements = 'ship-checkout, ship-rate-comparison, ship-courier-picker, ship-order-button:not([for])';
const shown = document.querySelectorAll<HTMLElementTagNameMap['ship-checkout']>(`.stage :is(${elements})`);
// Not awaited at the top level: the page's own examples would run after it, and miss the first events.
if (shown.length) void startExamples();

async function startExamples() {
  for (const form of document.querySelectorAll('.stage form'))
    form.addEventListener('submit', (event) => event.preventDefault());
  const client = createSandboxClient();
  // Set before the tags are registered: `base-url` of the example is never asked.
  for (const element of shown) element.client = client;
  for (const search of document.querySelectorAll<HTMLElementTagNameMap['ship-area-search']>('.stage ship-area-search'))
    search.client = createSandboxAreaClient();
  await import('../../src/define.ts');
  await import('../../src/elements/area-search/area-search-element.ts');
  showAnatomy();
}
