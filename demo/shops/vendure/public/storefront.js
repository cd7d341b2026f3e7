import { asks, rupiah } from './vendure.js';

const ask = asks('shop-api');
const find = (id) => document.getElementById(id);
const checkout = document.querySelector('ship-checkout');
const failed = '... on ErrorResult { errorCode message }';
const totals = '... on Order { subTotalWithTax totalWithTax }';

/** Work in order: a later choice waits for the one before. */
let work = Promise.resolve();
const after = (task) => {
  work = work.then(task).catch(({ message }) => {
    find('message').textContent = message;
  });
};

const { products } = await ask('{ products { items { name variants { id priceWithTax } } } }');
find('products').append(...products.items.map(renderProduct));

function renderProduct({ name, variants: [{ id, priceWithTax }] }) {
  const row = document.createElement('li');
  const button = document.createElement('button');
  button.textContent = `Add ${name} (${rupiah(priceWithTax)})`;
  button.addEventListener('click', () => after(() => add(id)));
  row.append(button);
  return row;
}

async function add(id) {
  const { addItemToOrder } = await ask(
    `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ${failed} ${totals} } }`,
    { id },
  );
  find('goods').textContent = rupiah(addItemToOrder.subTotalWithTax);
  if (!find('delivery').hidden) await showDeliveries();
}

/** After a reload, and after Back from the payment, the shopper goes on with the order of the session. */
async function goOn() {
  const { activeOrder } = await ask('{ activeOrder { state subTotalWithTax shippingAddress { postalCode } } }');
  if (!activeOrder) return;
  find('goods').textContent = rupiah(activeOrder.subTotalWithTax);
  if (activeOrder.state === 'ArrangingPayment') await backToDelivery();
  else if (activeOrder.shippingAddress?.postalCode) await showDeliveries();
}
after(goOn);
// The browser may keep a page whose order is paid.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

/** Vendure takes no changes of an order while it is being paid. */
async function backToDelivery() {
  await ask(
    `mutation { transitionOrderToState(state: "AddingItems") {
      ${failed} ... on OrderStateTransitionError { detail: transitionError } } }`,
  );
  find('address').hidden = false;
  checkout.hidden = false;
  find('payments').replaceChildren();
  await showDeliveries();
  await choose();
}

find('address').addEventListener('submit', (event) => {
  event.preventDefault();
  after(async () => {
    const { emailAddress, ...given } = Object.fromEntries(new FormData(event.target));
    const { area: shippingArea, 'area-postal-code': postalCode, 'area-name': _, ...contact } = given;
    const address = { ...contact, postalCode, customFields: { shippingArea } };
    const [firstName, ...rest] = address.fullName.split(' ');
    const customer = { firstName, lastName: rest.join(' ') || firstName, emailAddress };
    await ask(
      `mutation ($customer: CreateCustomerInput!) { setCustomerForOrder(input: $customer) { __typename ${failed} } }`,
      {
        customer,
      },
    );
    await ask(
      `mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { __typename ${failed} } }`,
      { address: { ...address, countryCode: 'ID' } },
    );
    await showDeliveries();
  });
});

/** The server signs the cart. The gateway quotes the signed cart, not the fields of the page. */
async function showDeliveries() {
  const { shippingCart } = await ask('{ shippingCart { cart shipment switches } }');
  Object.assign(checkout, shippingCart);
  find('delivery').hidden = false;
}

for (const type of ['ship-rate-change', 'ship-extras-change']) checkout.addEventListener(type, () => after(choose));

async function choose() {
  const { rate, insurance, cashOnDelivery } = checkout;
  find('payments').replaceChildren();
  find('total').textContent = 'choose a delivery';
  if (!rate?.offer) return;
  const fields = {
    shippingService: `${rate.courier_code}/${rate.courier_service_code}`,
    shippingOffer: rate.offer,
    shippingInsurance: insurance,
    shippingCashOnDelivery: cashOnDelivery,
  };
  await ask(
    `mutation ($fields: UpdateOrderCustomFieldsInput!) { setOrderCustomFields(input: { customFields: $fields }) { __typename ${failed} } }`,
    { fields },
  );
  const { eligibleShippingMethods } = await ask('{ eligibleShippingMethods { id code } }');
  const delivery = eligibleShippingMethods.find(({ code }) => code === 'delivery');
  if (!delivery) return;
  const { setOrderShippingMethod } = await ask(
    `mutation ($ids: [ID!]!) { setOrderShippingMethod(shippingMethodId: $ids) { ${failed} ${totals} } }`,
    { ids: [delivery.id] },
  );
  find('total').textContent = rupiah(setOrderShippingMethod.totalWithTax);
  find('payments').replaceChildren(action('Continue to payment', showPayments));
}

/** A button for one press: of a second press, the order would be gone. If the step fails, the shopper chooses again. */
function action(text, step) {
  const button = document.createElement('button');
  button.textContent = text;
  button.addEventListener('click', () => {
    for (const each of find('payments').children) each.disabled = true;
    find('message').textContent = '';
    after(() =>
      step().catch(async (problem) => {
        const { activeOrder } = await ask('{ activeOrder { state } }');
        if (activeOrder?.state === 'ArrangingPayment') await backToDelivery();
        else if (activeOrder) await choose();
        throw problem;
      }),
    );
  });
  return button;
}

async function showPayments() {
  await ask(
    `mutation { transitionOrderToState(state: "ArrangingPayment") {
      ${failed} ... on OrderStateTransitionError { detail: transitionError } } }`,
  );
  const { eligiblePaymentMethods } = await ask('{ eligiblePaymentMethods { code name isEligible } }');
  const buttons = eligiblePaymentMethods
    .filter(({ isEligible }) => isEligible)
    .map(({ code, name }) => action(name, () => pay(code)));
  find('address').hidden = true;
  checkout.hidden = true;
  find('payments').replaceChildren(...buttons, action('Change the delivery', backToDelivery));
}

async function pay(method) {
  const { addPaymentToOrder } = await ask(
    `mutation ($method: String!) { addPaymentToOrder(input: { method: $method, metadata: {} }) {
      ${failed} ... on PaymentDeclinedError { detail: paymentErrorMessage } ... on Order { code state } } }`,
    { method },
  );
  const { code, state } = addPaymentToOrder;
  // The courier collects a part, and the rest is paid now.
  if (state === 'ArrangingPayment') return showPayments();
  find('delivery').hidden = true;
  find('message').textContent = `Thank you. Your order is ${code}.`;
}
