/** `npm run lists` writes `demo/docs/lists.md`: the courier codes of the sandbox, and every word in all languages. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inForce, removed, rules } from '../contract/index.ts';
import { languages, trackingLanguages as ofTracking } from '../elements/words/languages.ts';
import type { Languages } from '../elements/words/locale.ts';
import { couriers } from '../sandbox/couriers.ts';

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The text of a word. A function is called with the names of its parameters in place of their values. */
function textOf(word: unknown): string {
  if (typeof word === 'string') return word;
  if (typeof word !== 'function') return '';
  const [, list = ''] = /^\(?([^)=]*)\)?\s*=>/.exec(word.toString()) ?? [];
  const parameters = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  try {
    const text = String(word(...parameters.map((name) => `{${name}}`)));
    return text.includes('undefined') ? '' : text;
  } catch {
    return '';
  }
}

const languageName = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;

/** Words of words, such as `refused`, are rows of their own. */
function rowsOf(one: object, all: readonly object[], path = ''): string[][] {
  return Object.entries(one).flatMap(([name, word]) => {
    const translated = all.map((words) => (words as Record<string, unknown>)[name]);
    if (typeof word === 'object') return rowsOf(word, translated as object[], `${path}${name}.`);
    const texts = translated.map(textOf);
    const kind = typeof word === 'function' && !texts[0] ? '*a function*' : '';
    return [[`\`${path}${name}\``, ...texts.map((text) => text.replaceAll('|', '\\|') || kind)]];
  });
}

const wordsOf = (all: Languages<object>) =>
  table(['Word', ...Object.keys(all).map(languageName)], rowsOf(all.en, Object.values(all)));

/** The page, for a day: services come and go. */
export function listsPage(day: Date): string {
  const offered = couriers
    .filter(({ code }) => code !== rules.cargoCourier.courier || inForce(rules.cargoCourier, day))
    .map(({ code, name, services }) => {
      const codes = services.map(([service]) => `${code}/${service}`).filter((service) => !removed(service, day));
      return [`\`${code}\``, name, codes.map((service) => `\`${service}\``).join(' ')];
    });
  return `# Courier codes and words

How to name couriers in \`couriers\`, services in \`value\` and \`recommended\`, and words in \`words\`.

\`\`\`html
<ship-checkout couriers="jne,sicepat" recommended="jne/reg" base-url="/shipping"></ship-checkout>
\`\`\`

\`npm run lists\` writes this page from the code.

## Courier codes

These are the couriers of the sandbox, after the removals of ${rules.removedServices.since}. Your account may offer fewer or others: ask
\`listCouriers()\` of the [client](client.md).

${table(['Courier', 'Name', 'Services'], offered)}

## Words

Set any of them in [\`words\`](words.md). Values stand in braces. A word with values is a function of them.

${wordsOf(languages)}

## Words of \`ship-tracking\`

These are the words of the [tracking page](components/tracking.md). Its \`words\` are its own.

${wordsOf(ofTracking)}

---

ship-elements has not been tried against the live service, only against its own sandbox.
`;
}

/** A day after the last removal, so that the page stays the same. */
export const listsDay = new Date(`${rules.removedServices.since}T12:00:00+07:00`);

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL('../../demo/docs/lists.md', import.meta.url), listsPage(listsDay));
