import { missingKey } from '../authorization.ts';
import { SandboxRefusal } from '../refusal.ts';
import type { Call } from './call.ts';

const missingKeyCode = missingKey.code;
const referenceUsed = 40_002_060;

/** The merchant's empty balance. It has no code (contract/README.md §1.8). */
const balance = { success: false, error: 'No sufficient balance to call rates API. Please top up the balance.' };

/** The service's answer for an error code. */
export function errorAnswer(error: number | 'balance', call: Call | undefined): Response {
  if (error === 'balance') return Response.json(balance, { status: 400 });
  if (error === missingKeyCode) return Response.json(missingKey, { status: 401 });
  return new SandboxRefusal(error, `The sandbox was asked for the error ${error}`, detailsOf(error, call)).answer();
}

/** For a used reference, `details` name an order that does not exist (contract/README.md §2.3). */
function detailsOf(error: number, call: Call | undefined): Record<string, unknown> {
  if (error !== referenceUsed) return {};
  return { order_id: '0'.repeat(24), waybill_id: null, reference_id: call?.body.reference_id ?? null };
}
