import type { Browser } from '@playwright/test';

interface TraceEvent {
  name: string;
  /** Microseconds of its thread's own clock. */
  tts?: number;
}

/** Milliseconds of the main thread's work between two marks. */
export type ThreadClock = (from: string, to: string) => number;

/**
 * Starts the clock of a page's main thread at the marks that the page sets. It stops while another process has the processor,
 * so that a busy machine changes it little. The returned function ends the trace.
 */
export async function startThreadClock(browser: Browser): Promise<() => Promise<ThreadClock>> {
  const session = await browser.newBrowserCDPSession();
  const marks = new Map<string, number>();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, tts } of value as unknown as TraceEvent[]) if (tts !== undefined) marks.set(name, tts / 1000);
  });
  const traceConfig = { includedCategories: ['blink.user_timing'] };
  await session.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    return (from, to) => {
      const [start, end] = [marks.get(from), marks.get(to)];
      if (start === undefined || end === undefined) throw new Error(`No trace from "${from}" to "${to}".`);
      return end - start;
    };
  };
}
