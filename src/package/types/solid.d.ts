/** JSX of Solid: `shipment={cart()}`, `on:ship-rate-change={show}`. */
import type { JSX } from 'solid-js';
import type { PropertiesFirst, ShipTags } from './elements.js';

type Handlers<Events> = {
  [Name in keyof Events as `on:${Name & string}`]?: (event: Events[Name]) => void;
};

type ShipElements = {
  [Name in keyof ShipTags]: Omit<JSX.HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    PropertiesFirst<ShipTags[Name]> &
    Handlers<ShipTags[Name]['events']>;
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends ShipElements {}
  }
}
