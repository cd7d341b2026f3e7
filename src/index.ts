/** The npm root: client, types and element classes. Importing it registers nothing; `ship-elements/define` does. */
export * from './client/index.ts';
export type * from './contract/index.ts';
export * from './elements/index.ts';
export type { Breakdown, OrderContacts, Part, PartKind, Shipment } from './quote/index.ts';
