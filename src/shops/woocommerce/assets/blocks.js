/* The block checkout has one list of deliveries, with our rates in it. Insurance stands below that list. */
(() => {
  const { createElement, useEffect, useState } = window.wp.element;
  const { useSelect } = window.wp.data;
  const { ExperimentalOrderShippingPackages, extensionCartUpdate } = window.wc.blocksCheckout;
  const { CheckboxControl } = window.wc.blocksComponents;
  const { codMethods, insurance, label } = window.shipElementsBlocks;
  const tell = (data) => extensionCartUpdate({ namespace: 'ship-elements', data });

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

  function Insurance() {
    const saved = useOwn()?.insured === true;
    const [insured, setInsured] = useState(saved);
    useEffect(() => setInsured(saved), [saved]);
    const onChange = (checked) => {
      setInsured(checked);
      tell({ insured: checked });
    };
    return createElement(CheckboxControl, { className: 'ship-elements-insurance', label, checked: insured, onChange });
  }

  const render = () => [
    createElement(PaymentMethod, { key: 'payment' }),
    insurance && createElement(ExperimentalOrderShippingPackages, { key: 'insurance' }, createElement(Insurance)),
  ];
  window.wp.plugins.registerPlugin('ship-elements', { render, scope: 'woocommerce-checkout' });
})();
