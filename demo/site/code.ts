let count = 0;

/** Shows one of the panels, as https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ describes it. */
export function offerTabs(tabs: HTMLElement): void {
  const panels = [...tabs.children] as HTMLElement[];
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Code');
  const buttons = panels.map((panel) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = panel.dataset.tab ?? '';
    button.setAttribute('role', 'tab');
    panel.id ||= `panel-${++count}`;
    button.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-label', panel.dataset.tab ?? '');
    return button;
  });
  const select = (chosen: HTMLElement) => {
    for (const [index, button] of buttons.entries()) {
      const isChosen = button === chosen;
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      (panels[index] as HTMLElement).hidden = !isChosen;
    }
  };
  list.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    if (button) select(button);
  });
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = buttons.at((buttons.indexOf(document.activeElement as HTMLButtonElement) + step) % buttons.length);
    next?.focus();
    if (next) select(next);
  });
  list.append(...buttons);
  tabs.prepend(list);
  if (buttons[0]) select(buttons[0]);
}

/** Adds a button that copies the block's code. */
export function offerCopying(block: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const code = block.querySelector('code') as HTMLElement;
    button.textContent = (await isCopied(code)) ? 'Copied' : 'Selected';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  block.append(button);
}

/** If the page may not write to the clipboard, selects the text for the keyboard. */
async function isCopied(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}
