import { html, nothing, render } from 'lit';
import type { ShippingClient } from '../../../../src/client/index.ts';
import type { CheckoutElement, OrderButtonElement } from '../../../../src/elements/index.ts';
import type { Ledger, Writer } from '../../../state/sequences/ledger.ts';
import { settled } from '../../../support/inside.ts';
import { type HeldService, heldService } from '../../sequences/service.ts';
import type { Mode, Says } from './inputs.ts';
import type { Click, Told } from './promises.ts';

/** What tells an order's place and mode in the page: attributes of whichever element orders. */
export interface Attributes {
  id: string;
  mode: Mode;
  reference: string;
}

/** One page of a shop with a checkout in a form, and perhaps its button elsewhere. */
export class Page implements Writer<Click | undefined> {
  readonly root = document.createElement('section');
  readonly service: HeldService = heldService(() => () => {});
  readonly client: ShippingClient;
  readonly checkout: CheckoutElement;
  /** The button elsewhere in the page. */
  readonly button: OrderButtonElement | undefined;

  /** What the shopper has clicked for last. */
  intent: Click | undefined;
  /** What the page was told last to be placed, as long as it is said. */
  told: Told | undefined;
  /** Another page has taken its place. */
  gone = false;
  /** Says whether to order, where the page has not yet. */
  answer: ((says: Says) => void) | undefined;

  constructor(ledger: Ledger<Click | undefined>, elsewhere: boolean) {
    const { listCouriers, quoteRates } = this.service.client;
    const { createOrder, createDraftOrder, cancelOrder, unanswered, placed } = ledger.clientOf(this);
    this.client = { listCouriers, quoteRates, createOrder, createDraftOrder, cancelOrder, unanswered, placed };
    render(page(elsewhere), this.root);
    this.checkout = this.root.querySelector('ship-checkout') as CheckoutElement;
    this.button = this.root.querySelector('ship-order-button') ?? undefined;
    this.checkout.client = this.client;
  }

  get present(): boolean {
    return this.checkout.isConnected;
  }

  /** The element whose order it is. */
  get front(): CheckoutElement | OrderButtonElement {
    return this.button ?? this.checkout;
  }

  set attributes({ id, mode, reference }: Attributes) {
    this.checkout.id = id;
    if (this.button) this.button.htmlFor = id;
    this.front.setAttribute('order-mode', mode);
    this.front.setAttribute('reference', reference);
  }

  /** What the form would send. */
  get submitted(): Record<string, unknown> {
    return Object.fromEntries(new FormData(this.root.querySelector('form') as HTMLFormElement));
  }

  async rendered(): Promise<void> {
    for (const element of [this.checkout, this.front, this.checkout]) await settled(element);
  }

  get restless(): boolean {
    return [this.checkout, this.front].some(({ isUpdatePending }) => isUpdatePending);
  }

  leave(): void {
    this.checkout.remove();
  }

  unload(): void {
    this.gone = true;
    this.root.remove();
  }
}

const page = (elsewhere: boolean) => html`
  <form>
    <div class="here"><ship-checkout name="shipping" order-mode="none"></ship-checkout></div>
    <div class="there"></div>
  </form>
  ${elsewhere ? html`<ship-order-button></ship-order-button>` : nothing}
`;
