/* The block checkout has one list of deliveries, with our rates in it. Insurance stands below that list. */
(() => {
  const { createElement, useEffect, useState } = window.wp.element;
  const { useSelect } = window.wp.data;
  const { ExperimentalOrderShippingPackages, extensionCartUpdate } = window.wc.blocksCheckout;
  const { insurance, label } = window.shipElementsBlocks;
  const tell = (data) => extensionCartUpdate({ namespace: 'ship-elements', data });

  /** The price and the couriers depend on who takes the money. */
  function PaymentMethod() {
    const method = useSelect((select) => select('wc/store/payment').getActivePaymentMethod(), []);
    useEffect(() => {
      if (method) tell({ payment_method: method });
    }, [method]);
    return null;
  }

  function Insurance({ cart, extensions }) {
    const own = extensions?.['ship-elements'] ?? cart?.extensions?.['ship-elements'];
    const saved = own?.insured === true;
    const [insured, setInsured] = useState(saved);
    useEffect(() => setInsured(saved), [saved]);
    const change = ({ target }) => {
      setInsured(target.checked);
      tell({ insured: target.checked });
    };
    const box = createElement('input', { type: 'checkbox', checked: insured, onChange: change });
    return createElement('label', { className: 'ship-elements-insurance' }, box, ' ', label);
  }

  const render = () => [
    createElement(PaymentMethod, { key: 'payment' }),
    insurance && createElement(ExperimentalOrderShippingPackages, { key: 'insurance' }, createElement(Insurance)),
  ];
  window.wp.plugins.registerPlugin('ship-elements', { render, scope: 'woocommerce-checkout' });
})();
