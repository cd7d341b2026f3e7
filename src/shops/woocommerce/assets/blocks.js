/* The block checkout has one list of deliveries, with our rates in it. Insurance and its price stand below that list. */
(() => {
  const { createElement, useEffect, useState } = window.wp.element;
  const { useDispatch, useSelect } = window.wp.data;
  const { ExperimentalOrderShippingPackages, extensionCartUpdate } = window.wc.blocksCheckout;
  const { CheckboxControl } = window.wc.blocksComponents;
  const { codMethods, insurance, one, several, some } = window.wc.wcSettings.getSetting('ship-elements_data');
  const tell = (data) => extensionCartUpdate({ namespace: 'ship-elements', data });
  const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });

  /** What the server knows of the cart. */
  const useOwn = () => useSelect((select) => select('wc/store/cart').getCartData().extensions?.['ship-elements'], []);

  /**
   * The price and the couriers depend on who takes the money. The server gets a change only, because each answer replaces what a
   * shopper is typing.
   */
  function PaymentMethod() {
    const method = useSelect((select) => select('wc/store/payment').getActivePaymentMethod(), []);
    const known = useOwn()?.cod;
    const wanted = codMethods.includes(method);
    useEffect(() => {
      if (method && known !== undefined && known !== wanted) tell({ payment_method: method });
    }, [method, known, wanted]);
    return null;
  }

  /** Fills in the district that the shopper has chosen on the page of a product. An address that WooCommerce knows stays. */
  function RememberedDistrict() {
    const { setShippingAddress } = useDispatch('wc/store/cart');
    const address = useSelect((select) => select('wc/store/cart').getCustomerData().shippingAddress, []);
    useEffect(() => {
      const area = window.shipElementsDistrict;
      if (!area || address.postcode || address['ship-elements/district']) return;
      setShippingAddress({ ...address, postcode: area.postcode, 'ship-elements/district': area.name });
    }, []);
    return null;
  }

  /** WooCommerce leaves a saved address closed over a field that it refuses. Then nobody could read why the order is not placed. */
  function OpenAddress({ side, address, edit }) {
    const open = useDispatch('wc/store/checkout')[edit];
    const isRefused = useSelect((select) => {
      const fields = Object.keys(select('wc/store/cart').getCustomerData()[address]);
      return fields.some((field) => select('wc/store/validation').getValidationError(`${side}_${field}`));
    }, []);
    useEffect(() => {
      if (isRefused) open?.(true);
    }, [isRefused]);
    return null;
  }

  /** WooCommerce says that there is no delivery, and asks to check the address. Why is the shop's to say. */
  function NoDelivery() {
    const sentence = useOwn()?.no_delivery ?? '';
    const { createNotice, removeNotice } = useDispatch('core/notices');
    useEffect(() => {
      const place = { id: 'ship-elements-no-delivery', context: 'wc/checkout/shipping-methods' };
      if (sentence) createNotice('info', sentence, { ...place, isDismissible: false });
      else removeNotice(place.id, place.context);
    }, [sentence]);
    useEffect(() => {
      const again = (event) => {
        if (!event.target.closest?.('a[href$="#ship-elements-again"]')) return;
        event.preventDefault();
        tell({});
      };
      document.addEventListener('click', again);
      return () => document.removeEventListener('click', again);
    }, []);
    return null;
  }

  /** How many chosen deliveries are ours: one, unless another plugin splits the cart. */
  const useOurs = () =>
    useSelect((select) => {
      const packages = select('wc/store/cart').getCartData().shippingRates ?? [];
      const rates = packages.flatMap((each) => each.shipping_rates);
      return rates.filter((rate) => rate.selected && rate.method_id === 'ship_elements').length;
    }, []);

  /** Until when the shopper gets the dates of the chosen delivery. */
  function OrderBy() {
    const sentence = useOwn()?.order_by;
    return useOurs() && sentence ? createElement('p', null, sentence) : null;
  }

  function Insurance() {
    const own = useOwn();
    const saved = own?.insured === true;
    const [insured, setInsured] = useState(saved);
    useEffect(() => setInsured(saved), [saved]);
    const ours = useOurs();
    if (!ours || insurance === 'never') return null;
    const { insurance: price, insures = 0 } = own ?? {};
    const all = ours > 1 ? several : one;
    if (!insures) return createElement('p', null, all.none);
    const { always, label } = insures < ours ? some : all;
    const filled = (text) => text.replace('%1$d', insures).replace('%2$d', ours);
    // A cargo courier insures each parcel.
    if (insurance === 'always' || typeof price !== 'number') return createElement('p', null, filled(always));
    const onChange = (checked) => {
      setInsured(checked);
      tell({ insured: checked });
    };
    const text = filled(label).replace(/%(3\$)?s/, rupiah.format(price));
    return createElement(CheckboxControl, {
      ...{ className: 'ship-elements-insurance', label: text, checked: insured, onChange },
    });
  }

  const addresses = [
    { side: 'shipping', address: 'shippingAddress', edit: 'setEditingShippingAddress' },
    { side: 'billing', address: 'billingAddress', edit: 'setEditingBillingAddress' },
  ];
  const render = () => [
    createElement(PaymentMethod, { key: 'payment' }),
    createElement(NoDelivery, { key: 'no-delivery' }),
    createElement(RememberedDistrict, { key: 'district' }),
    ...addresses.map((each) => createElement(OpenAddress, { key: each.side, ...each })),
    createElement(
      ExperimentalOrderShippingPackages,
      { key: 'delivery' },
      createElement(OrderBy),
      createElement(Insurance),
    ),
  ];
  window.wp.plugins.registerPlugin('ship-elements', { render, scope: 'woocommerce-checkout' });
})();
