import { useRef } from 'react';
import type { CheckoutElement, Rate, Shipment } from 'ship-elements';
import { ShipCheckout, ShipCourierPicker, ShipOrderButton, ShipPromise, ShipRateComparison } from 'ship-elements/react';

const cart: Shipment = { origin_postal_code: 12440, destination_postal_code: 40111, items: [] };

export function Page({ show }: { show(rate: Rate | undefined): void }) {
  const checkout = useRef<CheckoutElement>(null);
  return (
    <form>
      <ShipCheckout
        ref={checkout}
        className="wide"
        shipment={cart}
        orderMode="order"
        value={null}
        onChange={() => checkout.current?.rate}
        onShipRateChange={({ rate, reason }) => reason !== 'user' && show(rate)}
      >
        <b slot="legend">Delivery</b>
      </ShipCheckout>
      <ShipCourierPicker baseUrl="/shipping" couriers="jne" onShipCourierChange={({ couriers }) => couriers.length} />
      <ShipRateComparison rates={[]} rows={3} onShipRates={({ duration }) => duration.toFixed()} />
      <ShipPromise
        items={[{ weight: 250 }]}
        subtotal={90000}
        remember
        onShipPromise={({ promise }) => promise?.rate?.price}
      />
      <ShipOrderButton htmlFor="delivery" onShipError={({ error }) => error.message} />
    </form>
  );
}

export const wrong = (
  <>
    {/* @ts-expect-error: no property of that name */}
    <ShipCheckout shipmnt={cart} />
    {/* @ts-expect-error: a property that a page cannot set */}
    <ShipCheckout rate={undefined} />
    {/* @ts-expect-error: a field of another event */}
    <ShipCheckout onShipRateChange={({ couriers }) => couriers} />
    {/* @ts-expect-error: no event of that name */}
    <ShipCheckout onShipRateChnage={() => {}} />
    {/* @ts-expect-error: an event of another element */}
    <ShipCourierPicker onShipRates={() => {}} />
  </>
);
