/** The start page: a checkout, what can be changed about it, and its code. */
import { indonesian } from '../indonesian.ts';
import { language, offerLanguages } from '../language.ts';
import { calendar, contacts } from './delivery.ts';
import { presets, ruleOf } from './presets.ts';
import { createSandboxClient } from './sandbox-client.ts';
import { showCode } from './shown-code.ts';
import { offerMasthead } from './site.ts';
import { snippetsOf } from './snippets.ts';

offerMasthead();

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector) as T;

const checkout = find<HTMLElementTagNameMap['ship-checkout']>('#checkout');
const [preset, phone] = [find<HTMLSelectElement>('#preset'), find('#phone')];
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

const snippets = () => snippetsOf(checkout, ruleOf(preset.value));
preset.replaceChildren(...Object.keys(presets).map((name) => new Option(name, name)));
const show = showCode(find('#code'), snippets());

const update = () => {
  sheet.replaceSync(ruleOf(preset.value));
  show(snippets());
};
preset.addEventListener('change', update);
phone.addEventListener('click', () => {
  const isPhone = find('#stage').classList.toggle('phone');
  phone.setAttribute('aria-pressed', String(isPhone));
});

offerLanguages(indonesian, () => {
  // Said by the element too, so that its code makes the same in a page of another language.
  if (language() === 'id') checkout.lang = 'id';
  else checkout.removeAttribute('lang');
  // The browser restores the select when the visitor comes back.
  update();
});

Object.assign(checkout, { client: createSandboxClient(), calendar, contacts });
await import('../../src/define.ts');
