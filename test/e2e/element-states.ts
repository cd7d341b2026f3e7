/** How to recognise a state of an element's page: a custom state, or none, and words on the screen. */
export type Telling = readonly [state: string, words: RegExp];

const rates: Record<string, Telling> = {
  ready: ['', /Show all \d+/],
  list: ['', /JNE YES/],
  logos: ['', /Wahana Deno/],
  dates: ['', /, \d\d:\d\d/],
  'map pin': ['empty', /Gojek needs a map pin/],
  incomplete: ['incomplete', /Enter your postal code/],
  loading: ['loading', /Comparing couriers/],
  stale: ['stale', /Wahana Deno/],
  empty: ['empty', /No courier delivers to this address/],
  unreachable: ['error', /The shipping service isn’t answering/],
  busy: ['error', /try again in 2 seconds/],
  unreadable: ['error', /something went wrong on our side/],
  'account empty': ['error', /Shipping is unavailable at the moment/],
  chosen: ['', /Wahana Deno/],
  'price changed': ['', /JNE Reguler changed from Rp 11,000 to Rp 12,100/],
  'service gone': ['', /Wahana Deno is no longer available for this delivery/],
  'given up': ['', /TIKI SDS has not been offered since 18 September 2026/],
  'nothing declared': ['', /J&T Cargo isn’t listed/],
  'insurance locked': ['', /J&T Cargo always insures the goods: Rp 5,000/],
  'not insurable': ['', /JNE cannot insure this parcel/],
  'cash on delivery': ['', /incl. COD fee/],
  'in the way': ['', /Wahana Normal doesn’t take COD/],
  'above cash limit': ['', /Couriers collect at most Rp 15,000,000/],
  required: ['', /Wahana Deno/],
  disabled: ['', /Wahana Deno/],
};

const order: Record<string, Telling> = {
  ordering: ['ordering', /One moment…/],
  'price moved': ['', /The price of JNE \S+ changed from/],
  refused: ['error', /The courier can’t find this address/],
  unconfirmed: ['unconfirmed', /We are still waiting for the courier’s answer/],
  recovered: ['placed', /Your delivery is confirmed/],
  placed: ['placed', /Your delivery is confirmed/],
  draft: ['placed', /Your delivery is saved as a draft/],
  'cancel refused': ['placed', /Your parcel is already on its way/],
  cancelled: ['cancelled', /Your order has been cancelled/],
};

/** All states of the pages except `offline`, which the browser causes. */
export const tellings: Record<string, Record<string, Telling>> = {
  checkout: { ...rates, ...order, cancelling: ['', /Cancelling…/] },
  'courier-picker': {
    ready: ['', /Show all 22 couriers/],
    chosen: ['', /Wahana/],
    loading: ['loading', /Looking up couriers/],
    empty: ['empty', /No couriers are available/],
    disabled: ['', /Anteraja/],
    unreachable: ['error', /The shipping service isn’t answering/],
    busy: ['error', /try again in 2 seconds/],
    unreadable: ['error', /something went wrong on our side/],
  },
  'rate-comparison': {
    ...rates,
    'insurance locked': ['insurance-locked', /J&T Cargo always insures/],
    given: ['', /SiCepat Reguler/],
  },
  'order-button': {
    ready: ['', /Confirm delivery/],
    'no rate': ['', /Choose a delivery option/],
    disabled: ['', /Confirm delivery/],
    ...order,
    cancelling: ['placed', /Cancelling…/],
    'service gone': ['', /JNE OKE is no longer available/],
  },
};
