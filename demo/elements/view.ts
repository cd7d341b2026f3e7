import { language } from '../language.ts';

/**
 * How the element is looked at: language, direction, colours, width. `handleColours` hears of other colours.
 * @returns to be called when the page has another language: the element has it too
 */
export function offerViews(panel: HTMLElement, stage: HTMLElement, handleColours: () => void): () => void {
  const find = <T extends HTMLElement>(name: string) => panel.querySelector<T>(`[name=${name}]`) as T;
  const output = panel.querySelector('output') as HTMLOutputElement;
  const width = find<HTMLInputElement>('width');
  const [least, most] = [Number(width.min), Number(width.max)];

  const choose = (name: string, use: (value: string) => void) => {
    const select = find<HTMLSelectElement>(name);
    select.addEventListener('change', () => use(select.value));
  };
  choose('language', (value) => {
    stage.lang = value;
  });
  choose('direction', (value) => {
    stage.dir = value;
  });
  choose('colours', (value) => {
    stage.dataset.colours = value;
    handleColours();
  });

  width.addEventListener('input', () => {
    stage.style.inlineSize = `${width.value}px`;
  });
  // Until it is moved, the slider follows the room that the page has.
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry?.contentRect.width ?? 0);
    if (!stage.style.inlineSize) width.value = String(Math.min(most, Math.max(least, now)));
    output.value = `${now} px`;
  }).observe(stage);

  return () => {
    stage.lang = language();
    find<HTMLSelectElement>('language').value = language();
  };
}
