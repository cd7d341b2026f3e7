const [now, atDoor] = [document.querySelector('#pay-now'), document.querySelector('#pay-at-door')];
// As the widget writes it: Rp 21,775, and Rp21.775 in Indonesian.
const lang = document.documentElement.lang || 'en';
const style = { style: 'currency', currency: 'IDR', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 };
const amounts = new Intl.NumberFormat(lang, style);
const rupiah = (amount) => amounts.format(amount).replace(/\s/, lang === 'id' ? '' : '\u00a0');

document.querySelector('ship-checkout').addEventListener('ship-rate-change', ({ rate, payNow, payAtDoor, reason }) => {
  const why = reason === 'not-eligible' ? 'No COD with this courier' : 'Choose a delivery';
  now.value = rate ? rupiah(payNow) : why;
  atDoor.value = rate ? rupiah(payAtDoor) : why;
});
