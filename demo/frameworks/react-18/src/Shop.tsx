import { useMemo, useState } from 'react';
import { type OrderContacts, serviceKey } from 'ship-elements';
import { ShipCheckout } from 'ship-elements/react';

const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});

const scarf = { name: 'Batik scarf', value: 185_000, weight: 250 };

const contacts: OrderContacts = {
  origin_contact_name: 'Batik House',
  origin_contact_phone: '081234567890',
  origin_address: 'Jalan Kemang Raya 12, Jakarta',
  destination_contact_name: '',
  destination_contact_phone: '081298765432',
  destination_address: 'Jalan Braga 8, Bandung',
};

export function Shop() {
  const [name, setName] = useState('');
  const [quantity, setQuantity] = useState(1);
  const [open, setOpen] = useState(true);
  const [summary, setSummary] = useState('Choose a delivery');
  // What was chosen, for a checkout that is shown again.
  const [value, setValue] = useState<string | null>(null);
  const [extras, setExtras] = useState({ insurance: false, cashOnDelivery: false });

  const shipment = useMemo(
    () => ({ origin_postal_code: 12440, destination_postal_code: 40111, items: [{ ...scarf, quantity }] }),
    [quantity],
  );
  return (
    <>
      <h1>Batik House</h1>
      <label>
        Your name <input autoComplete="name" value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <label>
        Scarves
        <input type="number" min="1" value={quantity} onChange={({ target }) => setQuantity(target.valueAsNumber)} />
      </label>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        Delivery
      </button>
      {open && (
        <ShipCheckout
          baseUrl="/shipping"
          orderMode="order"
          couriers="jne,sicepat,jntcargo"
          shipment={shipment}
          contacts={{ ...contacts, destination_contact_name: name }}
          value={value}
          {...extras}
          onShipRateChange={({ rate }) => {
            if (rate) setValue(serviceKey(rate));
            setSummary(rate ? `Delivery: ${rupiah.format(rate.price)}` : 'Choose a delivery');
          }}
          onShipExtrasChange={({ insurance, cashOnDelivery }) => setExtras({ insurance, cashOnDelivery })}
          onShipOrderPlaced={({ id }) => setSummary(`Ordered: ${id}`)}
          onShipOrderCancelled={({ id }) => setSummary(`Cancelled: ${id}`)}
        />
      )}
      <p id="summary">{summary}</p>
    </>
  );
}
