// A payment app may come back in another browser: the link's token shows the order there. It leaves the address at once.
const token = new URLSearchParams(location.hash.slice(1)).get('p');
if (token) {
  await fetch('/orders/shown', { method: 'POST', body: new URLSearchParams({ token }) });
  location.replace(location.pathname);
}

// The element takes its token as a property alone.
for (const tracking of document.querySelectorAll('ship-tracking')) tracking.token = tracking.dataset.track;

// A cart that has expired is signed anew, once for each minute.
let signed = 0;
addEventListener('ship-error', async ({ target, error }) => {
  if (error.reason !== 'token-expired' || Date.now() - signed < 60_000) return;
  signed = Date.now();
  target.cart = await (await fetch('/cart')).text();
});
