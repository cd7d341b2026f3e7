const checkout = document.querySelector('ship-checkout');
const summary = document.querySelector('#summary');
const name = document.querySelector('#name');
const quantity = document.querySelector('#quantity');

const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});

quantity.addEventListener('input', () => {
  const { shipment } = checkout;
  const [scarf] = shipment.items;
  // A new object: one that is changed in place looks the same as before.
  checkout.shipment = { ...shipment, items: [{ ...scarf, quantity: quantity.valueAsNumber }] };
});

checkout.addEventListener('ship-rate-change', ({ rate }) => {
  summary.textContent = rate ? `Delivery: ${rupiah.format(rate.price)}` : 'Choose a delivery';
});

// Names and addresses enter by property only, at the latest now.
checkout.addEventListener('ship-order-submit', () => {
  checkout.contacts = {
    origin_contact_name: 'Batik House',
    origin_contact_phone: '081234567890',
    origin_address: 'Jalan Kemang Raya 12, Jakarta',
    destination_contact_name: name.value,
    destination_contact_phone: '081298765432',
    destination_address: 'Jalan Braga 8, Bandung',
  };
});

checkout.addEventListener('ship-order-placed', ({ id }) => {
  summary.textContent = `Ordered: ${id}`;
});

checkout.addEventListener('ship-order-cancelled', ({ id }) => {
  summary.textContent = `Cancelled: ${id}`;
});
