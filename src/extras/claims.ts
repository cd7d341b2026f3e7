import { extraNames, type PerExtra, type Rupiah } from '../contract/index.ts';
import { type CashOnDeliveryClaims, cashOnDeliveryClaims, cashOnDeliveryShape } from './cash-on-delivery/claims.ts';
import { type InsuranceClaims, insuranceClaims, insuranceShape } from './insurance/claims.ts';
import type { AcceptedExtras, ExtraClaims, ExtraSettings } from './rule.ts';

// What tokens say of the extras. It stands apart from the rules, because no page reads a token.

/** What a cart claims of the extras. */
export interface CartExtras extends InsuranceClaims, CashOnDeliveryClaims {}

/** Its schemas. */
export const cartExtrasShape = { ...insuranceShape, ...cashOnDeliveryShape };

/** An extra without settings claims nothing but its fee, which the table of the contract names. */
const claims: Partial<PerExtra<ExtraClaims<CartExtras>>> = {
  insurance: insuranceClaims,
  cashOnDelivery: cashOnDeliveryClaims,
};

/** The settings of all extras, as a cart claims them. */
export const cartSettings = (cart: CartExtras & { subtotal: Rupiah }): ExtraSettings =>
  Object.assign({}, ...extraNames.map((name) => claims[name]?.settings(cart)));

/** The settings that an accepted offer decides. */
export const acceptedSettings = (offer: AcceptedExtras): ExtraSettings =>
  Object.assign({}, ...extraNames.map((name) => claims[name]?.accepted(offer)));
