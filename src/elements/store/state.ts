import { extraNames, perExtra, type Rate } from '../../contract/index.ts';
import type { CompleteExtras, ExtraName, Extras, OrderContacts, Shipment } from '../../quote/index.ts';
import type { Action } from './actions.ts';
import type { Order } from './order.ts';
import type { OrderBody } from './submission.ts';

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

export interface Quote {
  /** By `Question.key`. All of them have one subject and one cart. */
  readonly answers: Readonly<Record<string, QuoteAnswer>>;
  /** Answers without COD, for the rows that an answer with COD leaves out. They stay when prices are asked again. */
  readonly listed: Readonly<Record<string, QuoteAnswer>>;
  /** The last question without an answer. */
  readonly failed: { readonly key: string; readonly error: Error; readonly offline: boolean } | undefined;
  readonly shown: Shown | undefined;
  /** How often prices were asked again. An answer to an earlier count is out of date. */
  readonly refreshes: number;
  /** Keys of questions that have to be asked again, past all caches. */
  readonly outdated: readonly string[];
  /** The shown offers have expired. Outdated questions wait until they are renewed. */
  readonly isPaused: boolean;
}

/** The origin of the choice. */
export type ChoiceOrigin = 'user' | 'preset' | 'preselected' | 'restored' | 'reset';

/** A change of the choice that the shopper did not make. */
export type ChoiceNews =
  | { readonly kind: 'price-changed'; readonly rate: Rate; readonly previous: Rate }
  | {
      readonly kind: 'cleared';
      /** `jne/reg` */
      readonly key: string;
      readonly previous: Rate | undefined;
      /** The page compares other couriers. */
      readonly unasked: boolean;
    };

export interface Choice {
  /** `jne/reg`, null for none, undefined for the default. */
  readonly key: string | null | undefined;
  readonly default: string | null;
  /** What the page has set last. Undefined if it has set none. */
  readonly given: string | null | undefined;
  readonly origin: ChoiceOrigin;
  /** Its rate as it was quoted last. Undefined until it is quoted. */
  readonly rate: Rate | undefined;
  readonly news: ChoiceNews | undefined;
}

export interface State {
  readonly input: Input;
  readonly quote: Quote;
  readonly choice: Choice;
  readonly order: Order;
  /** Actions of the page that wait until the order in progress has ended. */
  readonly queued: readonly Action[];
}

export const initialState: State = {
  input: {
    shipment: undefined,
    problem: undefined,
    couriers: '',
    picks: [],
    cart: '',
    extras: { ...perExtra(() => false), cashOnDeliveryPayout: '7_days' },
    offered: extraNames,
    rates: undefined,
    preselect: '',
    recommended: undefined,
    readyAt: undefined,
    contacts: undefined,
    body: undefined,
    rate: undefined,
    orderMode: 'none',
    reference: '',
  },
  quote: { answers: {}, listed: {}, failed: undefined, shown: undefined, refreshes: 0, outdated: [], isPaused: false },
  choice: { key: undefined, default: null, given: undefined, origin: 'preset', rate: undefined, news: undefined },
  order: { phase: { status: 'ready' }, placed: undefined },
  queued: [],
};
