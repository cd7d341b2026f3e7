const lang = document.documentElement.lang || 'en';
const style = { style: 'currency', currency: 'IDR', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 };
const amounts = new Intl.NumberFormat(lang, style);

/** As the widget writes it: Rp 21,775, and Rp21.775 in Indonesian. Vendure stores two more digits than rupiah have. */
export const rupiah = (stored) => amounts.format(stored / 100).replace(/\s/, lang === 'id' ? '' : '\u00a0');

/** Asks an API of Vendure: `shop-api` or `admin-api`. Rejects with its words for a refusal. */
export const asks =
  (api) =>
  async (query, variables = {}) => {
    const answer = await fetch(api, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await answer.json();
    if (errors?.length) throw new Error(errors[0].message);
    const refusal = Object.values(data).find((result) => result?.errorCode);
    if (refusal) throw new Error(refusal.detail ?? refusal.message);
    return data;
  };
