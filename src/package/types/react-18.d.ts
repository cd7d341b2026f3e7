/** JSX of React 18, which writes attributes and hears no event of ours: objects and listeners go through a `ref`. */
import type { HTMLAttributes, RefAttributes } from 'react';
import type { ShipTags } from './elements.js';

type ShipElements = {
  [Name in keyof ShipTags]: Omit<HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    RefAttributes<ShipTags[Name]['element']> &
    ShipTags[Name]['attributes'];
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ShipElements {}
  }
}
