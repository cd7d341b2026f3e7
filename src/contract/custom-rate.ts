import type * as z from 'zod/mini';
import { decimalNumber, looseObject, type Named, oneOf, optional, text } from './fields.ts';

const customRate = looseObject({
  courier_code: text('a courier code'),
  /** All services of the courier where missing. */
  courier_service_code: optional(text('a service code')),
  type: oneOf(['discount', 'surcharge']),
  /** `flat`: `amount` is rupiah. `percent`: `amount` is percent of the shipping fee. */
  unit: oneOf(['flat', 'percent']),
  amount: decimalNumber('rupiah or percent, 0 or more', 0, 1_000_000_000),
});

/** A rule that makes a courier, or one of its services, cheaper or dearer (contract/README.md §3.3). */
export interface CustomRate extends z.output<typeof customRate> {}
export const CustomRate: Named<typeof customRate, CustomRate> = customRate;
