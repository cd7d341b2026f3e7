const identifier = (rate) => `${rate.courier_code}/${rate.courier_service_code}`;
const label = (rate) => `${rate.courier_name} ${rate.courier_service_name}`;
const detail = (rate) => `${rate.shipment_duration_range} ${rate.shipment_duration_unit}`;

/** PaymentRequest: `details.shippingOptions`. */
export const shippingOptions = (rates) =>
  rates.map((rate, index) => ({
    id: identifier(rate),
    label: label(rate),
    amount: { currency: 'IDR', value: String(rate.price) },
    selected: index === 0,
  }));

/** Apple Pay: `update.newShippingMethods`. */
export const shippingMethods = (rates) =>
  rates.map((rate) => ({
    identifier: identifier(rate),
    label: label(rate),
    detail: detail(rate),
    amount: String(rate.price),
  }));

/** Google Pay: `newShippingOptionParameters`. */
export const shippingOptionParameters = (rates) => ({
  defaultSelectedOptionId: rates[0] && identifier(rates[0]),
  shippingOptions: rates.map((rate) => ({
    id: identifier(rate),
    label: `Rp ${rate.price}: ${label(rate)}`,
    description: detail(rate),
  })),
});
