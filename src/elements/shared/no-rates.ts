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
  const needsPin = (code: string) => absenceOf(code, { asked, rates: [], shipment: shipment ?? {} }) === 'map-pin';
  const [unpinned, others] = [asked.filter(needsPin), asked.filter((code) => !needsPin(code))];
  // A pin of the shopper's helps where the shop has one of its own.
  if (unpinned.length && !others.length)
    return lackingMapPin(asked, shipment).length
      ? words.needMapPin(unpinned.map(named))
      : words.onlyWithMapPin(unpinned.map(named));
  if (unpinned.length && picks.length)
    return `${words.onlyWithMapPin(unpinned.map(named))}. ${words.notServing(others.map(named))}.`;
  if (isHiddenByPicks(selection)) return words.picksServeNot;
  return shipment?.destination_postal_code ? `${words.noRates} ${words.checkPostalCode}` : words.noRates;
}

/** Names of couriers come with rates, and there are none: `gojek` is told as Gojek. */
const named = (code: string): string => code.slice(0, 1).toUpperCase() + code.slice(1);
