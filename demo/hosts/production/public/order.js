// A payment app may come back in another browser: the link's token shows the order there. It leaves the address at once.
const token = new URLSearchParams(location.hash.slice(1)).get('p');
if (token) {
  await fetch('/orders/shown', { method: 'POST', body: new URLSearchParams({ token }) });
  location.replace(location.pathname);
}

// The element takes its token as a property alone.
for (const tracking of document.querySelectorAll('ship-tracking')) tracking.token = tracking.dataset.track;
