import { useRef } from 'react';
import type { CheckoutElement, Rate, Shipment, ShipOrderPlacedEvent } from 'ship-elements';
import type {} from 'ship-elements/types/react';

const cart: Shipment = { origin_postal_code: 12440, destination_postal_code: 40111, items: [] };

export function Page({
  show,
  placed,
}: {
  show(rate: Rate | undefined): void;
  placed(event: ShipOrderPlacedEvent): void;
}) {
  const checkout = useRef<CheckoutElement>(null);
  return (
    <form>
      <ship-checkout
        ref={checkout}
        className="wide"
        name="shipping"
        baseUrl="/shipping"
        shipment={cart}
        orderMode="order"
        insured
        cashOnDelivery={false}
        value={null}
        onChange={() => checkout.current?.rate}
        onship-rate-change={({ rate, reason }) => reason !== 'user' && show(rate)}
        onship-order-placed={placed}
      >
        <b slot="legend">Delivery</b>
      </ship-checkout>
      <ship-courier-picker base-url="/shipping" value="jne" onship-courier-change={({ couriers }) => couriers.length} />
      <ship-rate-comparison rates={[]} rows={3} onship-quote={({ duration }) => duration.toFixed()} />
      <ship-order-button htmlFor="delivery" onship-error={({ error }) => error.message}>
        Pay
      </ship-order-button>
    </form>
  );
}

export const wrong = (
  <>
    {/* @ts-expect-error: no mode of that name */}
    <ship-checkout orderMode="oder" />
    {/* @ts-expect-error: no property of that name */}
    <ship-checkout shipmnt={cart} />
    {/* @ts-expect-error: what a page cannot set */}
    <ship-checkout rate={undefined} />
    {/* @ts-expect-error: another event's field */}
    <ship-checkout onship-rate-change={({ couriers }) => couriers} />
    {/* @ts-expect-error: no event of that name, so that nothing is known of what it hears */}
    <ship-checkout onship-rate-chnage={(event) => event} />
    {/* @ts-expect-error: the picker quotes nothing */}
    <ship-courier-picker onship-quote={(event) => event} />
    {/* @ts-expect-error: no such element */}
    <ship-chekout />
  </>
);
