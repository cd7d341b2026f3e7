import {
  type CancellationReason,
  extraNames,
  type PromisedArrival,
  perExtra,
  type Rate,
} from '../../contract/index.ts';
import { type CompleteExtras, type ExtraName, type Extras, initialExtras, type Switches } from '../../extras/index.ts';
import type { ArrivalCalendar, OrderContacts, Shipment, Verdict } from '../../quote/index.ts';
import type { OrderBody, PlacedOrder, Submission } from './submission.ts';

/** What the button does: order, or store a draft. With `none` there is no button, and the page orders. */
export type OrderMode = 'order' | 'draft' | 'none';

/** Set by the page and the shopper. Objects are copies, so a page that changes its own object changes nothing here. */
export interface Input {
  readonly shipment: Partial<Shipment> | undefined;
  /** Why the shipment cannot be used: JSON cannot hold it. */
  readonly problem: Error | undefined;
  /** Courier codes that the page wants compared, comma-separated. Empty means all. */
  readonly couriers: string;
  /** Courier codes that the shopper filters the list by. None means all. */
  readonly picks: readonly string[];
  /** The cart that the shop's server has signed, for the gateway. Empty if there is none. */
  readonly cart: string;
  /** The switches as they were set, whether or not they are possible, and their amounts. */
  readonly extras: Extras;
  /** The extras that the shopper has switched: an attribute of the page is their default, and counts no more. */
  readonly switched: Switches;
  /** The extras that the shopper may switch. */
  readonly offered: readonly ExtraName[];
  /** Rates of the page's own. No rates are asked then. */
  readonly rates: readonly Rate[] | undefined;
  /** `recommended` or `cheapest` chooses for the shopper when the first rates arrive. */
  readonly preselect: string;
  /** The service that the shop recommends. */
  readonly recommended: string | undefined;
  /** When the shop hands the parcel over. */
  readonly readyAt: Date | undefined;
  /** The shop's days and cut-offs, without a gateway that has them. */
  readonly calendar: ArrivalCalendar | undefined;
  /** Sender and receiver, for an order that is made from the chosen rate. */
  readonly contacts: OrderContacts | undefined;
  /** A whole order and its rate, for a button without a checkout. */
  readonly body: OrderBody | undefined;
  readonly rate: Rate | undefined;
  readonly orderMode: OrderMode;
  /** The shop's own `reference_id`. A random one is used if it is empty. */
  readonly reference: string;
}

/** One question to the service, for all couriers. */
export interface Question {
  readonly shipment: Shipment;
  /** Courier codes. None means all that the service lists. */
  readonly couriers: readonly string[];
  readonly cart: string;
  /** The amounts, and the switches that it is asked with. */
  readonly extras: CompleteExtras;
  /** The whole question as text. */
  readonly key: string;
  /** Shipment and couriers as text. It is the same for every combination of the switches, and for a cart signed again. */
  readonly subject: string;
}

/** A question as it has to be asked now. */
export interface OpenQuestion extends Question {
  /** `Quote.refreshes` when it is asked. */
  readonly refresh: number;
  /** A cached answer is out of date. */
  readonly fresh: boolean;
}

/** The answer to one question. */
export interface QuoteAnswer {
  readonly question: Question;
  /** The courier codes that were asked. */
  readonly couriers: readonly string[];
  /** Cheapest first. */
  readonly rates: readonly Rate[];
}

/** The rates on screen. They stay while new prices are on their way. */
export interface Shown {
  readonly rates: readonly Rate[];
  /** The question that they answer. Undefined for rates of the page's own. */
  readonly answer: QuoteAnswer | undefined;
  /** The subject, and the extras as they stood, as text. */
  readonly subject: string;
  readonly extras: string;
}

/** What is known of the prices. */
export interface Quote {
  /** By `Question.key`. All of them have one subject and one cart. */
  readonly answers: Readonly<Record<string, QuoteAnswer>>;
  /** Answers without an extra that blocks rows, for the rows that an answer with it leaves out. They stay when prices are asked again. */
  readonly listed: Readonly<Record<string, QuoteAnswer>>;
  /** The last question without an answer. */
  readonly failed: { readonly key: string; readonly error: Error; readonly offline: boolean } | undefined;
  readonly shown: Shown | undefined;
  /** How often prices were asked again. An answer to an earlier count is out of date. */
  readonly refreshes: number;
  /** Keys of questions that have to be asked again, past all caches. */
  readonly outdated: readonly string[];
  /** Rows for which an order with an extra was refused: what the list says of them is not true. By `refusalKey`. */
  readonly refused: readonly string[];
  /** The shown offers have expired. Outdated questions wait until they are renewed. */
  readonly isPaused: boolean;
}

