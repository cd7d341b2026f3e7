import { DraftOrderRequest, type DraftOrderResponse, type OrderResponse } from '../contract/index.ts';
import type { Context } from './context.ts';
import { servicesOn } from './couriers.ts';
import {
  type Booking,
  badDraft,
  badDraftRequest,
  bookingCodes,
  deliveryMoment,
  documentOf,
  draftCodeOf,
  draftCodes,
  draftConfirmed,
  draftId,
  draftPayoutUnknown,
  draftReferenceUsed,
  jakartaTime,
  orderId,
  unknownDraft,
} from './document.ts';
import { requirePayout } from './extras.ts';
import { checkRequest, type Refuse, refuse, SandboxRefusal } from './http.ts';
import type { OrderRecord, SandboxStore } from './order-store.ts';
import { alreadyPlaced, book, bookedDocument, laneOfOrder, orderAnswer } from './orders.ts';
import type { Lane } from './pricing.ts';

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

  requirePayout(request, draftPayoutUnknown, refuseDraft);
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
  return draftAnswer(record, 20_111_002);
}

export function draftAnswer({ id, status, document }: OrderRecord, code = 20_011_004): DraftOrderResponse {
  return { success: true, code, object: 'draft_order', id, ...document, status };
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

// What follows is published, and not in the design document (contract/README.md §2.10).

type Request = { id?: unknown };

async function findDraft(store: SandboxStore, id: unknown): Promise<OrderRecord> {
  const draft = await store.find('draft_order', String(id));
  // Whether a deleted one can still be read is our decision.
  if (draft && draft.status !== 'deleted') return draft;
  throw new SandboxRefusal(unknownDraft, `Draft order with 'id=${id}' is not found.`);
}

const confirmedAlready = ({ id }: OrderRecord) =>
  new SandboxRefusal(draftConfirmed, `Draft order with 'id=${id}' has been confirmed.`);

/** `GET /v1/draft_orders/:id`. */
export async function getDraftOrder({ id }: Request, { store }: Context): Promise<DraftOrderResponse> {
  return draftAnswer(await findDraft(store, id));
}

/** `POST /v1/draft_orders/:id/confirm`: makes an order with an id of its own and the draft's reference. */
export async function confirmDraftOrder({ id }: Request, context: Context): Promise<OrderResponse> {
  const { store, now, webhooks } = context;
  const draft = await findDraft(store, id);
  if (draft.status === 'confirmed') throw confirmedAlready(draft);
  if (draft.status !== 'ready')
    throw new SandboxRefusal(badDraftRequest, 'Bad request.- The draft order has no courier');
  const order = orderOf(draft, context);
  const moment = now.toISOString();
  const document = { ...draft.document, order_id: order.id, confirmed_at: moment, updated_at: moment };
  if (!(await store.replace({ ...draft, status: 'confirmed', document }, draft.status))) throw confirmedAlready(draft);
  const { inserted, record } = await store.insert(order);
  if (!inserted) {
    await store.replace(draft, 'confirmed');
    throw alreadyPlaced(record);
  }
  webhooks.send(record);
  return orderAnswer(record, 'Order successfully created');
}

/** The order that a draft becomes. Its service may be gone by now. */
function orderOf({ id, reference, document }: OrderRecord, context: Context): OrderRecord {
  const { courier, delivery } = document as typeof document & { delivery: { type: string; datetime: string } };
  const service = servicesOn(context).find(({ key }) => key === `${courier.company}/${courier.type}`);
  if (!service)
    throw refuse({ field: 'courier_type', code: bookingCodes.noService, reason: 'is not available any more' });
  const status = delivery.type === 'scheduled' ? 'scheduled' : 'confirmed';
  const { order_id, user_id, created_at, updated_at, placed_at, ready_at, confirmed_at, deleted_at, ...shared } =
    document as typeof document & Record<string, unknown>;
  const ordered = { ...shared, delivery: { ...delivery, datetime: jakartaTime(new Date(delivery.datetime)) } };
  const booked = bookedDocument(ordered, service, status, context.now, id);
  return { kind: 'order', id: orderId(), reference, status, document: booked };
}

/** `DELETE /v1/draft_orders/:id`. A confirmed one stays. */
export async function deleteDraftOrder({ id }: Request, { store, now }: Context): Promise<object> {
  const draft = await findDraft(store, id);
  const document = { ...draft.document, deleted_at: now.toISOString() };
  const isOpen = draft.status !== 'confirmed';
  if (!isOpen || !(await store.replace({ ...draft, status: 'deleted', document }, draft.status)))
    throw confirmedAlready(draft);
  const message = 'Draft order successfully deleted';
  return { success: true, code: 20_011_006, object: 'draft_order', id: draft.id, message };
}
