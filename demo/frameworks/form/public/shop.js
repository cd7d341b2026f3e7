const form = document.querySelector('form');
const checkout = document.querySelector('ship-checkout');
const summary = document.querySelector('#summary');

const rupiah = new Intl.NumberFormat('en', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });

form?.elements.quantity.addEventListener('input', ({ target }) => {
  const { shipment } = checkout;
  // A new object: one that is changed in place looks the same as before.
  const items = shipment.items.map((item) => ({ ...item, quantity: target.valueAsNumber }));
  checkout.shipment = { ...shipment, items };
});

checkout?.addEventListener('ship-rate-change', ({ rate }) => {
  summary.textContent = rate ? `Delivery: ${rupiah.format(rate.price)}` : 'Choose a delivery';
});

checkout?.addEventListener('ship-order-submit', (event) => {
  if (!form.reportValidity()) return event.preventDefault();
  // Names and addresses enter by property only, at the latest now.
  checkout.order = {
    origin_contact_name: 'Batik House',
    origin_contact_phone: '081234567890',
    origin_address: 'Jalan Kemang Raya 12, Jakarta',
    destination_contact_name: form.elements.name.value,
    destination_contact_phone: '081298765432',
    destination_address: 'Jalan Braga 8, Bandung',
  };
});

checkout?.addEventListener('ship-order-placed', ({ id }) => {
  summary.textContent = `Ordered: ${id}`;
});

checkout?.addEventListener('ship-order-cancelled', ({ id }) => {
  summary.textContent = `Cancelled: ${id}`;
});
