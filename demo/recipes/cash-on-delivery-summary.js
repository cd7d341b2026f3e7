const [now, atDoor] = [document.querySelector('#pay-now'), document.querySelector('#pay-at-door')];
const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });

document.querySelector('ship-checkout').addEventListener('ship-rate-change', ({ rate, payNow, payAtDoor }) => {
  now.value = rate ? rupiah.format(payNow) : '';
  atDoor.value = rate ? rupiah.format(payAtDoor) : '';
});
