/* What WooCommerce's own script does in the classic checkout. */
jQuery(($) => {
  const form = $('form.checkout');
  const visit = new URLSearchParams(location.search).get('stub-checkout');
  const ask = async (what, signal) => {
    const body = JSON.stringify({ visit, form: form.serialize() });
    const headers = { 'content-type': 'application/json' };
    return (
      await fetch(`/wp-json/stub/v1/${what}?wc-ajax=update_order_review`, { method: 'POST', headers, body, signal })
    ).json();
  };
  let current = new AbortController();
  // The newest question wins.
  $(document.body).on('update_checkout', () => {
    current.abort();
    current = new AbortController();
    const show = ({ html }) => {
      $('#order_review').html(html);
      $(document.body).trigger('updated_checkout');
    };
    ask('review', current.signal).then(show, () => {});
  });
  form.on('change', '#shipping_method input', () => $(document.body).trigger('update_checkout'));
  form.on('submit', async (event) => {
    event.preventDefault();
    const { id, refused } = await ask('checkout');
    document.body.textContent = refused ?? `Order received: ${id}`;
  });
  $(document.body).trigger('update_checkout');
});
