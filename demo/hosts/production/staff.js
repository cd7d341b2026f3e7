// `node staff.js` lists what needs a person. `node staff.js cancel INV-… [refused]`, `retry INV-… [most rupiah more] [another service: jne/reg]` and
// `waive INV-… 5000` do what it says. `services INV-…` asks by which others a refused parcel can go. `given-back INV-… 208000 TRANSFER` says that you
// have given money back by a bank transfer with that number.
import { purchases, store } from './gateway.js';

const verbs = {
  cancel: (reference, only) => purchases.cancel(reference, { only }),
  retry: (reference, most, service) => purchases.retry(reference, { mostExtra: most && Number(most), service }),
  waive: (reference, missing) => purchases.waive(reference, missing && Number(missing)),
  'given-back': (reference, sum, id) => purchases.givenBack(reference, { id, rupiah: sum }),
};

const [verb, ...given] = process.argv.slice(2);
try {
  if (verb === 'services') {
    const services = await purchases.services(given[0]);
    console.log(services.map(({ service }) => service).join(', ') || 'No other service at that price.');
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
