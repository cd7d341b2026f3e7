import '../src/elements/promise/define.ts';
import { calendar, warehouse } from './places.ts';

/** Gives the promise of a page its gateway. The static page has none, so a sandbox in the page answers. */
export async function answerPromise(promise: HTMLElementTagNameMap['ship-promise']): Promise<void> {
  if (import.meta.env.MODE !== 'static') {
    promise.baseUrl = '/shipping';
    return;
  }
  const { createSandboxPromiseClient } = await import('./site/sandbox-client.ts');
  promise.client = createSandboxPromiseClient({ origin_postal_code: warehouse.origin_postal_code }, calendar);
}
