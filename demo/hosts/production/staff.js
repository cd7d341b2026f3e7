// `node staff.js` lists what needs a person. `node staff.js cancel INV-… [refused]`, `retry INV-… [most rupiah more] [another service: jne/reg]`,
// `waive INV-… 5000` and `let-go INV-…` do what it says. `services INV-…` asks by which others a refused parcel can go. `given-back INV-… 208000 TRANSFER`
// says that you have given money back by a bank transfer with that number, and `paid INV-… 5000 ANY-NUMBER` that so much is with you after all.
import { purchases, store } from './gateway.js';

const verbs = {
  cancel: (reference, only) => purchases.cancel(reference, { only }),
  retry: (reference, most, service) => purchases.retry(reference, { mostExtra: most && Number(most), service }),
  waive: (reference, missing) => purchases.waive(reference, Number(missing)),
  'let-go': (reference) => purchases.letGo(reference),
  paid: (reference, sum, id) => purchases.paid(reference, { id, rupiah: sum }),
  'given-back': async (reference, sum, id) => {
    // Of an erased one, the list has the sums.
    const isIt = (one) => one.reference === reference;
    const known = (await purchases.find({ reference })) ?? (await purchases.attention()).find(isIt);
    if (!known) throw new Error(`There is no ${reference}, or nothing of it is owed.`);
    const before = known.payments.find((one) => one.id === id)?.back ?? 0;
    const owed = Math.max(0, known.money.owed);
    if (sum - before > owed)
      throw new Error(`Rp ${owed} are owed to the shopper of ${reference}: Rp ${sum} are not noted.`);
    return purchases.givenBack(reference, { id, rupiah: sum });
  },
};

const [verb, ...given] = process.argv.slice(2);
try {
  if (verb === 'services') {
    const services = await purchases.services(given[0]);
    const known = await purchases.find({ reference: given[0] });
    const isRefused = known?.deliveries.some((one) => one.state === 'refused');
    const none = isRefused ? 'No other service at that price.' : `Nothing of ${given[0]} is refused.`;
    console.log(services.map(({ service }) => service).join(', ') || none);
  } else if (verb) {
    if (!Object.hasOwn(verbs, verb))
      throw new Error(`There is no "${verb}". There are ${Object.keys(verbs).join(', ')} and services.`);
    const { reference, state, giveBack } = await verbs[verb](...given);
    console.log(`${reference} is ${state}. ${giveBack ? `Give Rp ${giveBack} back.` : 'Nothing is to be given back.'}`);
  } else {
    const found = await purchases.attention();
    for (const { what, remedy } of found.flatMap(({ attention }) => attention)) console.log(`${what}.\n  ${remedy}.`);
    if (!found.length) console.log('Nothing needs a person.');
  }
} catch (problem) {
  console.error(problem.message);
  process.exitCode = 1;
} finally {
  await store.close();
}
