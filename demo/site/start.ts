/** The start page: a checkout, what can be changed about it, and its code. */
import { contacts } from '../elements/parcel.ts';
import { presets, ruleOf } from './presets.ts';
import { createSandboxClient } from './sandbox-client.ts';
import { showCode } from './shown-code.ts';
import { offerMasthead } from './site.ts';
import { snippetsOf } from './snippets.ts';

offerMasthead();

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector) as T;

const checkout = find<HTMLElementTagNameMap['ship-checkout']>('#checkout');
const [preset, language, phone] = [find<HTMLSelectElement>('#preset'), find('#language'), find('#phone')];
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

const snippets = () => snippetsOf(checkout, ruleOf(preset.value));
preset.replaceChildren(...Object.keys(presets).map((name) => new Option(name)));
const show = showCode(find('#code'), snippets());

const press = (button: HTMLElement) => {
  const isOn = button.getAttribute('aria-pressed') !== 'true';
  button.setAttribute('aria-pressed', String(isOn));
  return isOn;
};
const update = () => {
  sheet.replaceSync(ruleOf(preset.value));
  show(snippets());
};
preset.addEventListener('change', update);
language.addEventListener('click', () => {
  if (press(language)) checkout.lang = 'id';
  else checkout.removeAttribute('lang');
  update();
});
phone.addEventListener('click', () => find('#stage').classList.toggle('phone', press(phone)));
// A browser restores the select when the shopper comes back.
addEventListener('pageshow', update);

checkout.client = createSandboxClient();
checkout.contacts = contacts;
// Tomorrow at two in the afternoon: dates say more than days.
checkout.readyAt = new Date(new Date().setHours(38, 0, 0, 0));
await import('../../src/define.ts');
