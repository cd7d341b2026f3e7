/** JSX of React 19, which sets properties and listens to events: `shipment={cart}`, `onship-rate-change={show}`. */
import type { HTMLAttributes, RefAttributes } from 'react';
import type { PropertiesFirst, ShipTags } from './elements.js';

/** `onInput` and `onChange` are React's own. */
type Handlers<Events> = {
  [Name in keyof Events as Name extends `ship-${string}` ? `on${Name}` : never]?: (event: Events[Name]) => void;
};

type ShipElements = {
  [Name in keyof ShipTags]: Omit<HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    RefAttributes<ShipTags[Name]['element']> &
    PropertiesFirst<ShipTags[Name]> &
    Handlers<ShipTags[Name]['events']>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ShipElements {}
  }
}
