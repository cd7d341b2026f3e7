import { randomReference, type ShippingClient } from '../../client/index.ts';
import type { OrderRequest, Rate } from '../../contract/index.ts';

export type OrderMode = 'order' | 'draft' | 'none';

/** An order without its courier: the rate names that. */
export type OrderBody = Omit<OrderRequest, 'courier_company' | 'courier_type' | 'reference_id'>;

export type OrderStatus =
  | 'ready'
  | 'asking'
  | 'ordering'
  | 'placed'
  | 'refused'
  | 'unconfirmed'
  | 'cancelling'
  | 'cancelled';

/** One order on its way: sent again it is the very same, so that the service can tell that it knows it. */
export interface Attempt {
  client: ShippingClient;
  request: OrderRequest;
  rate: Rate | undefined;
  draft: boolean;
}

/**
 * A copy: what is sent again must be what was sent, whatever the page does to its cart meanwhile. The page may have no
 * contacts to give; then the client says which are missing, and nothing is sent.
 */
export function requestFor(order: OrderBody | undefined, rate: Rate | undefined, reference: string): OrderRequest {
  const courier = rate && { courier_company: rate.courier_code, courier_type: rate.courier_service_code };
  return structuredClone({ ...(order as OrderRequest), ...courier, reference_id: reference });
}

/**
 * The `reference_id` of the order at hand: one for all tries of it. It stays used when the order is cancelled
 * (contract.md §5), so that ordering again needs another one.
 */
export class Reference {
  #sent = '';
  #offered = '';
  readonly #spent = new Set<string>();

  /** @param wanted the shop's own; a random one where empty */
  current(wanted: string): string {
    if (this.#sent) return this.#sent;
    if (!wanted) {
      this.#offered ||= randomReference();
      return this.#offered;
    }
    let reference = wanted;
    for (let count = 2; this.#spent.has(reference); count += 1) reference = `${wanted}-${count}`;
    return reference;
  }

  send(reference: string): void {
    this.#sent = reference;
  }

  /** The order is done with. */
  spend(): void {
    this.#spent.add(this.#sent);
    this.#sent = '';
    this.#offered = '';
  }
}
