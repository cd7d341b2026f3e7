document.querySelector('ship-checkout').addEventListener('ship-rate-change', ({ rate, reason }) => {
  if (!rate || reason !== 'user') return;
  gtag('event', 'add_shipping_info', {
    currency: 'IDR',
    value: 185_000,
    shipping_tier: `${rate.courier_name} ${rate.courier_service_name}`,
    items: [{ item_id: 'SCARF', item_name: 'Batik scarf', price: 185_000, quantity: 1 }],
  });
});
