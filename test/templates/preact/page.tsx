import { useRef } from 'preact/hooks';
import type { CheckoutElement, Rate, Shipment } from 'ship-elements';
import type {} from 'ship-elements/types/preact';

const cart: Shipment = { origin_postal_code: 12440, destination_postal_code: 40111, items: [] };

export function Page({ show }: { show(rate: Rate | undefined): void }) {
  const checkout = useRef<CheckoutElement>(null);
  return (
    <form>
      <ship-checkout
        ref={checkout}
        class="wide"
        base-url="/shipping"
        shipment={cart}
        insurance
        onChange={() => checkout.current?.rate}
        onship-rate-change={({ rate, reason }) => reason !== 'user' && show(rate)}
      >
        <b slot="legend">Delivery</b>
      </ship-checkout>
      <ship-courier-picker couriers="jne" onship-courier-change={({ couriers }) => couriers.length} />
      <ship-rate-comparison rates={[]} rows={3} shipment={JSON.stringify(cart)} readyAt="2036-11-24T09:00+07:00" />
      <ship-promise
        items={[{ weight: 250 }]}
        subtotal={90000}
        remember
        onship-promise={({ promise }) => promise?.rate?.price}
      />
      <ship-order-button htmlFor="delivery" />
    </form>
  );
}

export const wrong = (
  <>
    {/* @ts-expect-error: no property of that name */}
    <ship-checkout shipmnt={cart} />
    {/* @ts-expect-error: no event of that name, so the parameter has no type */}
    <ship-checkout onship-rate-chnage={(event) => event} />
    {/* @ts-expect-error: no such element */}
    <ship-chekout />
  </>
);
