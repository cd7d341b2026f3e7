import { RatesRequest, type Rupiah } from '../../contract/index.ts';
import type { ExtraClaims } from '../rule.ts';

/** What a cart claims of insurance. */
export interface InsuranceClaims {
  /** Rupiah to insure, if insurance is on. The declared value of the items by default. */
  insurance_amount?: Rupiah | undefined;
}

export const insuranceShape = { insurance_amount: RatesRequest.shape.courier_insurance };

export const insuranceClaims: ExtraClaims<InsuranceClaims> = {
  settings: ({ insurance_amount }) => ({ insuranceAmount: insurance_amount }),
  // The courier may insure another amount than the cart's.
  accepted: ({ insurance }) => (insurance ? { insuranceAmount: insurance.amount } : {}),
};
