import type { CancellationReason, Rate } from '../../contract/index.ts';
import type { CourierPickerElement } from '../courier-picker/courier-picker-element.ts';
import type { OrderButtonElement } from '../order-button/order-button-element.ts';
import type { RateComparisonElement } from '../rate-comparison/rate-comparison-element.ts';
import type { News } from '../shared/news.ts';
import type { Whole } from '../shared/ship-element.ts';
import { ShipmentFieldElement } from '../shared/shipment-field-element.ts';

interface Parts {
  'ship-courier-picker': CourierPickerElement;
  'ship-rate-comparison': RateComparisonElement;
  'ship-order-button': OrderButtonElement;
}

/** What a checkout does with its parts, wherever in the page they are. */
export abstract class WholeElement extends ShipmentFieldElement implements Whole {
  #adopted: OrderButtonElement | undefined;

  /** One of its own parts; null before the first render. */
  protected partOf<Tag extends keyof Parts>(tag: Tag): Parts[Tag] | null {
    return this.renderRoot?.querySelector<Parts[Tag]>(tag) ?? null;
  }

  get rates(): readonly Rate[] {
    return this.partOf('ship-rate-comparison')?.rates ?? [];
  }

  /** @internal A button elsewhere in the page orders for this checkout, in place of its own. */
  adopt(button: OrderButtonElement): void {
    this.#adopted = button;
    button.whole = this;
    this.requestUpdate();
  }

  /** @internal */
  release(button: OrderButtonElement): void {
    if (this.#adopted === button) this.#adopted = undefined;
    button.whole = undefined;
    this.requestUpdate();
  }

  /** The button that orders: one elsewhere in the page, or its own. */
  protected get orderButton(): OrderButtonElement | null {
    return this.#adopted ?? this.partOf('ship-order-button');
  }

  protected get buttonElsewhere(): boolean {
    return this.#adopted !== undefined;
  }

  /** Asks for couriers and rates again. */
  async refresh(): Promise<void> {
    await Promise.all([this.partOf('ship-courier-picker')?.refresh(), this.partOf('ship-rate-comparison')?.refresh()]);
  }

  /** Does what the order button does; nothing while prices are being asked anew. */
  async placeOrder(): Promise<void> {
    await this.settled();
    await this.orderButton?.placeOrder();
  }

  async cancelOrder(reason?: CancellationReason): Promise<void> {
    await this.orderButton?.cancelOrder(reason);
  }

  /** @internal */
  get anchor(): HTMLElement | undefined {
    return this.partOf('ship-rate-comparison')?.anchor;
  }

  abstract partUpdated(): void;

  /** @internal */
  async requote(): Promise<News | undefined> {
    const comparison = this.partOf('ship-rate-comparison');
    await comparison?.refresh();
    await this.settled();
    return comparison?.news;
  }

  /** @internal */
  async settled(): Promise<void> {
    await this.updateComplete;
    await this.partOf('ship-rate-comparison')?.updateComplete;
    await this.updateComplete;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A button that was there first has looked for this checkout in vain.
    const root = this.getRootNode() as ParentNode;
    for (const button of root.querySelectorAll<OrderButtonElement>('ship-order-button[for]')) button.requestUpdate?.();
  }
}
