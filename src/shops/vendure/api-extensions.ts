import { type DocumentNode, parse } from 'graphql';

/** The field of an order in both APIs. */
const acceptedSchema = `
  "The delivery that the shopper has accepted"
  type AcceptedDelivery {
    "Code of the courier, such as jne"
    courier: String!
    "Code of its service, such as reg"
    service: String!
    "Rupiah"
    price: Int!
    insured: Boolean!
    "The first promised date, such as 2026-11-26. Null without the option calendar"
    arrivalFirst: String
    "The last promised date"
    arrivalLast: String
    "It is sent in the weeks around Idul Fitri, and may come later than promised"
    arrivalMayBeLater: Boolean!
  }
  extend type Order {
    "Null before the payment, and for another shipping method"
    acceptedDelivery: AcceptedDelivery
  }
`;

/** What the plugin adds to the Shop API. */
export const shopApiExtensions: DocumentNode = parse(`
  ${acceptedSchema}
  type ShippingCart {
    "The signed cart of the active order, for 24 hours"
    cart: String!
    "The goods and both places"
    shipment: JSON!
    "The attribute switches of the element: with cash-on-delivery if the channel has a payment method for it"
    switches: String!
  }
  extend type Query {
    "The active order for <ship-checkout>. It needs items and a shipping address with a postal code."
    shippingCart: ShippingCart!
  }
`);

/** What the plugin adds to the Admin API. */
export const adminApiExtensions: DocumentNode = parse(`
  ${acceptedSchema}
  "How the delivery of a fulfillment stands, for the staff"
  type ShippingDelivery {
    "waiting, placed, refused, cancelling or cancelled"
    state: String!
    "The state in words"
    words: String!
    waybill: String
    trackingLink: String
    "Why a person must look. Null if nobody must"
    attention: String
    "What is worth knowing and needs no decision, such as another price of the service"
    note: String
    "Whether retryDelivery may help"
    canRetry: Boolean!
    "Whether keepDelivery can let the parcel go on as it is"
    canKeep: Boolean!
  }
  extend type Fulfillment {
    "Null for another handler than ship-elements"
    shippingDelivery: ShippingDelivery
  }
  extend type Query {
    "All that the gateway keeps of the deliveries of an order, for the person whom it is about"
    exportDeliveries(orderId: ID!): JSON!
  }
  extend type Mutation {
    "Asks the service again for the deliveries that wait for it. Returns how many it has confirmed."
    settleDeliveries: Int!
    "Asks the service again for one delivery, or for its cancellation. With acceptHigherPrice the shop pays the difference."
    retryDelivery(fulfillmentId: ID!, acceptHigherPrice: Boolean): Fulfillment!
    "Lets the parcel go on as it is. It is asked about again after another change of its order."
    keepDelivery(fulfillmentId: ID!): Fulfillment!
    "Cancels the delivery at the service, and then the fulfillment."
    cancelDelivery(fulfillmentId: ID!): CancelDeliveryResult!
  }
  "The service does not cancel the delivery, for example because the courier has the parcel, or it has not answered yet"
  type CancelDeliveryError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
    "Why, in a sentence for the staff"
    deliveryErrorMessage: String!
  }
  union CancelDeliveryResult = Fulfillment | CancelDeliveryError | FulfillmentStateTransitionError
`);
