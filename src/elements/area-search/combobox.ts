import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Area } from '../../contract/index.ts';
import { composed, takeEscape } from '../core/browser.ts';
import type { SearchState } from './search.ts';

/** Where the list would lie under the keyboard of a phone, or has no room below the text. A large text leaves a low view, too. */
const isSmall = () => globalThis.matchMedia?.('(pointer: coarse), (max-width: 480px), (max-height: 540px)').matches;

/** Pixels: four rows and what is said of them. */
const roomOfList = 220;

/** Whether something around it cuts off what lies below it, as a card with round corners does (yui/yui3#1488). Nothing cuts off a dialog. */
function isCutOff(host: Element): boolean {
  const { bottom } = host.getBoundingClientRect();
  for (let around = parentOf(host); around && !around.matches('body, dialog'); around = parentOf(around)) {
    const cuts = /hidden|clip/.test(getComputedStyle(around).overflowY);
    if (cuts && around.getBoundingClientRect().bottom < bottom + roomOfList) return true;
  }
  return false;
}

const parentOf = (element: Element): Element | null =>
  element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;

/** What may happen outside of an open list. */
const outsideEvents = ['pointerdown', 'pointerup', 'focusin'] as const;

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ParentNode & Node;
}

/** What the element does for its combobox. */
interface Actions {
  readonly state: () => SearchState;
  readonly choose: (area: Area) => void;
  /** Asks a search that failed again. Returns whether there was one. */
  readonly retry: () => boolean;
  /** Enter, while nothing is open. */
  readonly submit: () => void;
  /** The shopper has left the open list. */
  readonly leave: () => void;
  /** Escape, while nothing is open. Returns whether there was something to take back. */
  readonly takeBack: () => boolean;
}

/**
 * The keys, the active option and the popup of an editable combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 *
 * On a phone the popup is a sheet over the whole page. It is a popover with the role of a dialog: the text field stays where it is in the
 * document, so that it keeps focus and the keyboard stays open.
 */
export class Combobox implements ReactiveController {
  /** The position of the active option. -1 for none. */
  active = -1;
  isOpen = false;
  /** It lies over the whole page. */
  isSheet = false;
  readonly #host: Host;
  readonly #actions: Actions;
  /** The last event inside the element, which reaches the window, too. */
  #inside: Event | undefined;

  constructor(host: Host, actions: Actions) {
    this.#host = host;
    this.#actions = actions;
    host.addController(this);
    for (const type of outsideEvents) {
      host.addEventListener(type, (event) => {
        this.#inside = event;
      });
    }
  }

  /** The list, or what is shown in its place, is in sight. */
  get isShown(): boolean {
    return this.isOpen && this.#actions.state().status !== 'idle';
  }

  get isListed(): boolean {
    return this.isOpen && this.#actions.state().status === 'found';
  }

  hostConnected(): void {
    for (const type of outsideEvents) addEventListener(type, this.#handleOutside);
  }

  hostDisconnected(): void {
    for (const type of outsideEvents) removeEventListener(type, this.#handleOutside);
    // The browser closes a popover that leaves the page, and says nothing.
    if (this.isSheet) this.#actions.leave();
  }

  open(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (!isOpen) this.active = -1;
    this.#host.requestUpdate();
  }

  /** Lays an open search over a small screen, or over what would cut off its list, and takes it back. The page around it keeps its height. Called after each update. */
  spread(): void {
    const area = this.#host.renderRoot.querySelector<HTMLElement>('.area');
    const isSheet = this.isOpen && (this.isSheet || isSmall() || isCutOff(this.#host));
    // jsdom and browsers before 2024 have no popovers: the list lies over the page there.
    if (!area?.showPopover || isSheet === this.isSheet) return;
    this.isSheet = isSheet;
    const { style } = area.parentElement as HTMLElement;
    style.blockSize = isSheet ? `${area.getBoundingClientRect().height}px` : '';
    if (isSheet) area.showPopover();
    else area.hidePopover();
    this.#host.requestUpdate();
  }

  /** Moves to the next or the previous option, and from the last to the first. */
  #move(step: number): void {
    const { length } = this.#actions.state().areas;
    const from = this.active < 0 && step < 0 ? length : this.active;
    this.open(true);
    this.active = (from + step + length) % length;
    const { renderRoot, updateComplete } = this.#host;
    void updateComplete.then(() =>
      renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' }),
    );
  }

  readonly handleKey = (event: KeyboardEvent): void => {
    if (event.keyCode === composed) return;
    const { areas, status } = this.#actions.state();
    const isDown = event.key === 'ArrowDown';
    if ((isDown || event.key === 'Enter') && this.#actions.retry()) {
      event.preventDefault();
      this.open(true);
      return;
    }
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (status !== 'found' || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (event.altKey) this.open(isDown);
        else this.#move(isDown ? 1 : -1);
        return;
      case 'Enter': {
        const area = this.isListed ? areas[this.active] : undefined;
        // A form around it is not submitted with half a word.
        if (this.isShown) event.preventDefault();
        else if (!event.defaultPrevented) this.#actions.submit();
        if (area) this.#actions.choose(area);
        return;
      }
      case 'Tab':
        // What failed has a button below the text.
        if (status !== 'error') this.open(false);
        return;
      case 'Escape':
        if (this.isShown || this.isSheet) this.open(false);
        else if (!this.#actions.takeBack()) return;
        takeEscape(event);
    }
  };

  /** A keyboard that is closed, or a screen reader that moves on, takes focus away without another target: the list stays. */
  readonly handleFocusOut = ({ relatedTarget }: FocusEvent): void => {
    const { renderRoot } = this.#host;
    const stays = relatedTarget ? renderRoot.contains(relatedTarget as Node) : this.isShown || this.isSheet;
    if (!stays) this.#actions.leave();
  };

  /** A phone's way back closes the sheet. */
  readonly handleToggle = ({ newState }: ToggleEvent): void => {
    if (newState === 'closed' && this.isSheet) this.#actions.leave();
  };

  /** A touch counts when it ends: one that scrolls the page is cancelled. */
  readonly #handleOutside = (event: Event): void => {
    const { type, pointerType } = event as PointerEvent;
    const isPress = type === 'focusin' || (type === 'pointerup') === (pointerType === 'touch');
    if (this.isOpen && isPress && event !== this.#inside) this.#actions.leave();
  };
}
