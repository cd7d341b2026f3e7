import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Area } from '../../contract/index.ts';
import type { Shipment } from '../../quote/index.ts';
import type { Store } from '../store/store.ts';

/** A checkout, or a rate comparison: what has a destination and a store. */
interface Destination extends HTMLElement {
  readonly store: Store;
  shipment: Partial<Shipment> | undefined;
}

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly htmlFor: string;
  readonly area: Area | undefined;
}

/**
 * Keeps the destination of the checkout that `for` names the same as the area: area id and postal code are set together, coordinates
 * stay. A page that sets the goods again keeps the area. A page that sets another postal code takes the area away.
 */
export class DestinationLink implements ReactiveController {
  readonly #host: Host;
  readonly #onOther: (postalCode: unknown) => void;
  #linked: Destination | undefined;
  #unsubscribe = () => {};
  #observer: MutationObserver | undefined;

  /**
   * @param onOther called when the page has set a destination that is not the area, with the postal code to ask for. Undefined if the page has
   * an area of its own
   */
  constructor(host: Host, onOther: (postalCode: unknown) => void) {
    this.#host = host;
    this.#onOther = onOther;
    host.addController(this);
  }

  /** The checkout may be upgraded, or come into the page, later than this element. */
  hostConnected(): void {
    void customElements.whenDefined('ship-checkout').then(() => this.#link());
    this.#observer = new MutationObserver(() => this.#link());
    this.#observer.observe(this.#host.getRootNode(), { childList: true, subtree: true });
  }

  hostUpdated(): void {
    this.#link();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#link();
  }

  /** Writes the id and the postal code of a place into the destination. What the place lacks, the destination loses. */
  write(place: { id?: string; postal_code?: unknown } = {}): void {
    const linked = this.#linked;
    if (!linked) return;
    const { destination_area_id, destination_postal_code, ...shipment } = linked.shipment ?? {};
    linked.shipment = {
      ...shipment,
      ...(place.id && { destination_area_id: place.id }),
      ...(place.postal_code ? { destination_postal_code: place.postal_code } : undefined),
    } as Partial<Shipment>;
  }

  #link(): void {
    const { htmlFor, area, isConnected } = this.#host;
    const root = this.#host.getRootNode() as Partial<Document>;
    const named = isConnected && htmlFor ? root.getElementById?.(htmlFor) : undefined;
    const found = named && 'store' in named ? (named as Destination) : undefined;
    if (found === this.#linked) return;
    this.#unsubscribe();
    this.#linked = found;
    this.#unsubscribe = found?.store.subscribe(({ type }) => type === 'set' && this.#compare(found)) ?? (() => {});
    if (area) this.write(area);
  }

  /** The page has set the shipment: is its destination still this area? */
  #compare({ shipment }: Destination): void {
    const { area } = this.#host;
    const { destination_area_id: id, destination_postal_code: code } = shipment ?? {};
    const isOtherArea = id && id !== area?.id;
    const isOtherCode = code && Number(code) !== area?.postal_code;
    // The page's own area stays. Otherwise the code is asked, without the id of an area that is elsewhere.
    if (isOtherCode && id && !isOtherArea) this.write({ postal_code: code });
    else if (isOtherCode || isOtherArea) this.#onOther(isOtherArea ? undefined : code);
    else if (area) this.write(area);
  }
}
