/**
 * Draws the content of an element again when Chromium has lost it: in a fieldset, the content of a container (`container-type`) has no boxes
 * if it changes in the frame in which something else comes into the fieldset (shadcn-ui/ui#9147, sveltejs/svelte#18679). The element's size
 * changes then. It is drawn in the next frame, because the page would hear of a loop if an observer of sizes changed one. Neither a server
 * nor jsdom has the observer.
 */
export const lostBoxes: ResizeObserver | undefined =
  globalThis.ResizeObserver &&
  new ResizeObserver((entries) => {
    for (const { target } of entries) if (isLost(target)) requestAnimationFrame(() => draw(target));
  });

const partsOf = ({ shadowRoot }: Element) => [...(shadowRoot?.children ?? [])] as HTMLElement[];

const hasBox = (element: Element): boolean => element.getClientRects().length > 0;

const isLost = (element: Element): boolean => hasBox(element) && !partsOf(element).some(hasBox);

function draw(element: Element): void {
  const show = (display: string) => {
    for (const { style } of partsOf(element)) style.display = display;
  };
  show('none');
  element.getClientRects();
  show('');
}
