import { isShippingFailure, type ShippingClient } from '../../../src/client/index.ts';
import type { Rate } from '../../../src/contract/index.ts';
import { QuoteTask } from '../../../src/elements/shared/quote-task.ts';
import { type Consent, type OrderBody, OrderFlow, type OrderMode } from '../../../src/elements/state/order-flow.ts';
import { Place } from '../../../src/elements/state/places.ts';
import { Selection } from '../../../src/elements/state/selection.ts';
import { type OrderContacts, orderRequest, type Shipment } from '../../../src/quote/index.ts';
import { type HeldService, heldService } from '../../elements/sequences/service.ts';
import { contacts } from '../../support/fixtures.ts';
import type { Says } from './inputs.ts';
import type { Ledger, Writer } from './ledger.ts';
import { PlainHost } from './plain-host.ts';
import type { Intent } from './shop.ts';

/** What the page is asked before an order goes out. */
interface Submit {
  rate: Rate | undefined;
  reference: string;
}

interface Settings {
  mode: OrderMode;
  reference: string;
  /** The page's own words to the courier; null where it has no contacts to give. */
  note: string | null;
}

/** Who hears what happens in a page. */
export interface Audience {
  /** A request for rates is made. */
  requested(): (question: string) => void;
  /** The rates are asked once more. */
  refreshed(isForOrder: boolean): void;
  /** What is shown is kept as it is, or let go. */
  locks(locked: boolean): void;
  /** What has waited until it was let go has happened. */
  hasLet(): void;
}

/** One page with a checkout that has no screen: put together as `<ship-checkout>` puts itself together. */
export class Page implements Writer<Intent | undefined> {
  readonly selection = new Selection(() => false);
  readonly flow: OrderFlow;
  readonly service: HeldService;
  readonly host: PlainHost;
  readonly quotes: QuoteTask;
  readonly #client: ShippingClient;
  readonly #place: Place;
  readonly #audience: Audience;
  readonly #settings: () => Settings;

  /** What the shopper has clicked for last. */
  intent: Intent | undefined;
  /** What it was told to be placed. */
  readonly placed = new Set<string>();
  /** What comes before its first question is no edit. */
  hasAsked = false;
  /** Another page has taken its place. */
  gone = false;
  /** What it says when it is asked whether to order. */
  says: Says | 'later' = 'yes';
  asked: Submit | undefined;
  /** Says so, where the page has not yet. */
  answer: ((says: Says) => void) | undefined;

  constructor(looks: string, settings: () => Settings, ledger: Ledger<Intent | undefined>, audience: Audience) {
    this.#settings = settings;
    this.#audience = audience;
    this.service = heldService(() => audience.requested());
    const { createOrder, createDraftOrder, cancelOrder, unanswered, placed } = ledger.clientOf(this);
    const { listCouriers, quoteRates } = this.service.client;
    const asks = <Parameters extends unknown[], Answer>(ask: (...parameters: Parameters) => Answer) => {
      return (...parameters: Parameters): Answer => {
        this.hasAsked = true;
        return ask(...parameters);
      };
    };
    const reads = { listCouriers: asks(listCouriers), quoteRates: asks(quoteRates) };
    this.#client = { ...reads, createOrder, createDraftOrder, cancelOrder, unanswered, placed };
    this.#place = new Place(this);
    this.host = new PlainHost(
      () => {
        this.selection.settle();
        this.flow.reconsider();
      },
      () => {
        if (this.host.isConnected) this.#place.claim(looks);
        if (this.host.isConnected) this.flow.resume();
      },
    );
    const { selection, host } = this;
    this.quotes = new QuoteTask(host, selection, () => (host.isConnected ? this.#client : undefined));
    selection.subscribe(() => host.requestUpdate());
    this.flow = new OrderFlow({
      terms: () => ({
        client: this.#client,
        rate: selection.rate,
        switches: selection.switches,
        body: this.#body,
        cart: selection.cart,
        ...this.#settings(),
        ready: host.isConnected && selection.status === 'ready' && selection.rate !== undefined,
        place: this.#place.name,
      }),
      present: () => host.isConnected,
      confirm: (submit) => this.#confirm(submit),
      requote: async (_client, _body, rate) => {
        audience.refreshed(true);
        const verdict = await this.quotes.requote(rate);
        // Gone, it has everything asked once more.
        if (verdict?.kind === 'cleared') audience.refreshed(false);
        return verdict;
      },
      reprice: (rate) => selection.reprice(rate),
    });
    this.flow.subscribe((notice) => {
      audience.locks(this.flow.locked);
      if (this.flow.locked) selection.freeze();
      else selection.unfreeze();
      audience.hasLet();
      host.requestUpdate();
      if (notice?.type === 'failed' && isOutdating(notice.error)) void this.refresh({ quiet: true });
    });
  }

  get present(): boolean {
    return this.host.isConnected;
  }

  /** Whether it waits for nothing but the service and the page. */
  get digested(): boolean {
    if (this.host.isUpdatePending || !this.service.digested()) return false;
    return this.flow.status !== 'asking' || this.answer !== undefined;
  }

  refresh(options?: { quiet: boolean }): Promise<void> {
    this.#audience.refreshed(false);
    return this.quotes.refresh(options);
  }

  leave(): void {
    this.host.disconnect();
    this.#place.leave();
  }

  /** The browser loads another page in its place: nobody hears what this one was waiting for. */
  unload(): void {
    this.gone = true;
    if (this.present) this.leave();
  }

  get #body(): OrderBody | undefined {
    const { selection } = this;
    const { note } = this.#settings();
    if (note === null || !selection.rate || selection.missing.length) return undefined;
    const order: OrderContacts = { ...contacts, order_note: note };
    return orderRequest(selection.question?.shipment as Shipment, order, selection.rate, selection.extras);
  }

  #confirm(submit: Submit): Promise<Consent | undefined> {
    this.asked = submit;
    return new Promise((resolve, reject) => {
      const answer = (says: Says) => {
        this.answer = undefined;
        if (says === 'fails') reject(new Error('the shop could not save the order'));
        else resolve(says === 'yes' ? {} : undefined);
      };
      if (this.says === 'later') this.answer = answer;
      else answer(this.says);
    });
  }
}

const isOutdating = (error: Error) =>
  isShippingFailure(error) && error.code === 'refused' && error.reason === 'service-removed';
