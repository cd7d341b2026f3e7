import { useEffect, useRef } from 'react';
import type { CheckoutElement, Rate } from 'ship-elements';
import type {} from 'ship-elements/types/react-18';

/** React 18 writes attributes and does not listen to custom events. */
export function Page({ show }: { show(rate: Rate | undefined): void }) {
  const checkout = useRef<CheckoutElement>(null);
  useEffect(() => {
    checkout.current?.addEventListener('ship-rate-change', ({ rate }) => show(rate));
    // @ts-expect-error: no event of that name, so the parameter has no type
    checkout.current?.addEventListener('ship-rate-chnage', ({ rate }) => rate);
  }, [show]);
  return (
    <form>
      <ship-checkout ref={checkout} base-url="/shipping" shipment="{}" order-mode="order" insurance rows={3}>
        <b slot="legend">Delivery</b>
      </ship-checkout>
      <ship-courier-picker base-url="/shipping" couriers="jne" />
      <ship-rate-comparison cash-on-delivery="false" />
      <ship-promise items="[]" subtotal="90000" remember />
      <ship-order-button for="delivery" />
    </form>
  );
}

export const wrong = (
  <>
    {/* @ts-expect-error: no mode of that name */}
    <ship-checkout order-mode="oder" />
    {/* @ts-expect-error: React 18 would write [object Object] */}
    <ship-checkout shipment={{}} />
    {/* @ts-expect-error: no such element */}
    <ship-chekout />
  </>
);
