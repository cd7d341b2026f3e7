import type { CheckoutElement, Rate, Shipment } from 'ship-elements';
import type {} from 'ship-elements/types/solid';

const cart: Shipment = { origin_postal_code: 12440, destination_postal_code: 40111, items: [] };

export function Page(props: { show(rate: Rate | undefined): void }) {
  let checkout: CheckoutElement | undefined;
  return (
    <form>
      <ship-checkout
        ref={checkout}
        class="wide"
        base-url="/shipping"
        shipment={cart}
        insurance
        on:change={() => checkout?.rate}
        on:ship-rate-change={({ rate, reason }) => reason !== 'user' && props.show(rate)}
      >
        <b slot="legend">Delivery</b>
      </ship-checkout>
      <ship-courier-picker couriers="jne" on:ship-courier-change={({ couriers }) => couriers.length} />
      <ship-rate-comparison rates={[]} rows={3} shipment={JSON.stringify(cart)} readyAt="2036-11-24T09:00+07:00" />
      <ship-promise
        items={[{ weight: 250 }]}
        subtotal={90000}
        on:ship-promise={({ promise }) => promise?.rate?.price}
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
    <ship-checkout on:ship-rate-chnage={(event) => event} />
    {/* @ts-expect-error: no such element */}
    <ship-chekout />
  </>
);
