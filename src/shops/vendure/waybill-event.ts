import { type Fulfillment, type ID, type Order, type RequestContext, VendureEvent } from '@vendure/core';

/** The waybill of a delivery is known: the moment for an e-mail with its link. It comes with the order's label, or later. */
export class WaybillEvent extends VendureEvent {
  readonly ctx: RequestContext;
  /** With its customer and its lines. */
  readonly order: Order;
  readonly fulfillmentId: ID;
  readonly waybill: string;
  /** The page that shows where the parcel is. Undefined if the shop has no `trackingPage`, and the service names none. */
  readonly link: string | undefined;

  constructor(ctx: RequestContext, order: Order, fulfillment: Fulfillment, waybill: string, link?: string | null) {
    super();
    this.ctx = ctx;
    this.order = order;
    this.fulfillmentId = fulfillment.id;
    this.waybill = waybill;
    this.link = link ?? undefined;
  }
}
