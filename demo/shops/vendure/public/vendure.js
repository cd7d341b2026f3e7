const rupiahFormat = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });

/** Vendure stores two more digits than rupiah have. */
export const rupiah = (stored) => rupiahFormat.format(stored / 100);

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
