'use client';

import { useEffect, useRef, useState } from 'react';
import { type Area, isShippingFailure, type ShipOrderSubmitEvent, serviceKey } from 'ship-elements';
import { ShipAreaSearch, ShipCheckout, ShipTracking } from 'ship-elements/react';
import { grant, openCheckout, setQuantity } from './actions';

const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});

type Checkout = Awaited<ReturnType<typeof openCheckout>>;
type Order = NonNullable<Checkout['order']>;

export function Shop({ arrived, couriers, prices }: { arrived: Checkout; couriers: string; prices: string }) {
  const [checkout, setCheckout] = useState(arrived);
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [area, setArea] = useState<Area>();
  const [open, setOpen] = useState(true);
  const [summary, setSummary] = useState('Choose a delivery');
  const [problem, setProblem] = useState<string>(arrived.problem ?? '');
  const [typed, setTyped] = useState<string>();
  // What was chosen, for a checkout that is shown again.
  const [value, setValue] = useState<string | null>(null);
  const [extras, setExtras] = useState({ insurance: false, cashOnDelivery: false });

  const asked = useRef(0);
  /** Shows the newest question's answer: an earlier one may come later. */
  async function show(answer: Promise<Checkout>) {
    asked.current += 1;
    const mine = asked.current;
    try {
      const now = await answer;
      if (mine !== asked.current) return;
      setCheckout(now);
      setProblem((before) => (now.order ? '' : before || (now.problem ?? '')));
    } catch {
      setProblem('The shop does not answer. Please try again.');
    }
  }
  const load = () => show(openCheckout());
  /** The search is empty again, too. */
  const again = (after: string) => {
    setArea(undefined);
    show(setQuantity(1, after));
  };

  async function grantFor({ rate, insurance, cashOnDelivery, reference, again }: ShipOrderSubmitEvent) {
    const service = rate && serviceKey(rate);
    // An offer holds for one place: the district of the search, or the address of the account.
    const destination = area && { destination_area_id: area.id, destination_postal_code: area.postal_code };
    const where = { name, address, area: area?.name, destination };
    const answer = await grant({ offer: rate?.offer, service, insurance, cashOnDelivery, reference, again, ...where });
    if (answer.grant) return answer.grant;
    // The server has refused: its cart may be another one by now.
    setProblem(answer.error ?? '');
    await load();
    throw new Error(answer.error);
  }

  const { order } = checkout;
  if (order) return <ReceiptOf order={order} onWait={load} onAgain={again} />;
  const { reference, cart, shipment, home, contacts, quantity } = checkout;
  return (
    <>
      <h1>Batik House</h1>
      <label>
        Your name <input autoComplete="name" value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <label>
        Scarves
        <input
          type="number"
          min="1"
          max="99"
          value={typed ?? quantity}
          onBlur={() => setTyped(undefined)}
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.validity.valid && target.value) show(setQuantity(target.valueAsNumber));
          }}
        />
      </label>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        Delivery
      </button>
      <label>
        Your address
        <input autoComplete="street-address" value={address} onChange={({ target }) => setAddress(target.value)} />
      </label>
      <p>To {home}, or to the district that you find:</p>
      <ShipAreaSearch
        baseUrl="/shipping"
        htmlFor="delivery"
        area={area}
        onShipAreaChange={({ area }) => setArea(area ?? undefined)}
      />
      {open && (
        <ShipCheckout
          id="delivery"
          baseUrl="/shipping"
          orderMode="order"
          couriers={couriers}
          cart={cart}
          reference={reference}
          shipment={shipment}
          contacts={contacts && { ...contacts, destination_contact_name: name, destination_address: address }}
          value={value}
          {...extras}
          onShipRateChange={({ rate }) => {
            if (rate) setValue(serviceKey(rate));
            setSummary(rate ? `Delivery: ${rupiah.format(rate.price)}` : 'Choose a delivery');
          }}
          onShipExtrasChange={({ insurance, cashOnDelivery }) => setExtras({ insurance, cashOnDelivery })}
          onShipOrderSubmit={(event) => {
            setProblem('');
            event.grant = grantFor(event);
          }}
          onShipOrderPlaced={() => load()}
          onShipError={({ error }) => {
            if (!isShippingFailure(error)) return;
            // What was accepted is sent later, and the server says so. The widget itself finds out what has no answer.
            const isOrder = error.operation === 'createOrder' && error.outcome !== 'unknown';
            if (isOrder || ('reason' in error && error.reason === 'token-expired')) load();
          }}
        >
          {/* `quoteHtml` has escaped what is in it. The element may have taken it over before React hydrates. */}
          <div dangerouslySetInnerHTML={{ __html: prices }} suppressHydrationWarning />
        </ShipCheckout>
      )}
      <p id="summary">{summary}</p>
      <p role="alert">{problem}</p>
    </>
  );
}

/** Paid or cancelled. While it waits, it asks every three seconds. */
function ReceiptOf({ order, onWait, onAgain }: { order: Order; onWait(): void; onAgain(after: string): void }) {
  const { reference, again, heading, rows, summary, isWaiting, contact, track } = order;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(onWait, 3_000);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <h1>{heading}</h1>
      <p id="summary">{summary}</p>
      <dl>
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {track && <ShipTracking baseUrl="/shipping" token={track} contactUrl={contact} />}
      <a href={contact}>Contact the shop</a>
      {again && (
        <button type="button" onClick={() => onAgain(reference)}>
          Order again
        </button>
      )}
    </>
  );
}
