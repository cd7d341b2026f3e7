/** Some columns of one table: what they hold, and how long. */
interface KeptColumns {
  table: 'ship_ledger' | 'ship_purchases' | 'ship_webhooks' | 'ship_cache' | 'ship_counts' | 'ship_schema';
  columns: readonly string[];
  what: string;
  why: string;
  /** When it goes. */
  until: string;
  /** Where else it is, or goes to. */
  elsewhere: string;
}

/**
 * All that the gateway stores, and the end of it. `demo/docs/personal-data.md` shows this table. A column that a migration adds needs a
 * row: a test compares them with the databases.
 */
export const kept: readonly KeptColumns[] = [
  {
    table: 'ship_ledger',
    columns: ['body'],
    what: 'name, phone, e-mail, address, note, place and goods of an order, or of its cancellation',
    why: 'the identical order is sent again if no answer came',
    until: 'the order has an answer, or you have looked it up',
    elsewhere: 'the shipping service and its courier',
  },
  {
    table: 'ship_ledger',
    columns: ['answer', 'order_id', 'parcel', 'erase_due'],
    what: "the service's number, waybill, link, price, and the states of the parcel, without names; once it is erased, a digest of the number",
    why: 'a repeated request gets the same answer; tracking; cancellation; the digest drops late webhooks',
    until:
      '`retention`, or `erase`. Of an open delivery, `erase` leaves number, waybill and state until its end, 30 days at most',
    elsewhere: 'the page, the news, the shipping service',
  },
  {
    table: 'ship_ledger',
    columns: ['news', 'news_tries', 'news_due'],
    what: 'messages about the order that your server has not received yet',
    why: 'each is delivered at least once',
    until: 'it is delivered, or `retention`, at most a week and ten attempts after it',
    elsewhere: 'your server',
  },
  {
    table: 'ship_ledger',
    columns: ['terms', 'fingerprint', 'permit'],
    what: 'the accepted price and arrival; digests of the order and of the token that allowed it, or the id of your fulfillment',
    why: 'nothing else than what was paid is sent, and once',
    until: '`retention`, or `erase`',
    elsewhere: 'nowhere',
  },
  {
    table: 'ship_ledger',
    columns: ['reference'],
    what: 'your number of the order; once it is erased, a digest of it',
    why: 'a reference is never ordered twice',
    until: 'the digest stays',
    elsewhere: 'the shipping service, the news, your own tables',
  },
  {
    table: 'ship_ledger',
    columns: ['account', 'kind', 'state', 'version', 'attempts', 'lease', 'created', 'changed'],
    what: 'whose order it is, how far it is, and when it changed',
    why: 'several processes work on one ledger',
    until: 'the account, the kind, "erased" and the time of the erasure stay with the digest',
    elsewhere: 'nowhere',
  },
  {
    table: 'ship_purchases',
    columns: ['parcels'],
    what: 'name, phone, e-mail, address, note, place and goods of what a shopper has accepted',
    why: 'it is paid first, and shipped then',
    until: 'a day after every parcel was placed or cancelled; unpaid, two days',
    elsewhere: 'the gateway, once it is ordered',
  },
  {
    table: 'ship_purchases',
    columns: ['story', 'deliveries', 'visit'],
    what: 'the state and the sums of each parcel, its courier, and the cookie of the visit',
    why: 'what is paid is shipped once, and what is not shipped is given back',
    until: '`retention`, or `erase`',
    elsewhere: 'your payment provider',
  },
  {
    table: 'ship_purchases',
    columns: ['reference'],
    what: 'your number of the purchase; once it is erased, a digest of it',
    why: 'a payment of it is recognised',
    until: 'the digest stays',
    elsewhere: 'your payment provider, the shipping service',
  },
  {
    table: 'ship_purchases',
    columns: ['taken', 'given_back', 'stands', 'payments'],
    what: "rupiah that were paid, went back, and are the price of what was sent; the provider's number of each payment",
    why: 'your books; a payment that is taken back later counts',
    until: 'they stay, without the person',
    elsewhere: 'your payment provider',
  },
  {
    table: 'ship_purchases',
    columns: ['account', 'version', 'number', 'open', 'attention', 'due', 'created', 'changed'],
    what: 'whose purchase it is, how far it is, and when it changed',
    why: 'several processes work on one purchase',
    until: 'the account and the times stay with the digest',
    elsewhere: 'nowhere',
  },
  {
    table: 'ship_webhooks',
    columns: ['account', 'id', 'order_id', 'webhook', 'received'],
    what: "the service's number, state, waybill, link and price of a parcel whose order is not known yet",
    why: 'a webhook may come before the answer to its order',
    until: 'a day, or `erase`',
    elsewhere: 'nowhere',
  },
  {
    table: 'ship_cache',
    columns: ['name', 'value', 'until'],
    what: 'prices, couriers and districts, under a digest of the question',
    why: 'the service charges for each question',
    until: 'two minutes for prices, a week for districts, twice the hours of `promises`',
    elsewhere: 'KV, if you use it',
  },
  {
    table: 'ship_counts',
    columns: ['name', 'slot', 'until', 'used'],
    what: 'how often was asked, under a keyed digest of the visit or the address that is another one each day',
    why: 'limits',
    until: 'a minute, or a day',
    elsewhere: 'nowhere',
  },
  {
    table: 'ship_schema',
    columns: ['version'],
    what: 'the version of these tables',
    why: 'upgrades',
    until: 'it stays',
    elsewhere: 'nowhere',
  },
];