/** The origin of the choice. */
export type ChoiceOrigin = 'user' | 'preset' | 'preselected' | 'restored' | 'reset';

/** A change of the choice that the shopper did not make. */
export type ChoiceNotice =
  | { readonly kind: 'price-changed'; readonly rate: Rate; readonly previous: Rate }
  | {
      readonly kind: 'cleared';
      /** `jne/reg` */
      readonly key: string;
      readonly previous: Rate | undefined;
      /** The page compares other couriers. */
      readonly unasked: boolean;
    };

/** What the shopper has chosen, or the page. */
export interface Choice {
  /** `jne/reg`, null for none, undefined for the default. */
  readonly key: string | null | undefined;
  readonly default: string | null;
  /** What the page has set last. Undefined if it has set none. */
  readonly given: string | null | undefined;
  readonly origin: ChoiceOrigin;
  /** Its rate as it was quoted last. Undefined until it is quoted. */
  readonly rate: Rate | undefined;
  readonly notice: ChoiceNotice | undefined;
}

/** Everything that is known of one checkout. Immutable. */
export interface State {
  readonly input: Input;
  readonly quote: Quote;
  readonly choice: Choice;
  readonly order: Order;
  /** Actions of the page that wait until the order in progress has ended. */
  readonly queued: readonly Action[];
  /** The minute that dates are shown for, in milliseconds since the epoch. It stands still while an order is in progress. */
  readonly moment: number;
}

/** A checkout of which the page has set nothing. */
export const initialState: State = {
  input: {
    shipment: undefined,
    problem: undefined,
    couriers: '',
    picks: [],
    cart: '',
    extras: initialExtras,
    switched: perExtra(() => false),
    offered: extraNames,
    rates: undefined,
    preselect: '',
    recommended: undefined,
    readyAt: undefined,
    calendar: undefined,
    contacts: undefined,
    body: undefined,
    rate: undefined,
    orderMode: 'none',
    reference: '',
  },
  quote: {
    ...{ answers: {}, listed: {}, failed: undefined, shown: undefined },
    ...{ refreshes: 0, outdated: [], refused: [], isPaused: false },
  },
  choice: { key: undefined, default: null, given: undefined, origin: 'preset', rate: undefined, notice: undefined },
  order: { phase: { status: 'ready' }, placed: undefined },
  queued: [],
  moment: 0,
};

/** What the page does. These wait while an order is in progress. */
export type PageAction =
  | { readonly type: 'set'; readonly input: Partial<Input> }
  | { readonly type: 'set-extras'; readonly extras: Extras }
  /** `jne/reg`, or null for none. */
  | { readonly type: 'set-value'; readonly key: string | null }
  | { readonly type: 'set-default'; readonly key: string | null }
  /** The form is reset: the default choice, and the switches of the attributes. */
  | { readonly type: 'reset'; readonly switches: Switches }
  /** A reloaded page brings the field back. An undefined key stands for the default. */
  | { readonly type: 'restore'; readonly key: string | null | undefined; readonly switches: Switches }
  /** Ask again. What is shown cannot be ordered until the answer is there. */
  | { readonly type: 'refresh' };

/** The offers of the gateway get old. Nothing of this happens while an order is in progress. */
export type OfferAction =
  /** Ask again while what is shown stays valid. */
  | { readonly type: 'renew' }
  /** The offers of these answers are no longer valid. Nothing is asked until they are renewed. */
  | { readonly type: 'expire'; readonly keys: readonly string[] }
  /** Another minute has begun: a date may be over, and a promise or the time that is left until a cut-off is another one. */
  | { readonly type: 'tick' };

/** What the shopper does to the rates. These are ignored while an order is in progress. */
export type ShopperAction =
  /** `instead`: by a button at the switch of this extra, so a screen reader does not read the radio button. */
  | { readonly type: 'choose'; readonly key: string; readonly instead?: ExtraName }
  | { readonly type: 'switch'; readonly name: ExtraName; readonly on: boolean }
  | { readonly type: 'pick'; readonly couriers: readonly string[] };

/** What the service answers to a question about rates. */
export type QuoteAction =
  | {
      readonly type: 'answered';
      readonly question: Question;
      readonly couriers: readonly string[];
      readonly rates: readonly Rate[];
      readonly duration: number;
      readonly refresh: number;
    }
  | { readonly type: 'quote-failed'; readonly question: Question; readonly error: Error; readonly offline: boolean };

