import type { CancellationReason, Rate } from '../../contract/index.ts';
import type { ExtraName, Extras, Switches, Verdict } from '../../quote/index.ts';
import type { Attempt } from './order.ts';
import type { Input, Question } from './state.ts';
import type { OrderBody, PlacedOrder, Submission } from './submission.ts';

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
  | { readonly type: 'expire'; readonly keys: readonly string[] };

/** What the shopper does to the rates. These are ignored while an order is in progress. */
export type ShopperAction =
  | { readonly type: 'choose'; readonly key: string }
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
