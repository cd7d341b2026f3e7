/** Templates of Vue: `:shipment="cart"`, `@ship-rate-change="show"`. */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { PropertiesFirst, ShipTags } from './elements.js';

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type Handlers<Events> = {
  [Name in keyof Events as `on${Capitalize<Camel<Name & string>>}`]?: (event: Events[Name]) => void;
};

type Component<Tag extends ShipTags[keyof ShipTags]> = new () => {
  $props: PublicProps &
    Omit<HTMLAttributes, keyof Handlers<Tag['events']>> &
    PropertiesFirst<Tag> &
    Handlers<Tag['events']>;
  $el: Tag['element'];
};

type Components = { [Tag in keyof ShipTags as Capitalize<Camel<Tag>>]: Component<ShipTags[Tag]> };

declare module 'vue' {
  /** Vue's own types lack the attribute that puts content into a slot of an element. */
  interface HTMLAttributes {
    slot?: string;
  }

  interface GlobalComponents extends Components {}
}
