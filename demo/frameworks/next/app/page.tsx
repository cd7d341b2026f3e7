import { headers } from 'next/headers';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { quoteHtml } from 'ship-elements/server';
import { theShop } from '../open-shop';
import { openCheckout } from './actions';
import { Shop } from './shop';

const couriers = 'jne,sicepat,jntcargo';

export default function Page() {
  return (
    <main>
      <Suspense>
        <Checkout />
      </Suspense>
    </main>
  );
}

async function Checkout() {
  // Each visit has its own cart, signed now: neither `next build` nor a prefetch can render it.
  await connection();
  const arrived = await openCheckout();
  return <Shop arrived={arrived} couriers={couriers} prices={await pricesOf(arrived)} />;
}

/** The prices come with the page. */
async function pricesOf({ order, reference, cart, shipment }: Awaited<ReturnType<typeof openCheckout>>) {
  if (order) return '';
  const { quote } = await theShop();
  const rates = await quote(reference, couriers.split(','), { headers: await headers() });
  return quoteHtml({ quote: rates, name: 'shipping', couriers, cart, shipment, orderMode: 'order' });
}
