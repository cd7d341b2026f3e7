import { Injectable } from '@nestjs/common';
import { ConfigService, type Order, type Payment, PaymentMethodService, type RequestContext } from '@vendure/core';
import { isGivenBack, type Paid } from '../base/index.ts';
import { keptChoice } from './custom-fields.ts';

/** The code of the payment method handler. */
export const cashOnDeliveryCode = 'ship-elements-cash-on-delivery';

const isReceived = ({ state }: Payment): boolean => state === 'Authorized' || state === 'Settled';

/** What payments are worth without what was paid back. A refund counts before the money is back. */
const netOf = (payments: readonly Payment[]): number =>
  payments.reduce((sum, { amount, refunds }) => {
    const back = refunds.filter(({ state }) => state !== 'Failed');
    return sum + amount - back.reduce((total, refund) => total + refund.total, 0);
  }, 0);

/** What is paid for an order and what the courier collects, in rupiah and as Vendure stores amounts. */
@Injectable()
export class MoneyService {
  readonly #config: ConfigService;
  readonly #paymentMethods: PaymentMethodService;

  constructor(config: ConfigService, paymentMethods: PaymentMethodService) {
    this.#config = config;
    this.#paymentMethods = paymentMethods;
  }

  /** Rupiah of an amount as Vendure stores it. */
  rupiah(stored: number): number {
    return Math.round(stored / this.#scale);
  }

  /** An amount of rupiah as Vendure stores it. */
  stored(rupiah: number): number {
    return rupiah * this.#scale;
  }

  /** Vendure stores two more digits than rupiah have, unless the shop's money strategy says otherwise. */
  get #scale(): number {
    return 10 ** (this.#config.entityOptions.moneyStrategy.precision ?? 2);
  }

  /** Rupiah that were taken for an order, and that went back: a refund before the money is back, and a payment that was cancelled. */
  paidFor({ payments }: Pick<Order, 'payments'>): Paid {
    const received = payments.filter(isReceived);
    const cancelled = payments.filter(({ state }) => state === 'Cancelled');
    const amount = [...received, ...cancelled].reduce((sum, payment) => sum + payment.amount, 0);
    return { taken: this.rupiah(amount), givenBack: this.rupiah(amount - netOf(received)) };
  }

  /**
   * Whether the money is there, or the courier collects it. What the shop gives back of its own accord makes no debt, unless it is everything.
   */
  isCovered({ payments, totalWithTax }: Pick<Order, 'payments' | 'totalWithTax'>): boolean {
    const paid = this.paidFor({ payments: payments.filter(isReceived) });
    return paid.taken >= this.rupiah(totalWithTax) && !isGivenBack(paid);
  }

  /**
   * The amount that the courier will collect, in Vendure's unit. If less than one rupiah would be left to pay, it is included, because no
   * other payment can be that small.
   * @param due what is left to pay
   */
  collectable(order: Order, due: number): number {
    const choice = keptChoice(order);
    if (!choice?.cashOnDelivery) return 0;
    if (choice.cart.cash_on_delivery_collects !== 'goods') return due;
    const goods = Math.min(due, this.stored(this.rupiah(order.subTotalWithTax)));
    return due - goods < this.stored(1) ? due : goods;
  }

  /**
   * Rupiah that the courier will collect: what the order still costs, also if staff have taken goods out since. A payment that was settled
   * has arrived at the shop, so the courier does not collect it.
   */
  collectedByCourier({ payments, totalWithTax }: Order): number {
    const isAtDoor = ({ state, metadata }: Payment) => metadata.collectedByCourier && state === 'Authorized';
    const others = payments.filter((payment) => isReceived(payment) && !isAtDoor(payment));
    return this.rupiah(Math.max(0, Math.min(netOf(payments.filter(isAtDoor)), totalWithTax - netOf(others))));
  }

  /** Whether the channel has a payment method that the courier collects. */
  async offersCashOnDelivery(ctx: RequestContext): Promise<boolean> {
    const { items } = await this.#paymentMethods.findAll(ctx, { filter: { enabled: { eq: true } } });
    return items.some(({ handler }) => handler.code === cashOnDeliveryCode);
  }
}
