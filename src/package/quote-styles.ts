import { barStyles } from '../elements/core/bar.ts';
import { base } from '../elements/core/styles.ts';
import { rowStyles } from '../elements/rates/row-styles.ts';
import { styles } from '../elements/rates/styles.ts';

/** What is drawn by the element alone. */
const scripted =
  /\.(skeleton|tools|whole|instead|locked|message|logo|lack|primary|moved|notice|hidden|loading)\b|^(button|legend|p a|:is\(button)|\bbutton$|tabindex|^@(keyframes|media print)|^:host\(/;

/** Top-level rules: a selector or a condition, and its block. */
const rules = (css: string): string[] => css.match(/[^{}]+\{(?:[^{}]|\{[^{}]*\})*\}/g) ?? [];

/**
 * The style sheet of what `quoteHtml` writes: the element's own styles, for the block that is in its place until it is defined, so that nothing
 * moves. The tag has the host's least size, for a page that lays it out in a grid. What needs a script takes its room. The page's own rules for labels and inputs are taken back: they do not reach into the element.
 */
export function quoteStyles(): string {
  const own = [base, styles, rowStyles, barStyles].flatMap(({ cssText }) => rules(cssText));
  const kept = own.filter((rule) => !scripted.test(rule.split('{', 1)[0]?.trim() ?? ''));
  const text = kept
    .join('')
    .replace(/\s+/g, ' ')
    .replaceAll(':host', '&')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':');
  return `:is(ship-checkout,ship-rate-comparison):not(:defined){display:block;min-inline-size:min(100%,17.5em)}.ship-quote{*{all:revert}${text}.due{margin-block:calc(var(--space) * 1.5) calc(1px - var(--ship-padding,15px))}.scripted{visibility:hidden}@media (scripting:none){.scripted{display:none}}}\n`;
}
