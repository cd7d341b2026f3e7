import type { ParcelResponse, TrackingEvent } from '../../contract/index.ts';
import { type ArrivalSpan, arrival, dayLength, spanOf, type Zone } from '../../quote/index.ts';
import { datesText, momentText } from '../words/arrival-text.ts';
import { plainName, stepsOf } from '../words/sentences.ts';
import type { Problem, TrackingWords } from '../words/words.ts';

/** What is said of a parcel. Every text is in the shopper's language. */
export interface ParcelView {
  kind: 'plain' | 'good' | 'bad' | 'ended';
  /** The line above the headline. */
  lead: string;
  headline: string;
  what: string;
  /** What happens next. Empty if nothing is wrong. */
  next: string;
  /** Whether the shop can help. */
  contact: boolean;
  delivered: boolean;
  /** The step that the parcel is at: 0 to 3. Undefined if it does not go there any more. */
  step: number | undefined;
  /** Their names. */
  steps: readonly string[];
  /** The newest first. */
  events: { text: string; time: string | undefined; iso: string | undefined }[];
}

/** The words and the days by which a parcel is told. */
export interface Calendar {
  words: TrackingWords;
  /** BCP 47. */
  language: string;
  /** Of the reader: the courier's events are told in it. */
  zone: Zone;
  /** Milliseconds since the epoch. */
  now: number;
}

/** States come from outside: none is looked up among the properties that every object inherits. */
const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The step of each state on the way. Without a state, nobody knows yet whether the service has the order. */
const stepOf: Readonly<Record<string, number>> = {
  '': 0,
  scheduled: 0,
  confirmed: 0,
  allocated: 0,
  picking_up: 0,
  picked: 1,
  in_transit: 2,
  dropping_off: 2,
  delivered: 3,
};

/** The service's own sentences are English and say no more than the state. Notes of couriers name places. */
const stockNote = /^(the )?(order|item|courier|parcel|package)( order)? (is|has|was) /i;

/** Returns what is said of a parcel. Pure. */
export function parcelView(parcel: ParcelResponse, calendar: Calendar): ParcelView {
  const { words } = calendar;
  const { history } = parcel;
  const status = parcel.status ?? '';
  const last = history.findLast((event) => event.status === status);
  const since = momentOf(last?.updated_at ?? parcel.updated_at);
  const at = since && momentText(since, calendar.zone, calendar);
  const events = eventsOf(parcel, calendar);
  const isDroppedOff = parcel.courier?.collection_method === 'drop_off';
  const steps = stepsOf(words, isDroppedOff);
  const view = { kind: 'plain', what: '', next: '', contact: false, delivered: false, steps, events } as const;
  const problem: Problem | undefined = own(words.problem, status);
  if (problem) {
    const isEnded = status === 'cancelled';
    const lead = [...(isEnded ? [] : [words.trouble]), ...(at ? [at.inZone] : [])].join('\u00a0· ');
    const [isHeld, kind] = [status === 'on_hold', isEnded ? 'ended' : 'bad'] as const;
    return { ...view, ...problem, kind, lead, contact: !isHeld, step: isHeld ? furthest(history) : undefined };
  }
  const step = own(stepOf, status) ?? furthest(history);
  if (status === 'delivered')
    return {
      ...view,
      kind: 'good',
      lead: words.arrived,
      headline: at?.inZone ?? words.steps[3],
      delivered: true,
      step,
    };
  if (
    status === 'dropping_off' &&
    saysToday(parcel) &&
    at?.date === momentText(new Date(calendar.now), calendar.zone, calendar).date
  )
    return { ...view, kind: 'good', lead: words.outForDelivery, headline: words.arrivesToday, step };
  const waiting = isDroppedOff ? words.waitingForShop : words.waiting;
  const what = step === 0 ? waiting : '';
  const estimate = estimateOf(parcel, step, calendar);
  if (estimate) return { ...view, lead: words.estimatedArrival, headline: estimate, what, step };
  const named = step === 2 ? words.onItsWay : steps[step];
  const headline = (Object.hasOwn(stepOf, status) ? named : noteOf(last)) || words.onItsWay;
  // A shopper who waits longer than was said asks the shop.
  const isLate = estimate === '';
  return { ...view, lead: words.status, headline, what: isLate ? words.late : what, contact: isLate, step };
}

