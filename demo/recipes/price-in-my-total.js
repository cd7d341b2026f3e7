const total = document.querySelector('#total');
const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });

document.querySelector('ship-checkout').addEventListener('ship-rate-change', ({ rate, payNow, payAtDoor }) => {
  total.value = rate ? rupiah.format(payNow + payAtDoor) : 'Choose a delivery';
});
