import { decimal, oneOf, optional, record, text } from './fields.ts';

/** A rule that makes a courier, or one of its services, cheaper or dearer. The field list is ours (contract.md §2). */
export interface CustomRate {
  courier_code: string;
  /** All services of the courier where missing. */
  courier_service_code?: string;
  type: 'discount' | 'surcharge';
  /** `flat`: `amount` is rupiah. `percent`: `amount` is percent of the shipping fee. */
  unit: 'flat' | 'percent';
  amount: number;
}

export const CustomRate = record<CustomRate>({
  courier_code: text('a courier code'),
  courier_service_code: optional(text('a service code')),
  type: oneOf(['discount', 'surcharge']),
  unit: oneOf(['flat', 'percent']),
  amount: decimal('rupiah or percent, 0 or more', 0, 1_000_000_000),
});
