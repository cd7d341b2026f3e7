import type { Locators, Side } from '../../contract/index.ts';
import type { Distance } from '../catalogue/index.ts';
import type { Refuse } from '../refusal.ts';
import { kilometresBetween } from './kilometres.ts';
import { found, type Location, locate } from './locate.ts';
import { regions } from './places.ts';

/** From where to where. */
export interface Lane {
  origin: Location;
  destination: Location;
  distance: Distance;
  /** As the crow flies; only where both sides sent a coordinate. */
  kilometres: number | undefined;
}

/** @param code what the refusal of a side that is nowhere carries */
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

/** Five postal areas make up Jakarta, which is one city; elsewhere the leading two digits tell cities apart. */
function cityOf({ place, postalCode }: Location): string | number {
  return place.province === 'DKI Jakarta' ? place.province : Math.floor(postalCode / 1000);
}
