// `node staff.js` lists what needs a person. `node staff.js cancel INV-…`, `retry INV-… [most rupiah more]` and `waive INV-…` do what it says.
import { purchases, store } from './gateway.js';

const verbs = {
  cancel: (reference) => purchases.cancel(reference),
  retry: (reference, most = 0) => purchases.retry(reference, { mostExtra: Number(most) }),
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
