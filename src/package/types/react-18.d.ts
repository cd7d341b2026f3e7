/** JSX of React 18, which writes attributes and does not listen to custom events. Objects and listeners go through a `ref`. */
import type { HTMLAttributes, RefAttributes } from 'react';
import type { ShipTags } from './elements.js';

type ShipElements = {
  [Name in keyof ShipTags]: Omit<HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    RefAttributes<ShipTags[Name]['element']> &
    ShipTags[Name]['attributes'];
};

/** Types of React before 18.2.6 know only this JSX, and `React.JSX` of later ones extends it. */
declare global {
  namespace JSX {
    interface IntrinsicElements extends ShipElements {}
  }
}
