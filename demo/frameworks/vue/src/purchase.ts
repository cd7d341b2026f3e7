import { type Area, type OrderContacts, type Shipment, type ShipOrderSubmitEvent, serviceKey } from 'ship-elements';

/** The open order of this visit, as the shop's server has it. */
export interface OpenCheckout {
  reference: string;
  quantity: number;
  shipment: Shipment;
  /** Where the account has its address. */
  home: string;
  contacts: OrderContacts;
  /** Signed by the shop. */
  cart: string;
  /** Why it is to be chosen again, for the shopper. */
  problem?: string;
}

/** An order that is paid, or was cancelled. It has a track token once it is placed. */
export interface Receipt {
  reference: string;
  heading: string;
  /** Number, goods, sums and address, as the shopper reads them. */
  rows: [label: string, text: string][];
  /** What has become of it. */
  summary: string;
  /** Nothing has become of it yet. */
  again: boolean;
  isWaiting: boolean;
  /** Where the shopper reaches the shop. */
  contact: string;
  track?: string;
}

export type Checkout = { order: Receipt; problem?: undefined } | ({ order?: undefined } & OpenCheckout);

export const openCheckout = () => ask<Checkout>('checkout');

/** `after`: the receipt whose "Order again" begins the next order. */
export const setQuantity = (quantity: number, after?: string) => ask<Checkout>('quantity', { quantity, after });

/** What the shopper has typed. */
export interface Recipient {
  name: string;
  address: string;
}

/** For `event.grant` of `ship-order-submit`: the server verifies the offer and takes the money. */
export async function grantFor(event: ShipOrderSubmitEvent, to: Recipient, found?: Area): Promise<string> {
  const { rate, insurance, cashOnDelivery, reference, again } = event;
  const service = rate && serviceKey(rate);
  // An offer holds for one place: the district of the search, or the address of the account.
  const destination = found && { destination_area_id: found.id, destination_postal_code: found.postal_code };
  const where = { ...to, area: found?.name, destination };
  const choice = { offer: rate?.offer, service, insurance, cashOnDelivery, reference, again, ...where };
  const { grant, error } = await ask<{ grant?: string; error?: string }>('grant', choice);
  if (!grant) throw new Error(error);
  return grant;
}

async function ask<Answer>(what: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const init = body && { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(`/shop/${what}`, init);
  if (!answer.ok) throw new Error(`The shop's server answered ${answer.status}.`);
  return answer.json();
}
