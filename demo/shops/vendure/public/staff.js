import { asks, rupiah } from './vendure.js';

/** What Vendure's dashboard does, in little. */
const ask = asks('admin-api');
const failed = '... on ErrorResult { errorCode message }';
const words = { Pending: 'ordered', Cancelled: 'cancelled' };

await ask('mutation { login(username: "superadmin", password: "superadmin") { __typename } }');
await show();

async function show() {
  const { orders } = await ask(`{ orders(options: { filter: { active: { eq: false } }, sort: { id: DESC } }) { items {
    code totalWithTax lines { id quantity } fulfillments { id state method trackingCode customFields { shippingProblem } } } } }`);
  document.getElementById('orders').replaceChildren(...orders.items.map(renderOrder));
}

function renderOrder({ code, totalWithTax, lines, fulfillments }) {
  const made = fulfillments?.find(({ state }) => state !== 'Cancelled');
  const row = document.createElement('li');
  const { shippingProblem } = made?.customFields ?? {};
  const delivery = made && (shippingProblem ? `waits (${shippingProblem})` : `${words[made.state] ?? made.state}`);
  row.append(
    `${code} · ${rupiah(totalWithTax)} · ${made ? `${made.method} ${delivery} ${made.trackingCode}` : 'to be sent'} `,
  );
  row.append(made ? action('Cancel the delivery', () => cancel(made.id)) : action('Send', () => send(lines)));
  return row;
}

function action(text, act) {
  const button = document.createElement('button');
  button.textContent = text;
  button.addEventListener('click', async () => {
    button.disabled = true;
    const problem = await act().catch(({ message }) => message);
    document.getElementById('message').textContent = typeof problem === 'string' ? problem : '';
    await show();
  });
  return button;
}

const send = (lines) =>
  ask(
    `mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) {
      ${failed} ... on CreateFulfillmentError { detail: fulfillmentHandlerError } } }`,
    {
      input: {
        lines: lines.map(({ id, quantity }) => ({ orderLineId: id, quantity })),
        handler: { code: 'ship-elements', arguments: [{ name: 'acceptHigherPrice', value: 'false' }] },
      },
    },
  );

const cancel = (id) =>
  ask(
    `mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Cancelled") {
      ${failed} ... on FulfillmentStateTransitionError { detail: transitionError } } }`,
    { id },
  );
