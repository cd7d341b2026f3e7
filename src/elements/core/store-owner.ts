import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createRatesClient } from '../../client/index.ts';
import type { Voice } from '../words/sentences.ts';
import type { Announcer } from './announcements.ts';
import { sentenceBetween } from './announcements.ts';
import { eventsBetween } from './events-between.ts';
import { isOnItsWay } from './order.ts';
import type { PageClock } from './page-clock.ts';
import { clientsBy, warnOf } from './page-input.ts';
import type { Action, OrderPhase, State } from './state.ts';
import { Store } from './store.ts';

/** The client of a base URL. */
const clientFor = clientsBy('listCouriers', createRatesClient);

interface StoreHost extends ReactiveControllerHost {
  readonly isConnected: boolean;
  readonly renderRoot: ParentNode;
}

/**
 * Requests an update of its host when the state has changed. A list of the parts that a host shows would be forgotten one day. Brings into
 * sight what an order or a cancellation has led to: the button that was pressed may be far from it.
 */
export class StoreController implements ReactiveController {
  readonly #host: StoreHost;
  #store: Store | undefined;
  #shown: State | undefined;
  #unsubscribe = () => {};
  /** Whether the order was on its way at the last update, and what had become of it before: a page that stops it goes back to that. */
  #isOnItsWay = false;
  #outcome: OrderPhase | undefined;

  constructor(host: StoreHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Follows another store. */
  follow(store: Store): void {
    if (store === this.#store) return;
    this.#store = store;
    if (this.#host.isConnected) this.#subscribe();
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#subscribe();
    this.#host.requestUpdate();
  }

  /** Unsubscribes, so that the store of a checkout does not keep a removed part in memory. */
  hostDisconnected(): void {
    this.#unsubscribe();
  }

  hostUpdate(): void {
    this.#shown = this.#store?.state;
  }

  hostUpdated(): void {
    const state = this.#shown;
    if (!state) return;
    const [wasOnItsWay, before] = [this.#isOnItsWay, this.#outcome];
    this.#isOnItsWay = isOnItsWay(state);
    if (this.#isOnItsWay) return;
    this.#outcome = state.order.phase;
    // After a refusal all prices are asked again, and its service may be gone.
    const isGone = before?.status === 'refused' && state.choice.notice?.kind === 'cleared';
    if (before === this.#outcome || !(wasOnItsWay || isGone)) return;
    const find = (selector: string) => this.#host.renderRoot.querySelector(selector);
    // jsdom cannot scroll.
    (find('.message') ?? find('.head'))?.scrollIntoView?.({ block: 'nearest' });
  }

  #subscribe(): void {
    this.#unsubscribe();
    const store = this.#store;
    if (store) this.#unsubscribe = store.subscribe(() => store.state === this.#shown || this.#host.requestUpdate());
  }
}

/** Actions of the shopper whose events are dispatched at once, as those of a native control. */
const immediate: readonly Action['type'][] = ['choose', 'switch', 'pick'];

interface OwnerHost extends StoreHost, HTMLElement {
  /** Dispatches the events of orders. */
  readonly orderTarget: EventTarget;
  readonly voice: Voice;
  readonly clock: PageClock;
  readonly announcer: Pick<Announcer, 'announce'>;
  /** Adds the work of a store's owner: tasks and form participation. */
  own?(store: Store): void;
  /** Writes custom states, form value and validity from the state. */
  sync(): void;
}

/**
 * The store that an element shows: one that it is given, or its own. The owner of a store updates the page: first form value and
 * states, then the events.
 */
export class StoreOwner {
  /** Elements with a store ask the client of a checkout. */
  readonly clientFor: typeof clientFor = clientFor;
  readonly #host: OwnerHost;
  readonly #controller: StoreController;
  #store: Store | undefined;
  /** The store that it has created. Undefined if it was given one. */
  #own: Store | undefined;
  /** Actions whose events were not dispatched yet, and the state that the last events described. */
  #pending: Action[] = [];
  #known: State | undefined;

  constructor(host: OwnerHost) {
    this.#host = host;
    this.#controller = new StoreController(host);
  }

  get store(): Store {
    if (!this.#store) {
      this.#own = new Store(() => this.#host.clock.now());
      this.#store = this.#own;
      this.#known = this.#own.state;
      this.#own.subscribe((action) => this.#handleAction(action));
      this.#controller.follow(this.#own);
      this.#host.own?.(this.#own);
    }
    return this.#store;
  }

  set store(store: Store) {
    this.#store = store;
    this.#controller.follow(store);
  }

  /** Whether it has created a store. */
  get hasOwn(): boolean {
    return this.#own !== undefined;
  }

  /** Whether it shows the store that it has created. */
  get showsOwn(): boolean {
    return this.store === this.#own;
  }

  /** Dispatches the events of the pending actions. A listener may change the state: later events describe the newer state. */
  dispatchEvents(): void {
    const [host, store] = [this.#host, this.#own];
    if (!store || !this.#pending.length) return;
    const pending = this.#pending.splice(0).sort((a, b) => rank(a) - rank(b));
    for (const action of pending) {
      const before = this.#known ?? store.state;
      const sent = new Set<string>();
      let events: Event[] = [];
      let described: State | undefined;
      for (;;) {
        // At first, and once a listener has changed the state.
        if (described !== store.state) {
          described = store.state;
          events = eventsBetween(before, described, action);
        }
        const event = events.find(({ type }) => !sent.has(type));
        if (!event || (event.type === 'input' && before === store.state)) break;
        sent.add(event.type);
        const isOfOrder = event.type.startsWith('ship-order');
        if ('error' in event) warnOf(event.error as Error);
        (isOfOrder ? host.orderTarget : host).dispatchEvent(event);
      }
      this.#known = store.state;
      const sentence = sentenceBetween(before, store.state, action, host.voice);
      if (sentence !== undefined) host.announcer.announce(sentence);
    }
  }

  #handleAction(action: Action): void {
    this.#pending.push(action);
    this.#host.sync();
    if (immediate.includes(action.type)) this.dispatchEvents();
    else this.#host.requestUpdate();
  }
}

/**
 * The order in which actions explain a change. Actions of the page come last. Among them its own choice comes first, because it needs
 * no event.
 */
const rank = ({ type }: Action): number => {
  if (type === 'set-value' || type === 'set-default') return 1;
  return type === 'set' || type === 'set-extras' || type === 'announce' ? 2 : 0;
};
