import { useRef } from 'react';
import type { CheckoutElement, Rate, Shipment } from 'ship-elements';
import type {} from 'ship-elements/types/react';

const cart: Shipment = { origin_postal_code: 12440, destination_postal_code: 40111, items: [] };

export function Page({ show }: { show(rate: Rate | undefined): void }) {
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
        insurance
        cashOnDelivery={false}
        value={null}
        onChange={() => checkout.current?.rate}
        onship-rate-change={({ rate, reason }) => reason !== 'user' && show(rate)}
        onship-order-placed={({ id, recovered }) => [id?.length, recovered]}
      >
        <b slot="legend">Delivery</b>
      </ship-checkout>
      <ship-courier-picker
        base-url="/shipping"
        couriers="jne"
        onship-courier-change={({ couriers }) => couriers.length}
      />
      <ship-rate-comparison
        rates={[]}
        rows={3}
        shipment={JSON.stringify(cart)}
        readyAt="2036-11-24T09:00+07:00"
        onship-rates={({ duration }) => duration.toFixed()}
      />
      <ship-promise
        items={[{ weight: 250 }]}
        subtotal={90000}
        remember
        onship-promise={({ promise }) => promise?.rate?.price}
      />
      <ship-order-button htmlFor="delivery" onship-error={({ error }) => error.message} />
    </form>
  );
}

export const wrong = (
  <>
    {/* @ts-expect-error: no mode of that name */}
    <ship-checkout orderMode="oder" />
    {/* @ts-expect-error: no property of that name */}
    <ship-checkout shipmnt={cart} />
    {/* @ts-expect-error: a property that a page cannot set */}
    <ship-checkout rate={undefined} />
    {/* @ts-expect-error: a field of another event */}
    <ship-checkout onship-rate-change={({ couriers }) => couriers} />
    {/* @ts-expect-error: no event of that name, so the parameter has no type */}
    <ship-checkout onship-rate-chnage={(event) => event} />
    {/* @ts-expect-error: an event of another element */}
    <ship-courier-picker onship-rates={(event) => event} />
    {/* @ts-expect-error: a field of another event */}
    <ship-promise onship-promise={({ rate }) => rate} />
    {/* @ts-expect-error: no such element */}
    <ship-chekout />
  </>
);
