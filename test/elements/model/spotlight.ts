// Pages are played side by side, so that they share the shopper's pauses. Only the one whose turn it is has focus.

let last: Promise<void> = Promise.resolve();

/** Waits for a turn. @returns ends it */
export async function turn(): Promise<() => void> {
  const before = last;
  let end = () => {};
  last = new Promise((resolve) => {
    end = resolve;
  });
  await before;
  return end;
}

/** The focused control, through shadow roots. Undefined if nothing has focus. */
export function focusedControl(): HTMLElement | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element && element !== document.body ? (element as HTMLElement) : undefined;
}

let isSwitching = false;

/** Moves focus between pages. The elements hear nothing of it: the shopper has left no page. */
export function switchFocus(move: () => void): void {
  isSwitching = true;
  move();
  isSwitching = false;
}

for (const type of ['focus', 'blur', 'focusin', 'focusout'])
  addEventListener(type, (event) => isSwitching && event.stopImmediatePropagation(), true);
