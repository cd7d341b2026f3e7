import { Injectable } from '@nestjs/common';
import { EventBus, Fulfillment, Logger, type RequestContext, TransactionalConnection } from '@vendure/core';
import { eraseDeliveries } from '../base/index.ts';
import { type FulfillmentFields, fulfillmentFields } from './custom-fields.ts';
import { DeliveryService } from './delivery-service.ts';
import { erased, handlerCode, keyOf, stateOf } from './fulfillments.ts';
import { GatewayService } from './gateway-service.ts';
import { logContext } from './options.ts';
import { WaybillEvent } from './waybill-event.ts';

/** Most deliveries that one `settle` asks for. */
const most = 20;

/** Reasons for which the service answers no shop now: the other deliveries would wait for it, too. */
const down: readonly string[] = ['service-unreachable', 'service-busy', 'quotes-exhausted'];

/** What the shop does on a schedule: deliveries that wait, waybills that come later, and data of deleted customers. */
@Injectable()
export class SettleService {
  readonly #connection: TransactionalConnection;
  readonly #events: EventBus;
  readonly #gateway: GatewayService;
  readonly #deliveries: DeliveryService;

  constructor(
    connection: TransactionalConnection,
    events: EventBus,
    gateway: GatewayService,
    deliveries: DeliveryService,
  ) {
    this.#connection = connection;
    this.#events = events;
    this.#gateway = gateway;
    this.#deliveries = deliveries;
  }

  /**
   * Continues what waits for the service: orders and cancellations. Erases deliveries of deleted customers.
   * @returns how many deliveries were confirmed
   */
  async settle(ctx: RequestContext): Promise<number> {
    await (await this.#gateway.gateway()).settle();
    const open = await this.#ours(ctx)
      .andWhere('fulfillment.customFields.shippingState IN (:...open)', { open: ['waiting', 'cancelling'] })
      .andWhere('fulfillment.customFields.shippingMessage IS NULL')
      .orderBy('fulfillment.updatedAt')
      .take(most)
      .getMany();
    let confirmed = 0;
    for (const made of open) {
      try {
        if (stateOf(made) === 'cancelling') await this.#deliveries.cancelLater(ctx, made.id);
        else {
          const delivery = await this.#deliveries.attempt(ctx, made.id);
          if (delivery?.state === 'placed') confirmed += 1;
          if (delivery?.state === 'waiting' && down.includes(delivery.reason)) break;
        }
      } catch (problem) {
        // The others are settled all the same.
        Logger.error(`Fulfillment ${made.id} waits: ${(problem as Error).message}`, logContext);
      }
    }
    await this.#storeWaybills(ctx);
    await this.eraseOfDeleted(ctx);
    return confirmed;
  }

  /** Some couriers name the waybill after the order. The gateway hears it by webhook or by the tracking page. */
  async #storeWaybills(ctx: RequestContext): Promise<void> {
    const gateway = await this.#gateway.gateway();
    const without = await this.#ours(ctx)
      .andWhere("fulfillment.customFields.shippingState = 'placed' AND fulfillment.trackingCode = ''")
      .andWhere('fulfillment.customFields.shippingProblem IS NULL')
      .innerJoinAndSelect('fulfillment.orders', 'order')
      .leftJoinAndSelect('order.customer', 'customer')
      .leftJoinAndSelect('order.lines', 'line')
      .getMany();
    for (const made of without) {
      const [order] = made.orders;
      const { waybill } = (await gateway.find(keyOf(made).reference)) ?? {};
      if (!waybill || !order) continue;
      const update = this.#repository(ctx).createQueryBuilder().update().set({ trackingCode: waybill });
      // Another process may store it at the same moment: the event is published once.
      const { affected } = await update.where("id = :id AND trackingCode = ''", { id: made.id }).execute();
      if (affected === 0) continue;
      await this.#events.publish(new WaybillEvent(ctx, order, made, waybill, fulfillmentFields(made).shippingLink));
    }
  }

  /**
   * Erases the deliveries of customers whom staff have deleted. One that is open keeps its waybill and its number, because its label and its
   * cancellation need them: a later call erases it.
   */
  async eraseOfDeleted(ctx: RequestContext): Promise<void> {
    const ended = ['placed', 'refused', 'cancelled'];
    const found = await this.#ours(ctx)
      .innerJoinAndSelect('fulfillment.orders', 'order')
      .innerJoin('order.customer', 'customer', 'customer.deletedAt IS NOT NULL')
      .andWhere('fulfillment.customFields.shippingState IN (:...ended)', { ended })
      .andWhere(
        '(fulfillment.customFields.shippingProblem IS NULL OR fulfillment.customFields.shippingProblem <> :erased OR fulfillment.customFields.shippingId IS NOT NULL)',
        { erased },
      )
      .getMany();
    const gateway = await this.#gateway.gateway();
    for (const { id, orders } of found) {
      if ((await eraseDeliveries({ gateway }, orders[0]?.code ?? '')).length) continue;
      const nothing = { shippingId: null, shippingLink: null, shippingMessage: null, shippingOrdered: null };
      const customFields: FulfillmentFields = { ...nothing, shippingProblem: erased };
      const update = this.#repository(ctx).createQueryBuilder().update();
      await update
        .set({ customFields, trackingCode: '' } as never)
        .where('id = :id', { id })
        .execute();
    }
  }

  #repository(ctx: RequestContext) {
    return this.#connection.getRepository(ctx, Fulfillment);
  }

  #ours(ctx: RequestContext) {
    const query = this.#repository(ctx).createQueryBuilder('fulfillment');
    return query.where('fulfillment.handlerCode = :handlerCode', { handlerCode });
  }
}
