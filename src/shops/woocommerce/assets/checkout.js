/* The classic checkout: the widget's choice becomes WooCommerce's shipping method. */
jQuery(($) => {
  const form = document.querySelector('form.checkout');
  const holder = document.getElementById('ship-elements');
  const widget = holder?.querySelector('ship-checkout');
  if (!form) return;

  const update = () => $(document.body).trigger('update_checkout');
  const field = (name) => holder.querySelector(`input[name="${name}"]`);
  // A signed cart is good for an hour.
  const cartLifetime = 45 * 60 * 1000;
  let question;
  let asked = { text: '', at: 0 };

  const isCod = (method) => window.shipElementsCod.includes(method);
  const payment = () => form.querySelector('input[name="payment_method"]:checked')?.value;

  /** Writes the choice into fields that jQuery serializes. It leaves out form-associated elements. */
  function write() {
    const { value, rate, insured } = widget;
    field('ship_elements').value = value ?? '';
    field('ship_elements-offer').value = rate?.offer ?? '';
    field('ship_elements-insured').disabled = !insured;
  }

  /** Shows the widget, or WooCommerce's own list where the widget cannot help. */
  function show(isOn) {
    holder.hidden = !isOn;
    form.classList.toggle('ship-elements-on', isOn);
    for (const name of ['ship_elements_widget', 'ship_elements', 'ship_elements-offer']) field(name).disabled = !isOn;
    if (!isOn) field('ship_elements-insured').disabled = true;
  }

  /** Takes over what the server says after each change of the checkout. */
  function read() {
    const row = document.getElementById('ship-elements-question');
    question = row ? JSON.parse(row.dataset.question) : undefined;
    if (!question || !customElements.get('ship-checkout')) {
      show(false);
      return;
    }
    const { cart, shipment, couriers, goods } = question;
    // Each answer has a newly signed cart. A new token asks for the rates again, so an equal cart keeps its token.
    const text = JSON.stringify([shipment, couriers, goods]);
    if (text !== asked.text || Date.now() - asked.at > cartLifetime) {
      asked = { text, at: Date.now() };
      Object.assign(widget, { shipment, couriers, cart, cashOnDeliveryAmount: goods });
    }
    widget.readyAt = question.readyAt;
    widget.insured = question.insured;
    widget.insuranceAmount = question.insurance === 'never' ? 0 : undefined;
    widget.cashOnDelivery = question.cod;
    if (question.service && widget.value !== question.service) widget.value = question.service;
    show(widget.status !== 'error');
    write();
  }

  /** Makes the widget's choice WooCommerce's, which then adds its price to the total. */
  function choose() {
    const { value } = widget;
    if (!question || !value) return;
    const wanted = question.prefix + value;
    const inputs = [...form.querySelectorAll('input[name="shipping_method[0]"]')];
    const own = inputs.find((input) => input.value === wanted);
    const shown = own ?? inputs.find((input) => input.checked) ?? inputs[0];
    if (shown) Object.assign(shown, { value: wanted, checked: true });
    write();
    update();
  }

  /** Cash on delivery is a payment method, so the switch of the widget selects it. */
  function pay(cashOnDelivery) {
    if (cashOnDelivery === isCod(payment())) return;
    const methods = [...form.querySelectorAll('input[name="payment_method"]')];
    const other = methods.find(({ value }) => isCod(value) === cashOnDelivery);
    if (other) other.click();
    else widget.cashOnDelivery = !cashOnDelivery;
  }

  // The price and the couriers depend on who takes the money.
  $(form).on('change', 'input[name="payment_method"]', update);
  if (!widget) return;

  for (const name of ['ship_elements_widget', 'ship_elements', 'ship_elements-offer', 'ship_elements-insured']) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value: '1', disabled: true });
    holder.append(input);
  }
  widget.addEventListener('change', choose);
  widget.addEventListener('ship-extras-change', ({ cashOnDelivery }) => pay(cashOnDelivery));
  widget.addEventListener('ship-rate-change', ({ reason }) => {
    write();
    if (reason !== 'user') choose();
  });
  widget.addEventListener('ship-quote', () => {
    write();
    show(true);
  });
  widget.addEventListener('ship-error', ({ error }) => {
    if (error.reason === 'token-expired') asked = { text: '', at: 0 };
    show(false);
    if (error.reason === 'token-expired') update();
  });
  $(document.body).on('updated_checkout', read);
  customElements.whenDefined('ship-checkout').then(read);
});
