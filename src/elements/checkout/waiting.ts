import { isShippingFailure, type Reason } from '../../client/index.ts';
import type { ShipmentPart } from '../../quote/index.ts';
import type { ComparisonStatus } from '../rate-comparison/list.ts';
import { errorSentence } from '../shared/error-sentence.ts';
import type { Words } from '../shared/words.ts';

/** Why an order has to wait, in words; empty where it need not. */
export function whyWait(
  status: ComparisonStatus,
  missing: readonly ShipmentPart[],
  error: Error | undefined,
  say: Words,
): string {
  if (status === 'ready') return '';
  if (status === 'incomplete') return say.incomplete(missing);
  if (status === 'empty') return say.noRates;
  return error ? errorSentence(error, say) : say.orderWaits;
}

/** Refusals that say that the rates on screen are not what the service offers. */
const outdating: ReadonlySet<Reason> = new Set<Reason>([
  'service-removed',
  'cod-unavailable',
  'insurance-unavailable',
  'price-changed',
]);

export function outdatesRates(error: Error): boolean {
  return isShippingFailure(error) && error.code === 'refused' && outdating.has(error.reason);
}
