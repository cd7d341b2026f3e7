import { browserStore } from '../stores.ts';
import { offerSearch } from './search.ts';

const key = 'ship-elements-site-theme';

/** Makes the head of a page work: its colours and its search. */
export function offerMasthead(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme-button');
  const show = (theme: string | null) => {
    const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    if (theme) document.documentElement.dataset.theme = theme;
    button?.setAttribute('aria-pressed', String(isDark));
  };
  button?.addEventListener('click', () => {
    const theme = button.getAttribute('aria-pressed') === 'true' ? 'light' : 'dark';
    browserStore.setItem(key, theme);
    show(theme);
  });
  show(browserStore.getItem(key));
  offerSearch();
}
