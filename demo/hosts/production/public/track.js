const tracking = document.querySelector('ship-tracking');

/** The token comes in the fragment, and leaves the address at once. `history.state` keeps it for a reload and for Back. */
function readToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('t');
  if (token) history.replaceState({ ...history.state, track: token }, '', location.pathname + location.search);
  if (token || !tracking.token) tracking.token = token ?? history.state?.track ?? '';
}

readToken();
// Another link was pasted into the address.
addEventListener('hashchange', readToken);
