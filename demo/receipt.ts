import { html, render } from 'lit';
import { Copying } from '../src/elements/core/copying.ts';
import { momentText } from '../src/elements/words/arrival-text.ts';
import { readersZone } from '../src/quote/index.ts';
import { language } from './language.ts';
import { receiptWords, rupiah, word } from './words.ts';

/** Where shoppers reach the shop. */
const contact = 'mailto:halo@rumahteduh.example';

/** Days in which the shop gives money back. */
const refundDays = 3;

/** The last day on which the shop gives money back, if it begins today: `2026-12-03`. */
export const refundBy = () =>
  new Date(Date.now() + refundDays * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });

/**
 * What becomes of money, as the widget says it.
 * @param by the last day. Empty if it is not known
 */
export function moneyBack(amount: number, by: string): string {
  const { refund, nothingPaid } = receiptWords();
  const date = by && momentText(new Date(by), readersZone(), { language: language(), now: Date.now() }).date;
  return amount > 0 ? refund(rupiah(amount), word('sameWay'), date) : nothingPaid;
}

const copying = new Copying((sentence) => showNumber(shownNumber, sentence));
let shownNumber = '';
/** What was said last of which number, in which language. A receipt that is written again, by news of a parcel, keeps it. */
let last = { of: '', sentence: '' };

/** Shows the number of an order that is loaded again, with a button that copies it, as the receipt of the widget does. */
export function showNumber(number: string, said?: string): void {
  shownNumber = number;
  const of = `${number} ${language()}`;
  if (said !== undefined || last.of !== of) last = { of, sentence: said ?? '' };
  const row = document.querySelector<HTMLElement>('#number');
  if (!row) return;
  row.hidden = !number;
  const copy = copying.render(number, 'number', receiptWords());
  render(
    html`<span class="hint" id="number-label">${word('number')}</span> <b>${number}</b> ${copy}<span class="hidden" role="status">${last.sentence}</span>`,
    row,
  );
}

document.querySelector('#save')?.addEventListener('click', () => print());

/**
 * Asks before an order is cancelled, as the receipt of the widget does: folded, with what becomes of the money, and confirmed once more.
 * @param cancel what is done then. Resolves with false while it is not known what became of it: the question stays
 */
export function askBeforeCancelling(panel: HTMLDetailsElement, cancel: () => Promise<boolean>): void {
  const [confirm, keep] = panel.querySelectorAll('button');
  const close = () => {
    panel.open = false;
    panel.querySelector('summary')?.focus();
  };
  confirm?.addEventListener('click', async () => {
    if (confirm.ariaDisabled) return;
    // Focus stays on it meanwhile.
    confirm.ariaDisabled = 'true';
    const isKnown = await cancel().finally(() => {
      confirm.ariaDisabled = null;
    });
    if (!isKnown) return;
    close();
    // What is true now is the page's heading.
    document.querySelector<HTMLElement>('#title')?.focus();
  });
  keep?.addEventListener('click', close);
}

/**
 * Says what becomes of the money.
 * @param asked in the question
 * @param ended below the page's heading, once it is cancelled. Empty until then
 */
export function sayMoney(asked: string, ended: string): void {
  document.querySelector('#cancel-money')?.replaceChildren(asked);
  const money = document.querySelector<HTMLElement>('#money');
  money?.toggleAttribute('hidden', !ended);
  money?.replaceChildren(...withContact(ended));
}

/** Says below the question until when an order can be cancelled. */
export function sayTerms(terms: string, isProblem = false): void {
  const line = document.querySelector('#cancel-until');
  line?.classList.toggle('problem', isProblem);
  // Some screen readers repeat a text that is written again.
  if (line?.textContent !== terms) line?.replaceChildren(...withContact(terms));
}

/** Says there why it was not cancelled. */
export const sayProblem = (problem: string): void => sayTerms(problem, true);

/** A sentence whose "contact the shop" is a link. */
function withContact(sentence: string): (string | HTMLAnchorElement)[] {
  const words = receiptWords().contact;
  const start = sentence.toLowerCase().indexOf(words.toLowerCase());
  if (start < 0) return [sentence];
  const end = start + words.length;
  const link = Object.assign(document.createElement('a'), {
    className: 'link',
    href: contact,
    textContent: sentence.slice(start, end),
  });
  return [sentence.slice(0, start), link, sentence.slice(end)];
}
