import { ShipCheckout } from 'ship-elements/react';

export default function Page() {
  return <ShipCheckout baseUrl="/shipping" />;
}
