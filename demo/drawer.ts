/** The panel with the demo's controls and its event log. `shop.html#demo` opens with it. */
export function offerDrawer(drawer: HTMLElement, open: HTMLElement, close: HTMLElement): void {
  const show = (isOpen: boolean) => {
    drawer.hidden = !isOpen;
    open.setAttribute('aria-expanded', String(isOpen));
  };
  open.addEventListener('click', () => {
    show(drawer.hidden === true);
    if (!drawer.hidden) close.focus();
  });
  close.addEventListener('click', () => {
    show(false);
    open.focus();
  });
  show(location.hash === '#demo');
}
