import type { ShippingClient } from '../../client/index.ts';
import type { Rate } from '../../contract/index.ts';
import { keepOrClear, requoteRequest, serviceKey, type Verdict } from '../../quote/index.ts';
import { quoted } from '../shared/quoted.ts';
import type { OrderBody } from './attempt.ts';

/** What the service says now of a rate that is about to be ordered; one question, about its courier alone. */
export async function askAgain(client: ShippingClient, order: OrderBody, rate: Rate): Promise<Verdict> {
  const rates = await quoted(client, requoteRequest(order, rate), { fresh: true });
  const cashOnDelivery = Boolean(order.destination_cash_on_delivery);
  return keepOrClear(serviceKey(rate), rate, rates, { cashOnDelivery }, true);
}
