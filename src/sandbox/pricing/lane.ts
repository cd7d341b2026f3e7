import type { Locators, Side } from '../../contract/index.ts';
import type { Distance } from '../catalogue/index.ts';
import type { Refuse } from '../refusal.ts';
import { found, kilometresBetween, type Location, locate } from './locate.ts';
import { regions } from './places.ts';

/** The origin and destination of a shipment. */
export interface Lane {
  origin: Location;
  destination: Location;
  distance: Distance;
  /** Great-circle distance; undefined unless both sides have a coordinate. */
  kilometres: number | undefined;
}

/** @param code of the refusal if a side cannot be found */
export function laneOf(request: Locators, code: number, refuse: Refuse): Lane {
  const end = (side: Side): Location => {
    const location = locate(request, side);
    if (found(location)) return location;
    throw refuse({ ...location, code });
  };
  const [origin, destination] = [end('origin'), end('destination')];
  const [from, to] = [origin.coordinate, destination.coordinate];
  const kilometres = from && to && kilometresBetween(from, to);
  return { origin, destination, distance: distanceOf(origin, destination), kilometres };
}

function distanceOf(origin: Location, destination: Location): Distance {
  const [from, to] = [origin.place, destination.place];
  const [here, there] = [regions[from.region], regions[to.region]];
  if (cityOf(origin) === cityOf(destination)) return 'city';
  if (from.region === to.region) return 'region';
  if (here.remote || there.remote) return 'remote';
  return here.island === there.island ? 'island' : 'nation';
}

/** Two digits of the postal code tell cities apart. Jakarta is one city with five such areas. */
function cityOf({ place, postalCode }: Location): string | number {
  return place.province === 'DKI Jakarta' ? place.province : Math.floor(postalCode / 1000);
}
