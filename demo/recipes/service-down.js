const shipping = document.querySelector('ship-checkout');
const note = document.querySelector('#estimate');

shipping.addEventListener('ship-rate-change', ({ rate }) => {
  note.hidden = !rate?.estimate;
});
addEventListener('online', () => shipping.refresh());
