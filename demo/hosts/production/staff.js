// `node staff.js` lists what needs a person, each line with the verbs that end it. `node staff.js help` lists the verbs.
import { gateway, purchases, store } from './gateway.js';

/** Notes money of which the provider knows nothing: each number counts once. */
async function note(verb, reference, sum, id) {
  // Of an erased one, the list has the sums.
  const isIt = (one) => one.reference === reference;
  const known = (await purchases.find({ reference })) ?? (await purchases.attention()).find(isIt);
  if (!known) throw new Error(`There is no ${reference}, or nothing of it is owed.`);
  const { taken = 0, back = 0 } = known.payments.find((one) => one.id === id) ?? {};
  const before = verb === 'paid' ? taken : back;
  if (before > 0 && sum <= before)
    throw new Error(`Rp ${before} are noted under ${id} already: another transfer needs another number.`);
  const left = Math.max(0, known.money.taken - known.money.givenBack);
  if (verb === 'givenBack' && sum - before > left)
    throw new Error(`Rp ${left} of ${reference} can go back: Rp ${sum} are not noted.`);
  return purchases[verb](reference, { id, rupiah: sum });
}

const verbs = {
  'cancel INV-… [refused]': (reference, only) => purchases.cancel(reference, { only }),
  'ship INV-…': (reference) => purchases.ship(reference),
  'retry INV-… [most rupiah more] [another service: jne/reg]': (reference, ...how) => {
    const service = how.find((word) => word.includes('/'));
    const most = how.find((word) => word !== service);
    return purchases.retry(reference, { mostExtra: most && Number(most), service });
  },
  'services INV-… [most rupiah more]': async (reference, most) => {
    const found = await purchases.services(reference, { mostExtra: most && Number(most) });
    const more = most ? '' : `: "services ${reference} 5000" lists dearer ones, for "retry ${reference} 5000 jne/reg"`;
    const none = `Nothing of it is to be ordered again, or no other service costs so little${more}.`;
    console.log(found.map(({ service, price }) => `${service} Rp ${price}`).join(', ') || none);
  },
  'resolve INV-… placed|cancelled|not-placed [its id at the service]': async (reference, found, order) => {
    await gateway.resolveOrder({ reference }, found === 'not-placed' ? { found: 'nothing' } : { found, order });
    return purchases.ship(reference);
  },
  'waive INV-… 46000': (reference, missing) => purchases.waive(reference, Number(missing)),
  'let-go INV-…': (reference) => purchases.letGo(reference),
  'who INV-…': async (reference) => {
    const [parcel] = (await gateway.export(reference)).purchase?.parcels ?? [];
    if (!parcel) throw new Error('The shop keeps no name and phone of it: the service and your provider may.');
    const { destination_contact_name: name, destination_contact_phone: phone, destination_address } = parcel.contacts;
    const { destination_postal_code = '' } = parcel.offer.destination;
    console.log(`${name}, ${phone}, ${destination_address} ${destination_postal_code}`.trim());
  },
  'declined INV-…[.2]': (payment) => purchases.declined(payment, { id: `${payment} declined` }),
  'paid INV-… 5000 NUMBER': (...given) => note('paid', ...given),
  'given-back INV-… 208000 NUMBER': (...given) => note('givenBack', ...given),
};

/** All that is said of a purchase. The token of a link is new each time. */
const saidOf = (purchase) => JSON.stringify(purchase, (name, value) => (name === 'track' ? undefined : value));

// The log of gateway.js has the same lines: here they are said once, below.
const { warn } = console;
console.warn = (line, ...more) => /\. Remedy: /.test(line) || warn(line, ...more);

const [verb, ...given] = process.argv.slice(2);
const usage = Object.keys(verbs).find((line) => line.split(' ')[0] === verb);
const list = `There are:\n  ${Object.keys(verbs).join('\n  ')}`;

function say(found, nothing) {
  const lines = found.flatMap(({ attention }) => attention);
  for (const { what, remedy } of lines) console.log(`${what}.\n  ${remedy}.`);
  if (!lines.length) console.log(nothing);
}

try {
  if (verb === 'help') console.log(list);
  else if (!verb) say(await purchases.attention(), 'Nothing needs a person.');
  else {
    if (!usage) throw new Error(`There is no "${verb}". ${list}`);
    if (!given.length) throw new Error('Of which purchase?');
    const before = await purchases.find({ reference: given[0] });
    const after = (await verbs[usage](...given)) ?? before;
    const isSame = after !== before && saidOf(after) === saidOf(before);
    console.log(`${isSame ? 'Nothing has changed: ' : ''}${after.reference} is ${after.state}.`);
    say([after], 'Nothing of it needs a person.');
  }
} catch (problem) {
  console.error(usage ? `${problem.message}\n  node staff.js ${usage}` : problem.message);
  process.exitCode = 1;
} finally {
  await store.close();
}
