const format = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});

export const rupiah = (amount: number) => format.format(amount);
