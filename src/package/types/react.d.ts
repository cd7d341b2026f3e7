/** JSX of React 19, which sets properties and listens to events: `shipment={cart}`, `onship-rate-change={show}`. It sets none on a page that a server has rendered: use `ship-elements/react` there. */
import type { HTMLAttributes, RefAttributes } from 'react';
import type { OwnHandlers, PropertiesFirst, ShipTags } from './elements.js';

type ShipElements = {
  [Name in keyof ShipTags]: Omit<HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    RefAttributes<ShipTags[Name]['element']> &
    PropertiesFirst<ShipTags[Name]> &
    OwnHandlers<ShipTags[Name]['events']>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ShipElements {}
  }
}
