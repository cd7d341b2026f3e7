import { receiptWords } from './words.ts';

/** Where shoppers reach the shop. */
const contact = 'mailto:halo@rumahteduh.example';

/** Days in which the shop gives money back. */
export const refundDays = 3;

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

/** A sentence whose "contact the shop" is a link. */
export function withContact(sentence: string): (string | HTMLAnchorElement)[] {
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
