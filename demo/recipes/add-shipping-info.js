const shipping = document.querySelector('ship-checkout');

document.querySelector('form').addEventListener('submit', () => {
  const { rate } = shipping;
  if (!rate) return;
  gtag('event', 'add_shipping_info', {
    currency: 'IDR',
    value: 185_000,
    shipping_tier: `${rate.courier_name} ${rate.courier_service_name}`,
    items: [{ item_id: 'SCARF', item_name: 'Batik scarf', price: 185_000, quantity: 1 }],
  });
});
