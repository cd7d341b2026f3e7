import { type AreasRequest, type AreasResponse, searchAreas } from '../contract/index.ts';
import type { ClientOptions, ReadOptions } from './options.ts';
import { createReader } from './reader.ts';

/** The search for districts. It throws the typed errors of `ShippingFailure`. */
export interface AreaClient {
  /**
   * Finds districts with their postal codes and area ids. The shop's gateway needs `areas: true`. Each new text is charged, so ask when
   * typing has stopped.
   */
  searchAreas(request: AreasRequest, options?: ReadOptions): Promise<AreasResponse>;
}

/**
 * A client for the search alone. It is apart from `createShippingClient`, so that a checkout does not load it.
 * @example
 * const { areas } = await createAreaClient({ baseUrl: '/shipping' }).searchAreas({ input: 'pesanggrahan' });
 */
export function createAreaClient(options: Omit<ClientOptions, 'store'>): AreaClient {
  const read = createReader(options);
  return {
    searchAreas: (request, readOptions) => read('searchAreas', searchAreas, request, readOptions),
  };
}
