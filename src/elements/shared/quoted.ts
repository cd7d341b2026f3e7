import { isShippingFailure, type ReadOptions, type ShippingClient } from '../../client/index.ts';
import type { Rate, RatesRequest } from '../../contract/index.ts';

/** The rates of a lane; a lane that nobody serves is an error body (contract.md §2), and here an empty list. */
export async function quoted(client: ShippingClient, request: RatesRequest, options: ReadOptions): Promise<Rate[]> {
  try {
    return (await client.quoteRates(request, options)).pricing;
  } catch (error) {
    if (isShippingFailure(error) && error.code === 'refused' && error.reason === 'no-courier') return [];
    throw error;
  }
}
