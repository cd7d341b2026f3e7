// Before all other scripts, which see no token in the address then. `history.state` keeps it for a reload.
{
  const takeToken = () => {
    const token = new URLSearchParams(location.hash.slice(1)).get('t') ?? history.state?.token ?? '';
    history.replaceState({ token }, '', location.pathname);
    return token;
  };
  const show = (token) => {
    document.querySelector('ship-tracking').token = token;
  };
  const token = takeToken();
  addEventListener('DOMContentLoaded', () => show(token));
  addEventListener('hashchange', () => show(takeToken()));
}
