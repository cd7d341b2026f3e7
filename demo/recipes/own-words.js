document.querySelector('ship-checkout').words = {
  rates: 'How should it reach you?',
  ratesTo: (postalCode) => `How should it reach you in ${postalCode}?`,
  order: 'Send it',
  badge: { recommended: 'Our choice', cheapest: 'Lowest price', fastest: 'Soonest' },
};
