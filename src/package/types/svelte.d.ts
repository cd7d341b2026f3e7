/** Markup of Svelte 5: `shipment={cart}`, `onship-rate-change={show}`. */
import type { HTMLAttributes } from 'svelte/elements';
import type { OwnHandlers, PropertiesFirst, ShipTags } from './elements.js';

type ShipElements = {
  [Name in keyof ShipTags]: Omit<HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    PropertiesFirst<ShipTags[Name]> &
    OwnHandlers<ShipTags[Name]['events']>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends ShipElements {}
}
