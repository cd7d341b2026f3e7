const note = document.querySelector('#estimate');

document.querySelector('ship-checkout').addEventListener('ship-rate-change', ({ rate }) => {
  note.hidden = !rate?.estimate;
});
