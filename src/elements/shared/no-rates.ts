import { absenceOf, lackingMapPin } from '../../quote/index.ts';
import type { Selection } from '../state/selection.ts';
import type { Words } from './words.ts';

/** Whether there are rates, and the shopper's own pick of couriers hides them all. */
export const isHiddenByPicks = ({ picks, allRates }: Selection): boolean => picks.length > 0 && allRates.length > 0;

/**
 * Why there is no rate, as far as is known: couriers that lack a point on the map, couriers picked that do not serve the lane, or a
 * lane that nobody serves. Nothing is advised that does not help.
 */
export function noRatesSentence(selection: Selection, words: Words): string {
  const { picks, quote, shipment } = selection;
  const asked = picks.length ? picks : (quote?.couriers ?? []);
  const unpinned = asked.filter(
    (code) => absenceOf(code, { asked, rates: [], shipment: shipment ?? {} }) === 'map-pin',
  );
  if (unpinned.length && unpinned.length === asked.length) {
    // Their names come with rates, and there are none: `gojek` is told as Gojek.
    const names = unpinned.map((code) => code.slice(0, 1).toUpperCase() + code.slice(1));
    // A pin of the shopper's helps where the shop has one of its own.
    return lackingMapPin(asked, shipment).length ? words.needMapPin(names) : words.onlyWithMapPin(names);
  }
  return isHiddenByPicks(selection) ? words.picksServeNot : words.noRates;
}
