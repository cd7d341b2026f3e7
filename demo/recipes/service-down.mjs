/** Goes into the options of createShippingGateway. Rupiah for the first kilogram, and for each one more. */
export const fallback = [
  {
    courier: 'jne',
    service: 'reg',
    courierName: 'JNE',
    serviceName: 'Reguler',
    price: 20_000,
    perKilogram: 9_000,
    days: '2 - 4',
  },
];
