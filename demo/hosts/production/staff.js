// `node staff.js` lists what needs a person. `node staff.js cancel INV-… [refused]`, `retry INV-… [most rupiah more] [another service: jne/reg]` and
// `waive INV-…` do what it says.
import { purchases, store } from './gateway.js';

const verbs = {
  cancel: (reference, only) => purchases.cancel(reference, { only }),
  retry: (reference, most = 0, service) => purchases.retry(reference, { mostExtra: Number(most), service }),
  waive: (reference) => purchases.waive(reference),
};

const [verb, ...given] = process.argv.slice(2);
try {
  if (verb) {
    const { reference, state, giveBack } = await verbs[verb](...given);
    console.log(`${reference} is ${state}. ${giveBack ? `Give Rp ${giveBack} back.` : 'Nothing is to be given back.'}`);
  } else {
    const found = (await purchases.attention()).flatMap(({ attention }) => attention);
    for (const { what, remedy } of found) console.log(`${what}.\n  ${remedy}.`);
    if (!found.length) console.log('Nothing needs a person.');
  }
} catch (problem) {
  console.error(problem.message);
  process.exitCode = 1;
} finally {
  await store.close();
}
