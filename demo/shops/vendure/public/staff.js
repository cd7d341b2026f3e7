import { asks, rupiah } from './vendure.js';

/** What Vendure's dashboard does, in little. */
const ask = asks('admin-api');
const failed = '... on ErrorResult { errorCode message }';

let next;

await ask('mutation { login(username: "superadmin", password: "superadmin") { __typename } }');
await show();

/** The delivery is ordered after Vendure's transaction, so the page looks again while one waits. */
async function show() {
  clearTimeout(next);
  const { orders } = await ask(`{ orders(options: { filter: { active: { eq: false } }, sort: { id: DESC } }) { items {
    code totalWithTax lines { id quantity }
    fulfillments { id state method shippingDelivery { state words waybill trackingLink attention note canRetry canKeep } } } } }`);
  document.getElementById('orders').replaceChildren(...orders.items.map(renderOrder));
  const waits = ({ fulfillments }) =>
    fulfillments?.some(({ shippingDelivery }) => shippingDelivery?.state === 'waiting');
  if (orders.items.some(waits)) next = setTimeout(show, 1_000);
}

function renderOrder({ code, totalWithTax, lines, fulfillments }) {
  const made = fulfillments?.find(({ state }) => state !== 'Cancelled');
  const delivery = made?.shippingDelivery;
  const row = document.createElement('li');
  row.append(
    `${code} · ${rupiah(totalWithTax)} · ${made ? `${made.method} · ${delivery?.words ?? made.state} ` : 'to be sent '}`,
  );
  if (delivery?.trackingLink) row.append(trackingLink(delivery), ' ');
  if (delivery?.note) row.append(delivery.note, ' ');
  if (delivery?.attention) row.append(attention(delivery), ' ');
  if (!made) row.append(action('Send', () => send(lines)));
  else if (delivery) {
    if (delivery.canRetry)
      row.append(
        action('Try again', () => retry(made.id)),
        ' ',
      );
    if (delivery.state === 'refused')
      row.append(
        action('Accept the higher price', () => retry(made.id, true)),
        ' ',
      );
    if (delivery.canKeep)
      row.append(
        action('Keep the delivery', () => keep(made.id)),
        ' ',
      );
    row.append(action('Cancel the delivery', () => cancel(made.id)));
  }
  return row;
}

function trackingLink({ waybill, trackingLink }) {
  const link = document.createElement('a');
  link.href = trackingLink;
  link.textContent = waybill ?? 'Track the parcel';
  return link;
}

function attention({ attention }) {
  const text = document.createElement('strong');
  text.textContent = attention;
  return text;
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
        lines: lines.filter(({ quantity }) => quantity).map(({ id, quantity }) => ({ orderLineId: id, quantity })),
        handler: { code: 'ship-elements', arguments: [{ name: 'acceptHigherPrice', value: 'false' }] },
      },
    },
  );

const retry = (id, acceptHigherPrice = false) =>
  ask(
    'mutation ($id: ID!, $accept: Boolean) { retryDelivery(fulfillmentId: $id, acceptHigherPrice: $accept) { id } }',
    { id, accept: acceptHigherPrice },
  );

const keep = (id) => ask('mutation ($id: ID!) { keepDelivery(fulfillmentId: $id) { id } }', { id });

const cancel = (id) =>
  ask(
    `mutation ($id: ID!) { cancelDelivery(fulfillmentId: $id) {
      ${failed} ... on CancelDeliveryError { detail: deliveryErrorMessage } } }`,
    { id },
  );
