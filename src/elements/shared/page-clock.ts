/** Time as a page has it. */
export interface PageClock {
  /** @returns milliseconds since now */
  stopwatch(): () => number;
  /** @returns takes it back */
  after(milliseconds: number, act: () => void): () => void;
  /** Whether nobody can see the page. */
  isHidden(): boolean;
  /** @returns ends it */
  onVisible(act: () => void): () => void;
}

export const pageClock: PageClock = {
  // One may be set back, the other stands still in some engines while the device sleeps: the older counts.
  stopwatch() {
    const [date, start] = [Date.now(), performance.now()];
    return () => Math.max(Date.now() - date, performance.now() - start);
  },
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  isHidden: () => document.hidden,
  onVisible(act) {
    document.addEventListener('visibilitychange', act);
    return () => document.removeEventListener('visibilitychange', act);
  },
};
