import { contrastOf, hexOf, leastContrast, type Scheme } from './contrast.ts';
import { ruleFor, type Token, tokens, usable } from './tokens.ts';

/**
 * The tokens as fields. The rule that is printed is the very one that the element on the page has.
 * @param stage where the element stands: what a colour looks like depends on its scheme
 * @returns to be called when that has changed
 */
export function offerTheme(panel: HTMLElement, tag: string, stage: HTMLElement): () => void {
  const find = <T extends HTMLElement>(selector: string) => panel.querySelector<T>(selector) as T;
  const [printed, warning, said] = [find('code'), find('#contrast'), find('#copied')];
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const fields = new Map(tokens.map((token) => [token, renderField(token)]));
  find('.tokens').replaceChildren(...[...fields.values()].map(({ row }) => row));

  const use = () => {
    const values = new Map<string, string>();
    for (const [token, { text, problem, picker }] of fields) {
      const value = text.value.trim();
      const wrong = value !== '' && !usable(token, value);
      text.setAttribute('aria-invalid', String(wrong));
      problem.textContent = wrong ? `Not a ${token.kind}: left out.` : '';
      if (value && !wrong) values.set(token.name, value);
      if (picker) picker.value = hexOf(values.get(token.name) ?? token.builtIn, stage);
    }
    const rule = ruleFor(tag, values);
    sheet.replaceSync(rule);
    printed.textContent = rule || '/* Nothing to paste: this is the built-in look. */';
    warning.replaceChildren(...contrastSentence(values));
    said.textContent = '';
  };
  const fill = (of: (token: Token) => string) => {
    for (const [token, { text }] of fields) text.value = of(token);
    use();
  };

  find('.tokens').addEventListener('input', use);
  find('#shop-theme').addEventListener('click', () => fill(({ shop }) => shop));
  find('#no-theme').addEventListener('click', () => fill(() => ''));
  find('#copy').addEventListener('click', async () => {
    said.textContent = (await copy(printed)) ? 'Copied.' : 'Selected: copy it with the keyboard.';
  });
  use();
  return use;
}

function renderField({ name, kind, builtIn }: Token) {
  const row = document.createElement('div');
  const [label, text, problem] = [
    document.createElement('label'),
    document.createElement('input'),
    document.createElement('small'),
  ];
  row.className = 'token';
  problem.id = `${name.slice(2)}-problem`;
  Object.assign(text, { type: 'text', name, placeholder: builtIn, spellcheck: false, autocomplete: 'off' });
  text.setAttribute('aria-describedby', problem.id);
  label.translate = false;
  label.append(name, text);
  row.append(label, problem);
  const picker = kind === 'colour' ? renderPicker(name, text) : undefined;
  if (picker) row.insertBefore(picker, problem);
  return { row, text, problem, picker };
}

/** The browser's own picker beside the field: what it picks is written into that. */
function renderPicker(name: string, text: HTMLInputElement): HTMLInputElement {
  const picker = document.createElement('input');
  picker.type = 'color';
  picker.setAttribute('aria-label', `Pick ${name}`);
  picker.addEventListener('input', () => {
    text.value = picker.value;
  });
  return picker;
}

/** In pieces that are translated each. */
function contrastSentence(values: ReadonlyMap<string, string>): string[] {
  const inForce = (name: string) => values.get(name) ?? tokens.find((token) => token.name === name)?.builtIn ?? '';
  const [accent, onAccent] = [inForce('--ship-accent'), inForce('--ship-on-accent')];
  const found = (['light', 'dark'] as Scheme[]).map((scheme) => ({
    scheme,
    // Rounded down: 4.49 must not read as enough.
    ratio: Math.floor(contrastOf(onAccent, accent, scheme) * 10) / 10,
  }));
  const told = found.flatMap(({ scheme, ratio }, index) => [`${index ? ', ' : ' '}${ratio}:1 `, `in ${scheme}`]);
  const poor = found.some(({ ratio }) => ratio < leastContrast);
  return poor
    ? [
        'Too little contrast: the words on the order button have',
        ...told,
        `. Below ${leastContrast}:1 `,
        'many people cannot read them.',
      ]
    : ['Contrast of words on the accent:', ...told, '.'];
}

/** Not every page may write to the clipboard; then the shopper’s keyboard can. */
async function copy(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}
