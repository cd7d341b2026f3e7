/** JSX of Preact: `shipment={cart}`, `onship-rate-change={show}`. */
import type { HTMLAttributes } from 'preact';
import type { OwnHandlers, PropertiesFirst, ShipTags } from './elements.js';

type ShipElements = {
  [Name in keyof ShipTags]: Omit<HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    PropertiesFirst<ShipTags[Name]> &
    OwnHandlers<ShipTags[Name]['events']>;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends ShipElements {}
  }
}
