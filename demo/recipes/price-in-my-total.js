const total = document.querySelector('#total');
// As the widget writes it: Rp 21,775, and Rp21.775 in Indonesian.
const lang = document.documentElement.lang || 'en';
const style = { style: 'currency', currency: 'IDR', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 };
const amounts = new Intl.NumberFormat(lang, style);
const rupiah = (amount) => amounts.format(amount).replace(/\s/, lang === 'id' ? '' : '\u00a0');

document.querySelector('ship-checkout').addEventListener('ship-rate-change', ({ rate, payNow, payAtDoor }) => {
  total.value = rate ? rupiah(payNow + payAtDoor) : 'Choose a delivery';
});