/**
 * Whether "dropping off" means the last hours. Published lists have no `in_transit`, so a parcel may be "dropping off" for days from the pick-up
 * on (contract/README.md §4.1). A history that has told of the way, or a service that counts in hours, means today.
 */
const saysToday = ({ history, courier }: ParcelResponse): boolean =>
  courier?.shipment_duration_unit === 'hours' || history.some(({ status }) => status === 'in_transit');

/** The furthest step of the history. A shop without reads has none: such a parcel is on its way. */
const furthest = (history: readonly TrackingEvent[]): number =>
  history.length ? Math.max(...history.map(({ status }) => own(stepOf, status) ?? 0)) : 2;

/**
 * The promised days, or else the estimated ones, counted from the pick-up. A parcel that waits for it may be handed over now at the earliest.
 * @returns undefined if the service says no duration, and an empty text if the days are over
 */
function estimateOf(parcel: ParcelResponse, step: number, calendar: Calendar): string | undefined {
  const { courier, history, updated_at } = parcel;
  const { language, zone, now } = calendar;
  const words = { ...calendar.words, today: '', tomorrow: '' };
  const text = (span: ArrivalSpan | undefined) => joined(span && datesText(span, { words, language, now, kept: true }));
  if (parcel.arrival) return text(spanOf(courier ?? {}, { promise: parcel.arrival }, now));
  if (!courier || !arrival(courier)) return undefined;
  const picked = momentOf(history.find(({ status }) => (own(stepOf, status) ?? 0) > 0)?.updated_at);
  // Without the pick-up in the history, its last known state is the latest that the pick-up can have been.
  const handover = step === 0 ? new Date(now) : (picked ?? momentOf(updated_at));
  if (!handover) return undefined;
  return text(spanOf(courier, { readyAt: handover, zone }, now));
}

/** Dates whose lines break after the dash between two, or after the comma before hours. */
const joined = (dates = '') => dates.replaceAll(' ', '\u00a0').replace(/([–,])\u00a0/g, '$1 ');

/** The history, the newest first. A webhook may have brought a newer state than the last read: it is an event, too. */
function eventsOf({ history, status, updated_at, ordered_at, courier }: ParcelResponse, calendar: Calendar) {
  const { words } = calendar;
  // The shop brings the parcel. A courier that comes for it would be another story.
  const isAwaited = ({ status }: Partial<TrackingEvent>) =>
    courier?.collection_method === 'drop_off' && status === 'picking_up';
  const newer = status && history.at(-1)?.status !== status ? [{ status, updated_at: updated_at ?? ordered_at }] : [];
  return [...history, ...newer].reverse().map((event) => {
    const moment = momentOf(event.updated_at);
    const text =
      (isAwaited(event) ? words.waitingForShop : noteOf(event)) ||
      own(words.event, event.status) ||
      words.event.in_transit;
    return { text, time: moment && momentText(moment, calendar.zone, calendar).time, iso: moment?.toISOString() };
  });
}

/** The note of a courier. Empty if it is a sentence of the service. */
const noteOf = (event: Partial<TrackingEvent> | undefined): string => {
  const note = plainName(event?.note ?? '').trim();
  return stockNote.test(note) ? '' : note;
};

function momentOf(text: string | null | undefined): Date | undefined {
  const moment = new Date(text ?? Number.NaN);
  // The last day that there is has no dates in every zone.
  return Number.isNaN(new Date(moment.getTime() + dayLength).getTime()) ? undefined : moment;
}
