const lang = document.documentElement.lang || 'en';
const style = { style: 'currency', currency: 'IDR', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 };
const amounts = new Intl.NumberFormat(lang, style);

/** As the widget writes it: Rp 21,775, and Rp21.775 in Indonesian. */
export const rupiah = (amount) => amounts.format(amount).replace(/\s/, lang === 'id' ? '' : '\u00a0');
