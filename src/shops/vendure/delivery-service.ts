import { Injectable } from '@nestjs/common';
import {
  ErrorResult,
  EventBus,
  Fulfillment,
  FulfillmentService,
  type FulfillmentState,
  type FulfillmentStateTransitionError,
  type ID,
  idsAreEqual,
  isGraphQlErrorResult,
  Order,
  type OrderState,
  type RequestContext,
  ShippingMethod,
  TransactionalConnection,
  UserInputError,
  VendureEvent,
} from '@vendure/core';
import { signGrant } from '../../tokens/index.ts';
import {
  say as baseSays,
  type Delivery,
  DeliveryError,
  deliver,
  isDeliveryError,
  isUnderWay,
  keptOf,
  keyFor,
  labelOf,
  type OrderNow,
  withdraw,
  withLink,
  withParcel,
} from '../base/index.ts';
import { CartService, destinationOf } from './cart-service.ts';
import {
  calculatorCode,
  type DeliveryState,
  type FulfillmentFields,
  fulfillmentFields,
  type KeptChoice,
  keptChoice,
  type OrderedFields,
} from './custom-fields.ts';
import {
  deliveryOf,
  erased,
  fieldsOf,
  goodsLeft,
  handlerCode,
  isAll,
  isCancelled,
  isOurs,
  keyOf,
  orderedOf,
  stateOf,
} from './fulfillments.ts';
import { GatewayService } from './gateway-service.ts';
import { MoneyService } from './money-service.ts';
import { english, inLanguageOf, say } from './sentences.ts';
import { WaybillEvent } from './waybill-event.ts';

/** The service does not cancel a delivery, for example because the courier has the parcel, or it has not answered yet. */
export class CancelDeliveryError extends ErrorResult {
  override readonly __typename = 'CancelDeliveryError';
  override readonly errorCode = 'CANCEL_DELIVERY_ERROR';
  /** Vendure translates it. */
  override readonly message = 'CANCEL_DELIVERY_ERROR';
  /** A sentence for the staff. */
  readonly deliveryErrorMessage: string;

  constructor(deliveryErrorMessage: string) {
    super();
    this.deliveryErrorMessage = deliveryErrorMessage;
  }
}

/** Staff cancel a fulfillment. The service is asked after the transaction. */
export class CancelFulfillmentEvent extends VendureEvent {
  readonly ctx: RequestContext;
  readonly fulfillmentId: ID;

  constructor(ctx: RequestContext, fulfillmentId: ID) {
    super();
    this.ctx = ctx;
    this.fulfillmentId = fulfillmentId;
  }
}

/** States of an order that may be sent. Vendure itself asks for no payment before a fulfillment. */
const paidStates: readonly OrderState[] = [
  'PaymentAuthorized',
  'PaymentSettled',
  'PartiallyShipped',
  'PartiallyDelivered',
  'Shipped',
];

/** Staff are at work on the order: its delivery waits until they are done. */
const editedStates: readonly OrderState[] = ['Modifying', 'ArrangingAdditionalPayment'];

const isLiving = (delivery: Delivery): boolean =>
  ['waiting', 'cancelling'].includes(delivery.state) || isUnderWay(delivery);

/** Databases that can lock a row. In the others two clicks can make two fulfillments, and the ledger of the gateway refuses the second. */
const locking: readonly string[] = ['postgres', 'mysql', 'mariadb', 'aurora-mysql', 'aurora-postgres'];

/** Orders and cancels the deliveries of fulfillments. */
@Injectable()
export class DeliveryService {
  readonly #connection: TransactionalConnection;
  readonly #fulfillments: FulfillmentService;
  readonly #events: EventBus;
  readonly #gateway: GatewayService;
  readonly #carts: CartService;
  readonly #money: MoneyService;

  constructor(
    connection: TransactionalConnection,
    fulfillments: FulfillmentService,
    events: EventBus,
    gateway: GatewayService,
    carts: CartService,
    money: MoneyService,
  ) {
    this.#connection = connection;
    this.#fulfillments = fulfillments;
    this.#events = events;
    this.#gateway = gateway;
    this.#carts = carts;
    this.#money = money;
  }

