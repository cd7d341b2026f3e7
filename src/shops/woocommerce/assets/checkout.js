/* The classic checkout: the widget's choice becomes WooCommerce's shipping method. */
jQuery(($) => {
  const form = document.querySelector('form.checkout');
  const holder = document.getElementById('ship-elements');
  const widget = holder?.querySelector('ship-checkout');
  if (!form) return;

  const update = () => $(document.body).trigger('update_checkout');
  const field = (name) => holder.querySelector(`input[name="${name}"]`);
  let question;
  let shown = {};
  /** What the shopper has chosen since the last answer. An answer to an earlier question must not undo it. */
  let pending;

  const isCod = (method) => window.shipElementsCod.includes(method);
  const payment = () => form.querySelector('input[name="payment_method"]:checked')?.value;
  const methods = () => [
    ...form.querySelectorAll(`input[name="shipping_method[${CSS.escape(question?.package ?? 0)}]"]`),
  ];
  const isOurs = (input) => question && input.value.startsWith(question.prefix);
  /** Pickup or another method stays until the shopper chooses one of ours. */
  const hasOther = () => methods().some((input) => input.checked && !isOurs(input));

  /** Writes the choice into fields that jQuery serializes. It leaves out form-associated elements. */
  function write() {
    const { value, rate, insurance } = widget;
    field('ship_elements').value = value ?? '';
    field('ship_elements-seen').value = rate && rate.price !== undefined ? `${value} ${Math.ceil(rate.price)}` : '';
    field('ship_elements-insurance').disabled = !insurance || holder.hidden;
  }

  /** Shows the widget, or WooCommerce's own list where the widget cannot help. */
  function show(isOn) {
    holder.hidden = !isOn;
    form.classList.toggle('ship-elements-on', isOn);
    for (const name of ['ship_elements_widget', 'ship_elements', 'ship_elements-seen']) field(name).disabled = !isOn;
    field('ship_elements-insurance').disabled = !isOn || !widget.insurance;
    // Of our rates, WooCommerce's list shows one. Pickup and other methods stay beside it.
    const ours = methods().filter(isOurs);
    const one = ours.find((input) => input.checked) ?? ours[0];
    for (const input of ours) input.closest('li')?.classList.toggle('ship-elements-hidden', isOn && input !== one);
    const isAlone = ours.length === methods().length;
    for (const input of ours) input.classList.toggle('ship-elements-hidden', isOn && isAlone);
  }

  /** Takes over what the server says after each change of the checkout. */
  function read() {
    const row = document.getElementById('ship-elements-question');
    question = row ? JSON.parse(row.dataset.question) : undefined;
    if (!question || !customElements.get('ship-checkout')) {
      show(false);
      return;
    }
    const { shipment, couriers, goods, free, insurance } = question;
    const asked = { shipment: JSON.stringify([shipment, couriers]), price: JSON.stringify([goods, free]) };
    if (asked.shipment !== shown.shipment) Object.assign(widget, { shipment, couriers });
    // The shop's own rules change prices of the same shipment.
    else if (asked.price !== shown.price) widget.refresh();
    widget.cashOnDeliveryAmount = question.takesCod ? goods : 0;
    shown = asked;
    // What the shop's settings have decided has no switch.
    const offered = { insurance: insurance === 'optional', 'cash-on-delivery': question.takesCod };
    widget.switches = Object.keys(offered)
      .filter((name) => offered[name])
      .join(' ');
    widget.insuranceAmount = insurance === 'never' ? 0 : undefined;
    if (pending === undefined || pending === question.wanted) {
      pending = undefined;
      widget.insurance = question.insured;
      widget.cashOnDelivery = question.cod;
      // Pickup or another method takes the widget's choice away: two chosen deliveries would stand on the page.
      const service = question.service || null;
      if (widget.value !== service) widget.value = service;
    }
    show(widget.status !== 'error');
    write();
  }

  /** Makes the widget's choice WooCommerce's, which then adds its price to the total. */
  function choose() {
    const { value } = widget;
    if (!question || !value) return;
    const wanted = question.prefix + value;
    const ours = methods().filter(isOurs);
    const input = ours.find((each) => each.value === wanted) ?? ours.find((each) => each.checked) ?? ours[0];
    if (input) Object.assign(input, { value: wanted, checked: true });
    tell();
  }

  /** Has WooCommerce price what the widget shows now. */
  function tell() {
    pending = `${widget.value ?? ''} ${Number(widget.insurance)}`;
    write();
    update();
  }

  /** Cash on delivery is a payment method, so the switch of the widget selects it. */
  function pay(cashOnDelivery) {
    if (cashOnDelivery === isCod(payment())) return;
    const others = [...form.querySelectorAll('input[name="payment_method"]')];
    const other = others.find(({ value }) => isCod(value) === cashOnDelivery);
    if (other) other.click();
    else widget.cashOnDelivery = !cashOnDelivery;
  }

  // The price and the couriers depend on who takes the money.
  $(form).on('change', 'input[name="payment_method"]', update);
  $(form).on('click', 'a[href$="#ship-elements-again"]', (event) => {
    event.preventDefault();
    update();
  });
  if (!widget) return;

  for (const name of ['ship_elements_widget', 'ship_elements', 'ship_elements-seen', 'ship_elements-insurance']) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value: '1', disabled: true });
    holder.append(input);
  }
  widget.addEventListener('change', choose);
  widget.addEventListener('ship-extras-change', ({ cashOnDelivery }) => {
    // Insurance changes the total as well.
    if (cashOnDelivery === isCod(payment())) tell();
    else pay(cashOnDelivery);
  });
  widget.addEventListener('ship-rate-change', ({ reason }) => {
    write();
    if (reason !== 'user' && !hasOther()) choose();
  });
  widget.addEventListener('ship-rates', () => {
    write();
    // A cart that was split meanwhile has WooCommerce's own rows.
    show(question !== undefined);
  });
  widget.addEventListener('ship-error', () => show(false));
  $(document.body).on('updated_checkout', read);
  customElements.whenDefined('ship-checkout').then(read);
});
