import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { absent } from '../../contract/index.ts';
import type { Shipment } from '../../quote/index.ts';
import type { Store } from '../core/store.ts';
import { postalCodeOf } from './search.ts';

/** A checkout, or a rate comparison: what has a destination and a store. */
interface Destination extends HTMLElement {
  readonly store: Store;
  readonly remember?: boolean;
  readonly shipment: Partial<Shipment> | undefined;
  takeDestination(
    destination: Pick<Partial<Shipment>, 'destination_area_id' | 'destination_postal_code'>,
    isShoppers: boolean,
  ): void;
}

/** A chosen area, or the postal code that a page has set. */
interface Place {
  readonly id?: string | undefined;
  readonly postal_code?: unknown;
}

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly htmlFor: string;
  remember: boolean;
  /** What the search holds. Undefined if it holds nothing. */
  readonly place: Place | undefined;
  /** Whether the shopper has chosen it. */
  readonly isShoppers: boolean;
}

/**
 * Keeps the destination of the checkout that `for` names the same as the area: area id and postal code are set together, coordinates
 * stay. A page that sets the goods again keeps the area. A page that sets another postal code, or takes the destination back, takes the
 * area away.
 */
export class DestinationLink implements ReactiveController {
  readonly #host: Host;
  readonly #onOther: (postalCode: unknown) => void;
  #linked: Destination | undefined;
  /** The destination is from this search, which may take it back. One of the page's own stays. */
  #hasWritten = false;
  #isWriting = false;
  #unsubscribe = () => {};
  #observer: MutationObserver | undefined;

  /**
   * @param onOther called when the page has set a destination that is not the area, with the postal code to ask for. Undefined if the page has
   * an area of its own, or none
   */
  constructor(host: Host, onOther: (postalCode: unknown) => void) {
    this.#host = host;
    this.#onOther = onOther;
    host.addController(this);
  }

  /** The checkout may be upgraded, or come into the page, later than this element. */
  hostConnected(): void {
    void customElements.whenDefined('ship-checkout').then(() => this.#link());
  }

  hostUpdated(): void {
    this.#watch();
    this.#link();
  }

  hostDisconnected(): void {
    this.#watch();
    this.#link();
  }

  /** Writes a place into the destination. What the place lacks, the destination loses. Nothing is written before the first place. */
  write(place: Place = {}): void {
    const linked = this.#linked;
    const isPlace = Boolean(place.id || place.postal_code);
    if (!linked || !(isPlace || this.#hasWritten)) return;
    this.#hasWritten = isPlace;
    this.#isWriting = true;
    const destination = {
      ...(place.id && { destination_area_id: place.id }),
      ...(place.postal_code ? { destination_postal_code: place.postal_code as number } : undefined),
    };
    linked.takeDestination(destination, this.#host.isShoppers);
    this.#isWriting = false;
  }

  /** Watches the page only while `for` names an element of it. */
  #watch(): void {
    const isLinking = this.#host.isConnected && Boolean(this.#host.htmlFor);
    if (isLinking === Boolean(this.#observer)) return;
    this.#observer?.disconnect();
    this.#observer = isLinking ? new MutationObserver(() => this.#link()) : undefined;
    this.#observer?.observe(this.#host.getRootNode(), { childList: true, subtree: true });
  }

  #link(): void {
    const { htmlFor, place, isConnected } = this.#host;
    const root = this.#host.getRootNode() as Partial<Document>;
    const named = isConnected && htmlFor ? root.getElementById?.(htmlFor) : undefined;
    const found = named && 'store' in named ? (named as Destination) : undefined;
    // One attribute for both.
    if (found?.remember) this.#host.remember = true;
    if (found === this.#linked) return;
    this.#unsubscribe();
    // `for` names another one. A search that was removed may have been a step of the checkout: its area stays.
    if (isConnected && this.#linked?.isConnected) this.write();
    this.#linked = found;
    this.#hasWritten = false;
    this.#unsubscribe =
      found?.store.subscribe(({ type }) => type === 'set' && !this.#isWriting && this.#compare(found)) ?? (() => {});
    if (place) this.write(place);
  }

  /** The page has set the shipment: is its destination still this place? */
  #compare({ shipment }: Destination): void {
    const { place } = this.#host;
    const { destination_area_id: id, destination_postal_code: code } = shipment ?? {};
    const isOtherArea = id && id !== place?.id;
    const isOtherCode = code && postalCodeOf(code) !== place?.postal_code;
    // Goods without a destination have neither field. A field that is there and empty takes the destination back.
    const isTakenBack = [id, code].some((given) => given !== undefined && absent(given));
    if (isOtherArea) this.#release();
    else if (isOtherCode) {
      // Without the id of an area that is elsewhere.
      if (id) this.write({ postal_code: code });
      this.#release(code);
    } else if (isTakenBack && this.#hasWritten) {
      if (!code) this.write();
      this.#release();
    } else if (place) this.write(place);
  }

  /** The destination is the page's own. @param postalCode to ask for */
  #release(postalCode?: unknown): void {
    this.#hasWritten = false;
    this.#onOther(postalCode);
  }
}
