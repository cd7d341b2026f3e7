/** JSX of React 18, which writes attributes and hears no event of ours: objects and listeners go through a `ref`. */
import type { HTMLAttributes, RefAttributes } from 'react';
import type { ShipTags } from './elements.js';

type ShipElements = {
  [Name in keyof ShipTags]: Omit<HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    RefAttributes<ShipTags[Name]['element']> &
    ShipTags[Name]['attributes'];
};

/** Types of React before 18.2.6 know this JSX alone, and `React.JSX` of the later ones is made of it. */
declare global {
  namespace JSX {
    interface IntrinsicElements extends ShipElements {}
  }
}
