import { useRef } from 'react';
import type { CheckoutElement, Rate, Shipment } from 'ship-elements';
import { ShipCheckout, ShipCourierPicker, ShipOrderButton, ShipRateComparison } from 'ship-elements/react';

const cart: Shipment = { origin_postal_code: 12440, destination_postal_code: 40111, items: [] };

export function Page({ show }: { show(rate: Rate | undefined): void }) {
  const checkout = useRef<CheckoutElement>(null);
  return (
    <form>
      <ShipCheckout
        ref={checkout}
        className="wide"
        name="shipping"
        baseUrl="/shipping"
        shipment={cart}
        orderMode="order"
        insured
        value={null}
        onChange={() => checkout.current?.rate}
        onShipRateChange={({ rate, reason }) => reason !== 'user' && show(rate)}
        onShipOrderPlaced={({ id, recovered }) => [id?.length, recovered]}
      >
        <b slot="legend">Delivery</b>
      </ShipCheckout>
      <ShipCourierPicker baseUrl="/shipping" value="jne" onShipCourierChange={({ couriers }) => couriers.length} />
      <ShipRateComparison rates={[]} rows={3} onShipQuote={({ duration }) => duration.toFixed()} />
      <ShipOrderButton htmlFor="delivery" onShipError={({ error }) => error.message}>
        Pay
      </ShipOrderButton>
    </form>
  );
}

export const wrong = (
  <>
    {/* @ts-expect-error: no mode of that name */}
    <ShipCheckout orderMode="oder" />
    {/* @ts-expect-error: no property of that name */}
    <ShipCheckout shipmnt={cart} />
    {/* @ts-expect-error: what a page cannot set */}
    <ShipCheckout rate={undefined} />
    {/* @ts-expect-error: another event's field */}
    <ShipCheckout onShipRateChange={({ couriers }) => couriers} />
    {/* @ts-expect-error: no event of that name */}
    <ShipCheckout onShipRateChnage={() => {}} />
    {/* @ts-expect-error: the picker quotes nothing */}
    <ShipCourierPicker onShipQuote={() => {}} />
  </>
);
