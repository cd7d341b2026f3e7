/** JSX of Preact: `shipment={cart}`, `onship-rate-change={show}`. */
import type { HTMLAttributes } from 'preact';
import type { PropertiesFirst, ShipTags } from './elements.js';

/** `onInput` and `onChange` are Preact's own. */
type Handlers<Events> = {
  [Name in keyof Events as Name extends `ship-${string}` ? `on${Name}` : never]?: (event: Events[Name]) => void;
};

type ShipElements = {
  [Name in keyof ShipTags]: Omit<HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    PropertiesFirst<ShipTags[Name]> &
    Handlers<ShipTags[Name]['events']>;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends ShipElements {}
  }
}
