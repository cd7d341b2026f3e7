import { connection } from 'next/server';
import { Suspense } from 'react';
import { openCheckout } from './actions';
import { Shop } from './shop';

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
  return <Shop arrived={await openCheckout()} />;
}
