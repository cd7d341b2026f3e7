import { type Clock, machineClock } from '../../client/index.ts';

/** The wall clock of a page, which a test can replace. Elements take the time from nowhere else. */
export interface PageClock extends Clock {
  isHidden(): boolean;
  /** Calls `act` when the page is shown, hidden, or awake again. @returns ends it */
  onWake(act: () => void): () => void;
  /** Calls `act` at each full minute, and when the page is awake again: timers stop while a device sleeps. @returns ends it */
  watch(act: () => void): () => void;
}

const minute = 60_000;

/** A page that comes back from the cache of the browser, or from another tab or window, has slept. */
const wakings: readonly [target: () => EventTarget, type: string][] = [
  [() => document, 'visibilitychange'],
  [() => window, 'pageshow'],
  [() => window, 'focus'],
];

function onWake(act: () => void): () => void {
  for (const [target, type] of wakings) target().addEventListener(type, act);
  return () => {
    for (const [target, type] of wakings) target().removeEventListener(type, act);
  };
}

/** The elements of the page share one timer. */
const watchers = new Set<() => void>();
let stop = () => {};

function start(): void {
  const look = () => {
    stopTimer();
    // Midnight, cut-offs and the quarters of a promise are full minutes.
    stopTimer = machineClock.after(minute - (machineClock.now() % minute), look);
    for (const act of [...watchers]) act();
  };
  let stopTimer = machineClock.after(minute - (machineClock.now() % minute), look);
  const stopListening = onWake(look);
  stop = () => {
    stopTimer();
    stopListening();
  };
}

/** The clock of this page. */
export const pageClock: PageClock = {
  ...machineClock,
  isHidden: () => document.visibilityState === 'hidden',
  onWake,
  watch(act) {
    if (!watchers.size) start();
    watchers.add(act);
    return () => {
      if (watchers.delete(act) && !watchers.size) stop();
    };
  },
};
