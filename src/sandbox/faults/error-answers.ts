import { missingKey } from '../authorization.ts';
import { Refusal } from '../refusal.ts';
import type { Call } from './call.ts';

/** Our texts for codes that a fault asks for (contract/README.md §1.8, §2). Other codes have a general text. */
const words: Record<number, string> = {
  40000001: 'authorization does not name an account',
  40001001: 'destination_postal_code must be a postal code that exists, such as 12440',
  40001002: 'items is missing: send a list of at least one item',
  40001007: 'items.0.value must be more than 0: J&T Cargo insures every shipment by its declared value',
  40001010: 'couriers has no courier for this lane: send other couriers',
  40002009: 'destination_cash_on_delivery is not available with this courier: leave it out or choose another',
  40002013: 'delivery_date has passed with delivery_time: send a later moment',
  40002020: 'destination_postal_code must be a postal code that exists, such as 12440',
  40002021: 'courier_type does not serve this lane or weight: choose again from fresh rates',
  40002022: 'origin_coordinate must have latitude and longitude',
  40002023: 'origin_coordinate is missing: this courier goes from point to point',
  40002024: 'destination_coordinate must have latitude and longitude',
  40002025: 'destination_coordinate is missing: this courier goes from point to point',
  40002026: 'courier_company names no courier: choose again from fresh rates',
  40002027: 'courier_type names no service of this courier: choose again from fresh rates',
  40002028: 'destination_cash_on_delivery is not available to this account',
  40002030: 'destination_cash_on_delivery must be at most 15000000',
  40002031: 'destination_cash_on_delivery cannot be collected by this courier',
  40002032: 'destination_proof_of_delivery_note is missing: send what is to prove the delivery',
  40002033: 'destination_proof_of_delivery is not available with this courier: leave it out or choose another',
  40002034: 'courier_insurance is not available with this courier: leave it out or choose another',
  40002039: 'payment of the order failed: the balance of the account is not sufficient',
  40002053: 'Cannot cancel order because order already delivered',
  40002057: 'id names no order: Order not found',
  40002060: 'reference_id has already been used before. Please input other reference id',
  40002072: 'items.0.value must be more than 0: J&T Cargo insures every shipment by its declared value',
  40009003: 'balance of the account is not sufficient',
  40011001: 'the body is a bad request',
  42211010: 'destination_cash_on_delivery_type must be one of 7_days, 5_days, 3_days',
  42211011: 'destination_cash_on_delivery must be at most 15000000',
  42211012: 'destination_cash_on_delivery is not available with this courier: leave it out or choose another',
  42211013: 'destination_postal_code must be a postal code that exists, such as 12440',
  42211015: 'reference_id is already taken',
};

const missingKeyCode = missingKey.code;
const referenceUsed = 40_002_060;

/** The merchant's empty balance. It has no code (contract/README.md §1.8). */
const balance = { success: false, error: 'No sufficient balance to call rates API. Please top up the balance.' };

/** The service's answer for an error code. */
export function errorAnswer(error: number | 'balance', call: Call | undefined): Response {
  if (error === 'balance') return Response.json(balance, { status: 400 });
  if (error === missingKeyCode) return Response.json(missingKey, { status: 401 });
  const text = words[error] ?? `sandbox-fault asked for the error ${error}`;
  return new Refusal(error, text, detailsOf(error, call)).answer();
}

/** For a used reference, `details` name an order that does not exist (contract/README.md §2.3). */
function detailsOf(error: number, call: Call | undefined): Record<string, unknown> {
  if (error !== referenceUsed) return {};
  return { order_id: '0'.repeat(24), waybill_id: null, reference_id: call?.body.reference_id ?? null };
}
