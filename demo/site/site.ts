/** The head of each page: colours and search. */
import { offerSearch } from './search.ts';

const root = document.documentElement;
const button = document.querySelector<HTMLButtonElement>('#theme-button');
const key = 'ship-elements-site-theme';

function showTheme(theme: string | null): void {
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  if (theme) root.dataset.theme = theme;
  button?.setAttribute('aria-pressed', String(isDark));
}

button?.addEventListener('click', () => {
  const theme = button.getAttribute('aria-pressed') === 'true' ? 'light' : 'dark';
  localStorage.setItem(key, theme);
  showTheme(theme);
});
showTheme(localStorage.getItem(key));
offerSearch();
