import { type Fulfillment, LanguageCode, type RequestContext } from '@vendure/core';
import { attentionOf, type Delivery, noteOf, stateInWords, withNews } from '../base/index.ts';
import { type DeliveryState, fulfillmentFields, stateLabels } from './fields.ts';
import { say } from './sentences.ts';
import type { Shop } from './shop.ts';

/** How the delivery of a fulfillment stands, for the staff. */
export interface DeliveryView {
  state: DeliveryState;
  words: string;
  waybill: string | null;
  trackingLink: string | null;
  attention: string | null;
  note: string | null;
  canRetry: boolean;
}

export async function viewOf(shop: Shop, ctx: RequestContext, fulfillment: Fulfillment): Promise<DeliveryView> {
  const delivery = await withNews({ gateway: await shop.gateway() }, deliveryOf(fulfillment));
  const { state } = delivery;
  const waybill = (state === 'placed' && delivery.waybill) || fulfillment.trackingCode || null;
  return {
    ...{ state, words: wordsOf(ctx, delivery), waybill },
    trackingLink: fulfillmentFields(fulfillment).shippingLink || null,
    attention: attentionOf(delivery) ?? null,
    note: noteOf(delivery) ?? null,
    canRetry: ['waiting', 'refused', 'cancelling'].includes(state),
  };
}

function deliveryOf(fulfillment: Fulfillment): Delivery {
  const {
    shippingState,
    shippingReference,
    shippingOwner,
    shippingId,
    shippingProblem,
    shippingMessage,
    shippingLink,
  } = fulfillmentFields(fulfillment);
  const key = { reference: shippingReference ?? '', owner: shippingOwner ?? '' };
  const reason = shippingProblem ?? '';
  const message = shippingMessage ?? '';
  switch (shippingState ?? 'waiting') {
    case 'placed': {
      const waybill = fulfillment.trackingCode || undefined;
      return { ...key, state: 'placed', id: shippingId ?? '', waybill, link: shippingLink ?? undefined };
    }
    case 'refused':
      return { ...key, state: 'refused', reason, message };
    case 'cancelling':
      return { ...key, state: 'cancelling', ...(message && { message }) };
    case 'cancelled':
      return { ...key, state: 'cancelled' };
    case 'waiting':
      return { ...key, state: 'waiting', reason };
  }
}

function wordsOf(ctx: RequestContext, delivery: Delivery): string {
  if (delivery.state === 'waiting' && delivery.reason === 'being-edited') return say(ctx, 'being-edited');
  const [, indonesian] = stateLabels[delivery.state];
  return ctx.languageCode === LanguageCode.id && indonesian ? indonesian.value : stateInWords(delivery);
}