  /**
   * Makes the delivery of a new fulfillment, which `attempt` orders after the transaction. It asks no service: the transaction is short.
   * @throws {Error} with a sentence for the staff
   */
  async prepare(
    ctx: RequestContext,
    orderId: ID,
    lines: { orderLineId: ID; quantity: number }[],
    acceptHigherPrice: boolean,
  ): Promise<{ method: string; trackingCode: string; customFields: FulfillmentFields }> {
    await this.#lock(ctx, orderId);
    const order = await this.#order(ctx, orderId);
    const choice = await this.#choiceNow(ctx, order);
    if (!choice) throw new UserInputError(say(ctx, 'no-choice'));
    if (!this.#isPaid(order)) throw new UserInputError(say(ctx, 'not-paid'));
    if (order.fulfillments.some((made) => isOurs(made) && !isCancelled(made)))
      throw new UserInputError(say(ctx, 'taken'));
    const goods = goodsLeft(order);
    const delivered = await this.#carts.deliveredOf(ctx, goods);
    if (!delivered.length) throw new UserInputError(say(ctx, 'nothing-to-deliver'));
    if (!isAll(goods, delivered, lines)) throw new UserInputError(say(ctx, 'not-whole'));
    const owner = crypto.randomUUID();
    const isLiving = async (other: string) =>
      order.fulfillments.some((made) => !isCancelled(made) && keyOf(made).owner === other);
    const key = await keyFor(await this.#gateway.deps(), { order: order.code, owner, isLiving });
    // Signing refuses what the service would refuse, and names the field.
    const contacts = this.#carts.contactsOf(order, choice.channel);
    await signGrant({ offer: choice, contacts, ...key }, this.#gateway.keys);
    return {
      method: `${choice.courier}/${choice.service}`,
      trackingCode: '',
      customFields: {
        shippingState: 'waiting',
        shippingReference: key.reference,
        shippingOwner: key.owner,
        shippingHigherPrice: acceptHigherPrice,
      },
    };
  }

  /** Two clicks on one order wait for each other, also in two processes. */
  async #lock(ctx: RequestContext, id: ID): Promise<void> {
    if (!locking.includes(this.#connection.rawConnection.options.type)) return;
    const orders = this.#connection.getRepository(ctx, Order).createQueryBuilder('order');
    await orders.select('order.id').where('order.id = :id', { id }).setLock('pessimistic_write').getRawOne();
  }

  /**
   * Orders the delivery of a fulfillment, or asks how it stands. Call it outside of a transaction, because it asks the service.
   * @param acceptHigherPrice the staff have accepted that the shop pays the difference
   */
  async attempt(ctx: RequestContext, id: ID, acceptHigherPrice = false): Promise<Delivery | undefined> {
    const found = await this.find(ctx, id);
    if (!found) return undefined;
    const [made, order] = found;
    if (made.state !== 'Pending' || !['waiting', 'refused'].includes(stateOf(made))) return undefined;
    const deps = await this.#gateway.deps();
    const key = keyOf(made);
    const isAccepted = acceptHigherPrice || fulfillmentFields(made).shippingHigherPrice === true;
    const delivery = editedStates.includes(order.state)
      ? ({ ...key, state: 'waiting', reason: 'being-edited' } as const)
      : await withLink(this.#gateway, await deliver(deps, key, () => this.#parcelOf(ctx, order, made), isAccepted));
    if (await this.#write(ctx, made, delivery, isAccepted)) {
      if (delivery.state === 'placed' && delivery.waybill)
        await this.#events.publish(new WaybillEvent(ctx, order, made, delivery.waybill, delivery.link));
      return delivery;
    }
    // Another process was quicker, or staff have cancelled it meanwhile.
    if (delivery.state === 'placed') await this.cancelLater(ctx, id);
    return undefined;
  }

  async #parcelOf(ctx: RequestContext, order: Order, { lines }: Fulfillment) {
    const accepted = await this.#choiceNow(ctx, order);
    if (!accepted) throw new DeliveryError('choice', say(english, 'no-choice'));
    if (!this.#isPaid(order)) throw new DeliveryError('not-paid', say(english, 'not-paid'));
    const goods = goodsLeft(order);
    // Vendure does not change the lines of a fulfillment with its order.
    if (!isAll(goods, await this.#carts.deliveredOf(ctx, goods), lines))
      throw new DeliveryError('goods', say(english, 'goods-changed'));
    const { channel } = accepted;
    try {
      return {
        accepted,
        cart: await this.#carts.cartOf(ctx, order, { channel, goods }),
        destination: destinationOf(order),
        contacts: this.#carts.contactsOf(order, channel),
        due: this.#money.collectedByCourier(order),
      };
    } catch (problem) {
      if (problem instanceof UserInputError) throw new DeliveryError('goods', problem.message);
      throw problem;
    }
  }

  /**
   * Begins to cancel the delivery of a fulfillment, in Vendure's transaction. The fulfillment is cancelled afterwards, and only if the service
   * has cancelled the delivery.
   * @returns a sentence for the staff
   */
  async beginCancel(ctx: RequestContext, made: Fulfillment): Promise<string> {
    await this.#write(ctx, made, { ...keyOf(made), state: 'cancelling' });
    await this.#events.publish(new CancelFulfillmentEvent(ctx, made.id));
    return inLanguageOf(ctx, baseSays('cancelled-first'));
  }

  /** Cancels the delivery at the service, and then the fulfillment. If the service does not answer, `settle` does both later. */
  async cancel(
    ctx: RequestContext,
    id: ID,
  ): Promise<Fulfillment | CancelDeliveryError | FulfillmentStateTransitionError> {
    const [made] = (await this.find(ctx, id)) ?? [];
    if (!made) throw new UserInputError(say(ctx, 'no-delivery'));
    const key = keyOf(made);
    const deps = await this.#gateway.deps();
    const delivery = await withdraw(deps, key).catch((problem) => {
      if (!isDeliveryError(problem)) throw problem;
      return problem;
    });
    if (isDeliveryError(delivery)) {
      await this.#giveUp(ctx, made, delivery.message);
      return new CancelDeliveryError(inLanguageOf(ctx, delivery.message));
    }
    await this.#write(ctx, made, await withLink(this.#gateway, delivery));
    if (delivery.state !== 'cancelled') {
      const message = 'message' in delivery && delivery.message;
      return new CancelDeliveryError(inLanguageOf(ctx, message || baseSays('cancelled-first')));
    }
    if (!isCancelled(made)) {
      const result = await this.#fulfillments.transitionToState(ctx, id, 'Cancelled');
      if (isGraphQlErrorResult(result)) return result;
    }
    return this.fulfillment(ctx, id);
  }

  /** The gateway has erased a delivery, so only staff can cancel it at the service. Its fulfillment can be cancelled in Vendure alone from now on. */
  async #giveUp(ctx: RequestContext, made: Fulfillment, shippingMessage: string): Promise<void> {
    if (fulfillmentFields(made).shippingProblem === erased) return;
    const customFields: FulfillmentFields = { shippingState: 'placed', shippingProblem: erased, shippingMessage };
    await this.#set(ctx, made.id, ['placed', 'cancelling'], customFields);
  }

  /** Cancels what staff have begun to cancel, and nothing else. */
  async cancelLater(ctx: RequestContext, id: ID): Promise<void> {
    const [made] = (await this.find(ctx, id)) ?? [];
    if (made && (isCancelled(made) || stateOf(made).startsWith('cancel'))) await this.cancel(ctx, id);
  }

  /** Staff let a parcel go on that the service has not cancelled, or that is not what its order says now. */
  async keep(ctx: RequestContext, id: ID): Promise<void> {
    const [made, order] = (await this.find(ctx, id)) ?? [];
    if (!made || !order) return;
    const ordered: OrderedFields = { ...orderedOf(made), kept: keptOf(await this.orderNow(ctx, made, order)) };
    await this.#set(ctx, id, ['placed'], { shippingMessage: null, shippingOrdered: JSON.stringify(ordered) });
  }

  /** What the order of a fulfillment says now of its parcel. `find` has read both. */
  async orderNow(ctx: RequestContext, made: Fulfillment, order: Order): Promise<OrderNow> {
    const accepted = await this.#choiceNow(ctx, order);
    const goods = goodsLeft(order);
    return {
      isCancelled: order.state === 'Cancelled',
      isDelivered: made.state === 'Delivered',
      paid: this.#money.paidFor(order),
      due: this.#money.collectedByCourier(order),
      label: await labelOf(() => ({
        ...{ accepted, destination: destinationOf(order) },
        contacts: this.#carts.contactsOf(order, accepted?.channel ?? ''),
      })),
      hasOtherGoods: !isAll(goods, await this.#carts.deliveredOf(ctx, goods), made.lines),
    };
  }

  /** A delivery of the order that is asked for, ordered or being cancelled, and whose parcel has not arrived, as far as is known. */
  async living(ctx: RequestContext, orderId: ID): Promise<Fulfillment | undefined> {
    const fulfillments = await this.#connection
      .getRepository(ctx, Fulfillment)
      .createQueryBuilder('fulfillment')
      .innerJoin('fulfillment.orders', 'order', 'order.id = :orderId', { orderId })
      .where('fulfillment.handlerCode = :handlerCode', { handlerCode })
      .andWhere('fulfillment.state IN (:...open)', { open: ['Pending', 'Shipped'] satisfies FulfillmentState[] })
      .getMany();
    const deps = await this.#gateway.deps();
    const deliveries = await Promise.all(fulfillments.map((made) => withParcel(deps, deliveryOf(made))));
    return fulfillments.find((_, at) => deliveries[at] && isLiving(deliveries[at]));
  }

  /** The fulfillment with its order. Undefined if it is not ours, or not in the channel of the request. */
  async find(ctx: RequestContext, id: ID): Promise<[Fulfillment, Order] | undefined> {
    const made = await this.#connection
      .getRepository(ctx, Fulfillment)
      .findOne({ where: { id, handlerCode }, relations: ['lines', 'orders', 'orders.channels'] });
    const [order] = made?.orders ?? [];
    const isVisible = order?.channels.some((channel) => idsAreEqual(channel.id, ctx.channelId));
    return made && order && isVisible ? [made, await this.#order(ctx, order.id)] : undefined;
  }

  /** @throws {UserInputError} if there is none */
  async fulfillment(ctx: RequestContext, id: ID): Promise<Fulfillment> {
    const made = await this.#connection.getRepository(ctx, Fulfillment).findOne({ where: { id } });
    if (!made) throw new UserInputError(say(ctx, 'no-delivery'));
    return made;
  }

  #order(ctx: RequestContext, id: ID): Promise<Order> {
    const money = ['payments', 'payments.refunds', 'customer'];
    const relations = ['lines', 'shippingLines', ...money, 'fulfillments', 'fulfillments.lines'];
    return this.#connection.getRepository(ctx, Order).findOneOrFail({ where: { id }, relations });
  }

  /** The choice that was paid. Undefined if the order has none, or if staff have moved it to another shipping method. */
  async #choiceNow(ctx: RequestContext, order: Order): Promise<KeptChoice | undefined> {
    const methods = this.#connection.getRepository(ctx, ShippingMethod);
    for (const { shippingMethodId: id } of order.shippingLines) {
      const method = id && (await methods.findOneBy({ id }));
      if (method && method.calculator.code === calculatorCode) return keptChoice(order);
    }
    return undefined;
  }

  /** Whether the money is there, or the courier collects it. */
  #isPaid(order: Order): boolean {
    return paidStates.includes(order.state) && this.#money.isCovered(order);
  }

  /**
   * Writes how a delivery stands, unless it was cancelled meanwhile. Returns whether it was written.
   * @param acceptsHigherPrice kept while the delivery waits
   */
  #write(ctx: RequestContext, made: Fulfillment, delivery: Delivery, acceptsHigherPrice = false): Promise<boolean> {
    const { state } = delivery;
    const customFields: FulfillmentFields = {
      ...fieldsOf(delivery),
      ...(state === 'waiting' && acceptsHigherPrice && { shippingHigherPrice: true }),
    };
    const isKept = state === 'placed' && delivery.message;
    if (isKept || state.startsWith('cancel'))
      return this.#set(ctx, made.id, ['waiting', 'placed', 'refused', 'cancelling'], customFields);
    return this.#set(
      ctx,
      made.id,
      ['waiting', 'refused'],
      customFields,
      state === 'placed' ? (delivery.waybill ?? '') : undefined,
    );
  }

  async #set(
    ctx: RequestContext,
    id: ID,
    from: DeliveryState[],
    customFields: FulfillmentFields,
    trackingCode?: string,
  ): Promise<boolean> {
    const { affected } = await this.#connection
      .getRepository(ctx, Fulfillment)
      .createQueryBuilder()
      .update()
      .set({ customFields, ...(trackingCode !== undefined && { trackingCode }) } as never)
      .where('id = :id', { id })
      .andWhere('customFields.shippingState IN (:...from)', { from })
      .execute();
    return affected !== 0;
  }
}
