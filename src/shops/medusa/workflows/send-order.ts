import {
  createStep,
  createWorkflow,
  type ReturnWorkflow,
  StepResponse,
  type WorkflowData,
  when,
} from '@medusajs/framework/workflows-sdk';
import { createOrderFulfillmentWorkflow } from '@medusajs/medusa/core-flows';
import { invalid } from '../cart.ts';
import { choiceIn, noChoice, orderNow, partsLeft } from '../order.ts';
import { locationOf } from '../parts.ts';
import { tryAgain } from '../send.ts';
import { queryIn } from '../shop.ts';
import { openOf } from '../views.ts';

/** `POST /admin/orders/:id/deliveries`. */
export interface SendOrderInput {
  order_id: string;
  /** The shop pays the difference if the delivery costs more by now. */
  accept_higher_price?: boolean | undefined;
  /** Sends the goods of this shipping option alone. */
  shipping_option?: string | null | undefined;
}

/** Resolves with whether a delivery waited. */
const tryAgainStep = createStep(
  'ship-elements-try-again',
  async ({ order_id, accept_higher_price }: SendOrderInput, { container }) => {
    const open = openOf(await orderNow(queryIn(container), order_id));
    const delivery = open && (await tryAgain(container, open, accept_higher_price));
    if (delivery?.state === 'refused') throw invalid(delivery.message);
    return new StepResponse(open !== undefined);
  },
);

const sendRestStep = createStep(
  'ship-elements-send-rest',
  async ({ order_id, accept_higher_price, shipping_option }: SendOrderInput, { container }) => {
    const query = queryIn(container);
    const order = await orderNow(query, order_id);
    const parts = await partsLeft(query, order);
    // Medusa takes the shipping option of the order, which may be another plugin's.
    if (!parts.length && !choiceIn(order)) throw invalid(noChoice);
    for (const { option, lines } of parts) {
      if (shipping_option && shipping_option !== option?.id) continue;
      const input = {
        ...{ order_id, shipping_option_id: option?.id, location_id: option && locationOf(option)?.id },
        items: lines.map((line) => ({ id: line.id ?? '', quantity: Number(line.quantity) })),
        additional_data: { accept_higher_price },
      };
      await createOrderFulfillmentWorkflow(container).run({ input });
    }
  },
);

/**
 * Asks again for the delivery of an order that waits, or else sends what is left of the order. The steps have no compensation: a label that is
 * ordered stays when a further parcel is refused, and another run sends the rest.
 */
export const sendOrderWorkflow: ReturnWorkflow<SendOrderInput, void, []> = createWorkflow(
  'ship-elements-send-order',
  (input: WorkflowData<SendOrderInput>) => {
    const waited = tryAgainStep(input);
    when({ waited }, (known) => !known.waited).then(() => {
      sendRestStep(input);
    });
  },
);
