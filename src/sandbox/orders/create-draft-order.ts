import { DraftOrderRequest, type DraftOrderResponse } from '../../contract/index.ts';
import { checkRequest } from '../check-request.ts';
import type { Context } from '../context.ts';
import type { Lane } from '../pricing/index.ts';
import { type Refuse, refuse, SandboxRefusal } from '../refusal.ts';
import type { OrderRecord } from '../store/index.ts';
import { type Booking, book, laneOfOrder } from './booking.ts';
import { badDraft, draftCodeOf, draftCodes, draftReferenceUsed } from './codes.ts';
import { documentOf } from './document.ts';
import { draftId } from './identifiers.ts';
import { deliveryMoment } from './times.ts';

/** The id of the merchant's account. */
const account = '5f0a1b2c3d4e5f6a7b8c9d0e';

/** Drafts refuse with their own code, or with the general one and the field in the details (contract/README.md §2.4). */
const refuseDraft: Refuse = (problem) => {
  const { field, reason } = problem;
  const refusal = refuse({ ...problem, code: draftCodeOf(problem) });
  return refusal.status === 422
    ? refusal
    : new SandboxRefusal(badDraft, `Bad request.- ${field} ${reason}`, { field, reason });
};

/** `POST /v1/draft_orders`: `placed` without a courier, `ready` with one (contract/README.md §4.2). */
export async function createDraftOrder(body: object, context: Context): Promise<DraftOrderResponse> {
  const { store, now } = context;
  const request = checkRequest(DraftOrderRequest, body, draftCodes, refuseDraft);
  const reference = request.reference_id ?? null;
  if (reference !== null && (await store.findReference('draft_order', reference))) throw referenceTaken(reference);

  const delivery = deliveryMoment(request, now, refuseDraft);
  const lane = laneOfOrder(request, context, refuseDraft);
  const booking = bookingOf(request, lane, context);
  const created = now.toISOString();
  const document = {
    order_id: null,
    ...documentOf(request, lane, booking, delivery.toISOString()),
    invoice_id: null,
    user_id: account,
    created_at: created,
    updated_at: created,
    placed_at: booking ? null : created,
    ready_at: booking ? created : null,
    confirmed_at: null,
    deleted_at: null,
  };
  const status = booking ? 'ready' : 'placed';
  const { inserted, record } = await store.insert({ kind: 'draft_order', id: draftId(), reference, status, document });
  if (!inserted) throw referenceTaken(reference);
  return draftAnswer(record);
}

export function draftAnswer({ id, status, document }: OrderRecord): DraftOrderResponse {
  return { success: true, code: 20_111_002, object: 'draft_order', id, ...document, status };
}

function bookingOf(request: DraftOrderRequest, lane: Lane, context: Context): Booking | undefined {
  const { courier_company, courier_type } = request;
  if (courier_company && courier_type)
    return book({ ...request, courier_company, courier_type }, lane, context, refuseDraft);
  if (!courier_company && !courier_type) return undefined;
  const [field, other] = courier_company ? ['courier_type', 'courier_company'] : ['courier_company', 'courier_type'];
  throw refuseDraft({ field, code: badDraft, reason: `is missing: send it with ${other}, or neither` });
}

function referenceTaken(reference: string | null): SandboxRefusal {
  return new SandboxRefusal(draftReferenceUsed, `reference_id "${reference}" is already taken`);
}
