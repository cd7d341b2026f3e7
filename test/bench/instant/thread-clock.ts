import type { Browser, CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  /** Microseconds of its thread's own clock. */
  tts?: number;
}

/**
 * The clock of a page's main thread at the marks that the page sets. It stops while another process has the processor, so that a
 * busy machine changes it little.
 */
export class ThreadClock {
  readonly #session: CDPSession;
  readonly #marks = new Map<string, number>();

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on('Tracing.dataCollected', ({ value }) => {
      for (const { name, tts } of value as unknown as TraceEvent[])
        if (tts !== undefined) this.#marks.set(name, tts / 1000);
    });
  }

  static async start(browser: Browser): Promise<ThreadClock> {
    const clock = new ThreadClock(await browser.newBrowserCDPSession());
    await clock.#session.send('Tracing.start', {
      traceConfig: { includedCategories: ['blink.user_timing'] },
      transferMode: 'ReportEvents',
    });
    return clock;
  }

  /** Call it before the marks are read. */
  async stop(): Promise<void> {
    const complete = new Promise((resolve) => this.#session.once('Tracing.tracingComplete', resolve));
    await this.#session.send('Tracing.end');
    await complete;
  }

  /** Milliseconds of the main thread's work between two marks. */
  between(from: string, to: string): number {
    const [start, end] = [this.#marks.get(from), this.#marks.get(to)];
    if (start === undefined || end === undefined) throw new Error(`No trace from "${from}" to "${to}".`);
    return end - start;
  }
}
