/** Goes into the options of createShippingGateway. */
export const rates = [
  { type: 'free', subtotalFrom: 500_000, courier: 'jne', service: 'reg' },
  { type: 'discount', unit: 'percent', amount: 10, subtotalFrom: 300_000 },
];
