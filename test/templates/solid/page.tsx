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
        name="shipping"
        baseUrl="/shipping"
        shipment={cart}
        orderMode="order"
        insured
        on:change={() => checkout?.rate}
        on:ship-rate-change={({ rate, reason }) => reason !== 'user' && props.show(rate)}
      >
        <b slot="legend">Delivery</b>
      </ship-checkout>
      <ship-courier-picker
        base-url="/shipping"
        value="jne"
        on:ship-courier-change={({ couriers }) => couriers.length}
      />
      <ship-rate-comparison rates={[]} rows={3} on:ship-quote={({ duration }) => duration.toFixed()} />
      <ship-order-button htmlFor="delivery" on:ship-error={({ error }) => error.message}>
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
    {/* @ts-expect-error: another event's field */}
    <ship-checkout on:ship-rate-change={({ couriers }) => couriers} />
    {/* @ts-expect-error: no event of that name, so that nothing is known of what it hears */}
    <ship-checkout on:ship-rate-chnage={(event) => event} />
    {/* @ts-expect-error: no such element */}
    <ship-chekout />
  </>
);
