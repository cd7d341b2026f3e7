/* What WooCommerce's own script does in the classic checkout. */
jQuery(($) => {
  const form = $('form.checkout');
  const visit = new URLSearchParams(location.search).get('stub-checkout');
  const ask = async (what) => {
    const body = JSON.stringify({ visit, form: form.serialize() });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`/wp-json/stub/v1/${what}`, { method: 'POST', headers, body })).json();
  };
  $(document.body).on('update_checkout', async () => {
    const { html } = await ask('review');
    $('#order_review').html(html);
    $(document.body).trigger('updated_checkout');
  });
  form.on('submit', async (event) => {
    event.preventDefault();
    const { id, refused } = await ask('checkout');
    document.body.textContent = refused ?? `Order received: ${id}`;
  });
  $(document.body).trigger('update_checkout');
});
