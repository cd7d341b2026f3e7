import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Allow,
  Ctx,
  ErrorResult,
  Fulfillment,
  type ID,
  isGraphQlErrorResult,
  OrderService,
  Permission,
  RequestContext,
  UserInputError,
} from '@vendure/core';
import type { OrderExport } from '../../gateway/index.ts';
import {
  attentionOf,
  attentionOfOrder,
  canKeep,
  exportDeliveries,
  isUnderWay,
  noteOf,
  noteOfErasure,
  stateInWords,
  withParcel,
} from '../base/index.ts';
import { type DeliveryState, fulfillmentFields } from './custom-fields.ts';
import { DeliveryService } from './delivery-service.ts';
import { deliveryOf, erased, isCancelled, isOurs } from './fulfillments.ts';
import { GatewayService } from './gateway-service.ts';
import { languageOf, say, stored } from './sentences.ts';
import { SettleService } from './settle-service.ts';

/** The Admin API's own queries and mutations. Mutations have no `@Transaction()`, because they ask the service. */
@Resolver()
export class DeliveryResolver {
  readonly #orders: OrderService;
  readonly #gateway: GatewayService;
  readonly #deliveries: DeliveryService;
  readonly #settling: SettleService;

  constructor(orders: OrderService, gateway: GatewayService, deliveries: DeliveryService, settling: SettleService) {
    this.#orders = orders;
    this.#gateway = gateway;
    this.#deliveries = deliveries;
    this.#settling = settling;
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  settleDeliveries(@Ctx() ctx: RequestContext): Promise<number> {
    return this.#settling.settle(ctx);
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  async retryDelivery(
    @Ctx() ctx: RequestContext,
    @Args() { fulfillmentId, acceptHigherPrice }: { fulfillmentId: ID; acceptHigherPrice?: boolean },
  ): Promise<Fulfillment> {
    // One of the two does nothing: a delivery is asked for, or it is being cancelled.
    await this.#deliveries.attempt(ctx, fulfillmentId, acceptHigherPrice === true);
    await this.#deliveries.cancelLater(ctx, fulfillmentId);
    return this.#deliveries.fulfillment(ctx, fulfillmentId);
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  async keepDelivery(
    @Ctx() ctx: RequestContext,
    @Args() { fulfillmentId }: { fulfillmentId: ID },
  ): Promise<Fulfillment> {
    await this.#deliveries.keep(ctx, fulfillmentId);
    return this.#deliveries.fulfillment(ctx, fulfillmentId);
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  cancelDelivery(
    @Ctx() ctx: RequestContext,
    @Args() { fulfillmentId }: { fulfillmentId: ID },
  ): Promise<Fulfillment | ErrorResult> {
    return this.#deliveries.cancel(ctx, fulfillmentId);
  }

  @Query()
  @Allow(Permission.ReadOrder)
  async exportDeliveries(@Ctx() ctx: RequestContext, @Args() { orderId }: { orderId: ID }): Promise<OrderExport[]> {
    const order = await this.#orders.findOne(ctx, orderId);
    if (!order) throw new UserInputError(say(ctx, 'no-delivery'));
    return exportDeliveries({ gateway: await this.#gateway.gateway() }, order.code);
  }
}

@Resolver('CancelDeliveryResult')
export class CancelDeliveryResultResolver {
  @ResolveField()
  __resolveType(result: Fulfillment | ErrorResult): string {
    return isGraphQlErrorResult(result) ? result.__typename : 'Fulfillment';
  }
}

/** How the delivery of a fulfillment stands, for the staff. */
interface ShippingDelivery {
  state: DeliveryState;
  words: string;
  waybill: string | null;
  trackingLink: string | null;
  attention: string | null;
  note: string | null;
  canRetry: boolean;
  canKeep: boolean;
}

/** The field `Fulfillment.shippingDelivery`. */
@Resolver('Fulfillment')
export class FulfillmentResolver {
  readonly #gateway: GatewayService;
  readonly #deliveries: DeliveryService;

  constructor(gateway: GatewayService, deliveries: DeliveryService) {
    this.#gateway = gateway;
    this.#deliveries = deliveries;
  }

  @ResolveField()
  async shippingDelivery(
    @Ctx() ctx: RequestContext,
    @Parent() fulfillment: Fulfillment,
  ): Promise<ShippingDelivery | null> {
    if (!isOurs(fulfillment)) return null;
    const gateway = await this.#gateway.gateway();
    const delivery = await withParcel({ gateway }, deliveryOf(fulfillment));
    const { state, reference } = delivery;
    const [made, order] = (await this.#deliveries.find(ctx, fulfillment.id)) ?? [];
    const isDeleted = order?.customer?.deletedAt && fulfillmentFields(fulfillment).shippingProblem !== erased;
    const language = languageOf(ctx);
    const ofErasure = isDeleted && (await noteOfErasure({ gateway }, reference, language));
    const now = made && order && isUnderWay(delivery) && (await this.#deliveries.orderNow(ctx, made, order));
    const ofOrder = now ? attentionOfOrder(delivery, now, language) : undefined;
    const waybill = ('waybill' in delivery && delivery.waybill) || fulfillment.trackingCode || null;
    return {
      state,
      words: stateInWords(delivery, language),
      waybill,
      trackingLink: fulfillmentFields(fulfillment).shippingLink || null,
      attention: attentionOf(delivery, language, stored) ?? ofOrder ?? null,
      note: [noteOf(delivery, language), ofErasure].filter(Boolean).join(' ') || null,
      canRetry:
        state === 'cancelling' ||
        (['waiting', 'refused'].includes(state) && !isCancelled(fulfillment) && order?.state !== 'Cancelled'),
      canKeep: canKeep(delivery, ofOrder),
    };
  }
}
