/** Markup of Svelte 5: `shipment={cart}`, `onship-rate-change={show}`. */
import type { HTMLAttributes } from 'svelte/elements';
import type { PropertiesFirst, ShipTags } from './elements.js';

/** `oninput` and `onchange` are Svelte's own. */
type Handlers<Events> = {
  [Name in keyof Events as Name extends `ship-${string}` ? `on${Name}` : never]?: (event: Events[Name]) => void;
};

type ShipElements = {
  [Name in keyof ShipTags]: Omit<HTMLAttributes<ShipTags[Name]['element']>, keyof ShipTags[Name]['properties']> &
    PropertiesFirst<ShipTags[Name]> &
    Handlers<ShipTags[Name]['events']>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends ShipElements {}
}