/** The steps of an order, from the click to its cancellation. */
export type OrderAction =
  | { readonly type: 'place'; readonly attempt: Attempt }
  /** The listeners of `ship-order-submit` have run: what they have set belongs to the click. */
  | { readonly type: 'seal'; readonly body: OrderBody | undefined }
  /** The page stops the order. With an error, its promise was rejected or it did not answer in time. */
  | { readonly type: 'decline'; readonly error?: Error }
  | { readonly type: 'confirm'; readonly submission: Submission; readonly requote: boolean }
  | { readonly type: 'requoted'; readonly verdict: Verdict }
  | { readonly type: 'placed'; readonly order: PlacedOrder }
  /** The same goods were ordered before from this widget. With an error, it is not known whether that order was cancelled. */
  | { readonly type: 'placed-before'; readonly order: PlacedOrder; readonly error?: Error | undefined }
  | { readonly type: 'refused'; readonly error: Error }
  /** The order was sent, and no answer came. */
  | { readonly type: 'unanswered'; readonly error: Error }
  /** A page before this one has left an order without an answer. */
  | { readonly type: 'found-unanswered'; readonly reference: string; readonly shopReference: string }
  /** Send the order that had no answer once more. */
  | { readonly type: 'resend' }
  | { readonly type: 'cancel'; readonly reason: CancellationReason }
  | { readonly type: 'cancelled' }
  | { readonly type: 'cancel-failed'; readonly error: Error; readonly tooLate: boolean }
  /** The shopper has read why the order could not be cancelled. */
  | { readonly type: 'dismiss' }
  /** The placed order is over for this page. */
  | { readonly type: 'next-order' };

/** An error that leaves the state as it is: a wrong property, or couriers that could not be looked up. */
export interface ReportAction {
  readonly type: 'report';
  readonly error: Error;
}

/** A sentence for screen readers that follows from no change of the state. */
export interface AnnounceAction {
  readonly type: 'announce';
  readonly sentence: string;
}

/** Everything that can happen. */
export type Action =
  | PageAction
  | OfferAction
  | ShopperAction
  | QuoteAction
  | OrderAction
  | ReportAction
  | AnnounceAction;

/** An order between the click and the moment when it is sent. */
export interface Attempt {
  readonly rate: Rate | undefined;
  readonly switches: Switches;
  readonly mode: OrderMode;
  readonly reference: string;
  /** The shop's own reference. Empty for a random one. */
  readonly shopReference: string;
  readonly readyAt: Date | undefined;
  /** As it was promised on screen. */
  readonly arrival?: PromisedArrival | undefined;
  /** An earlier page has sent it, and no answer came. */
  readonly again: boolean;
  /** The phase that the order returns to if the page refuses. */
  readonly from: OrderPhase;
  /** Undefined until the page has given the contacts. */
  readonly body: OrderBody | undefined;
}

/** The phases of an order. */
export type OrderPhase =
  /** `notice`: what happened to the rate when its price was asked again. */
  | { readonly status: 'ready'; readonly notice?: ChoiceNotice }
  /** The page is asked for its consent. */
  | { readonly status: 'asking'; readonly attempt: Attempt }
  /** The price is asked again. */
  | { readonly status: 'quoting'; readonly attempt: Attempt; readonly submission: Submission }
  | { readonly status: 'price-changed'; readonly notice: ChoiceNotice }
  | { readonly status: 'ordering'; readonly submission: Submission }
  /** `byPage`: the page has not agreed. */
  | { readonly status: 'refused'; readonly error: Error; readonly byPage?: true }
  /** Without a submission, an earlier page has sent it. */
  | {
      readonly status: 'unconfirmed';
      readonly reference: string;
      readonly shopReference: string;
      readonly submission?: Submission;
      readonly error?: Error;
    }
  /** `error`: why it could not be cancelled. */
  | { readonly status: 'placed'; readonly order: PlacedOrder; readonly error?: Error }
  | { readonly status: 'cancelling'; readonly order: PlacedOrder; readonly reason: CancellationReason }
  | { readonly status: 'cancelled'; readonly order: PlacedOrder };

/** The phases of an order by name. */
export type OrderStatus = OrderPhase['status'];

/** The order in progress, and the one that was placed last. */
export interface Order {
  readonly phase: OrderPhase;
  /** The order that was placed last. */
  readonly placed: PlacedOrder | undefined;
}
