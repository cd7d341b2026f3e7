import { offerCopying, offerTabs } from './code.ts';

/** Tabs of code that changes with the example. Returns what shows other code in them. */
export function showCode(
  place: HTMLElement,
  snippets: Record<string, string>,
): (snippets: Record<string, string>) => void {
  const codes = new Map(Object.keys(snippets).map((name) => [name, document.createElement('code')]));
  for (const [name, code] of codes) {
    const [panel, block, pre] = ['section', 'div', 'pre'].map((tag) => document.createElement(tag)) as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    panel.dataset.tab = name;
    block.className = 'code';
    pre.tabIndex = 0;
    pre.append(code);
    block.append(pre);
    panel.append(block);
    place.append(panel);
    offerCopying(block);
  }
  offerTabs(place);
  const show = (current: Record<string, string>) => {
    for (const [name, code] of codes) code.replaceChildren(...coloured(current[name] ?? ''));
  };
  show(snippets);
  return show;
}

/** Tags, names of attributes and texts: enough for the code that is shown here. */
const pattern =
  /(?<name><\/?[\w-]+|\/?>)|(?<string>'[^']*'|"[^"]*")|(?<attr>--[\w-]+(?=:)|:?[\w-]+(?==))|(?<keyword>\b(?:import|from|export|const)\b)/g;

function coloured(code: string): (Node | string)[] {
  const pieces: (Node | string)[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, text]) => text) ?? [];
    const piece = document.createElement('span');
    piece.className = `hljs-${kind}`;
    piece.textContent = match[0];
    pieces.push(code.slice(end, match.index), piece);
    end = match.index + match[0].length;
  }
  return [...pieces, code.slice(end)];
}
