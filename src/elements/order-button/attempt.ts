import { fingerprint, randomReference, type ShippingClient } from '../../client/index.ts';
import type { OrderRequest, Rate } from '../../contract/index.ts';

export type OrderMode = 'order' | 'draft' | 'none';

/** An order without its courier: the rate names that. */
export type OrderBody = Omit<OrderRequest, 'courier_company' | 'courier_type' | 'reference_id'>;

export type OrderStatus =
  | 'ready'
  | 'asking'
  | 'quoting'
  | 'price-changed'
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
  reference: string;
  /** The request without what it says. */
  print: string;
  rate: Rate | undefined;
  draft: boolean;
}

/** A copy of the order: what is sent again must be what was sent, whatever the page does to its cart meanwhile. */
export function attemptTo(
  client: ShippingClient,
  { order, rate, orderMode }: { order: OrderBody | undefined; rate: Rate | undefined; orderMode: OrderMode },
  reference: string,
): Attempt {
  const courier = rate && { courier_company: rate.courier_code, courier_type: rate.courier_service_code };
  // The page may have no contacts to give; then the client says which are missing, and nothing is sent.
  const request = structuredClone({ ...(order as OrderRequest), ...courier, reference_id: reference });
  return { client, request, reference, print: fingerprint(request), rate, draft: orderMode !== 'order' };
}

/**
 * The `reference_id` of the order at hand: one for all tries of it. It stays used when the order is cancelled
 * (contract.md §5), so that ordering again needs another one.
 */
export class Reference {
  #sent = '';
  #offered = '';
  #count = 1;

  /** @param wanted the shop's own; a random one where empty */
  current(wanted: string): string {
    if (this.#sent) return this.#sent;
    if (wanted) return this.#count > 1 ? `${wanted}-${this.#count}` : wanted;
    this.#offered ||= randomReference();
    return this.#offered;
  }

  send(reference: string): void {
    this.#sent = reference;
  }

  /** The order is done with. */
  spend(): void {
    if (this.#sent) this.#count += 1;
    this.#sent = '';
    this.#offered = '';
  }
}
