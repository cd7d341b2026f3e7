import { notLoaded } from '../words/not-loaded.ts';

/**
 * Loads the class of an element that is in the page. If it does not come, the element says so and has a button: a deployment has replaced the
 * file, or the connection is gone. The first press loads it again. The next one reloads the page, because a deployed file never comes back, and
 * Firefox keeps a failed import for as long as the page is open (whatwg/html#6768). It imports nothing that has to be loaded itself.
 * @param load `import(file)`, written out for bundlers
 * @param options.target dispatches `ship-error`. The element itself by default
 * @returns whether it is there
 */
export async function loadClass(
  element: HTMLElement,
  load: () => Promise<unknown>,
  { target = element, isSecond = false }: { target?: EventTarget; isSecond?: boolean } = {},
): Promise<boolean> {
  try {
    if (!customElements.get(element.localName)) await load();
    return true;
  } catch (cause) {
    const error = new Error(`The file of <${element.localName}> did not load. A reload of the page may help.`, {
      cause,
    });
    // biome-ignore lint/suspicious/noConsole: the author of the page has to read it
    console.warn(error);
    const again = () =>
      isSecond ? location.reload() : loadClass(element, load, { target, isSecond: true }).then(() => element.focus());
    showFailure(element, isSecond, again);
    target.dispatchEvent(Object.assign(new Event('ship-error', { bubbles: true }), { error }));
    return false;
  }
}

/** The class takes over this shadow root, as it takes over one that a server has rendered. */
function showFailure(element: HTMLElement, isSecond: boolean, again: () => unknown): void {
  const language = element.closest<HTMLElement>('[lang]')?.lang ?? '';
  const { sentence, retry, reload } = /^(id|in)\b/i.test(language) ? notLoaded.id : notLoaded.en;
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const text = document.createElement('p');
  text.role = 'alert';
  text.textContent = sentence;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = isSecond ? reload : retry;
  button.addEventListener('click', again, { once: true });
  const hadFocus = root.activeElement !== null;
  root.replaceChildren(text, button);
  if (hadFocus) button.focus();
}
