const goods = 185_000;
const total = document.querySelector('#total');
const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });

document.querySelector('ship-checkout').addEventListener('ship-rate-change', ({ rate }) => {
  total.value = rate ? rupiah.format(goods + rate.price) : 'Choose a delivery';
});
