import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { State } from '../ledger/index.ts';
import type { GatewayEvent } from '../options.ts';
import type { GatewayStore } from '../store/index.ts';

/** Seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** States of orders that are not complete. */
const watched: readonly State[] = ['claimed', 'sending', 'unknown', 'cancelling', 'needs-attention'];

/** Counts the events of `observe` for Prometheus (text format 0.0.4). */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #seconds = new Map<string, { counts: number[]; sum: number; count: number }>();
  readonly #eventLoop = monitorEventLoopDelay();
  #quotes = 0;

  constructor() {
    this.#eventLoop.enable();
  }

  observe({ operation, status, reason = '', milliseconds, quoted }: GatewayEvent): void {
    const labels = `operation="${operation}",status="${status}",reason="${reason}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    const seconds = milliseconds / 1000;
    const known = this.#seconds.get(operation) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 };
    known.counts = known.counts.map((count, at) => count + (seconds <= (buckets[at] ?? 0) ? 1 : 0));
    known.sum += seconds;
    known.count += 1;
    this.#seconds.set(operation, known);
    if (quoted) this.#quotes += 1;
  }

  async text(store: GatewayStore, account: string): Promise<string> {
    const lines = [
      '# HELP ship_gateway_requests_total Requests that were answered.',
      '# TYPE ship_gateway_requests_total counter',
      ...[...this.#requests].map(([labels, count]) => `ship_gateway_requests_total{${labels}} ${count}`),
      '# HELP ship_gateway_request_seconds How long answers took.',
      '# TYPE ship_gateway_request_seconds histogram',
      ...[...this.#seconds].flatMap(([operation, { counts, sum, count }]) => [
        ...counts.map(
          (below, at) => `ship_gateway_request_seconds_bucket{operation="${operation}",le="${buckets[at]}"} ${below}`,
        ),
        `ship_gateway_request_seconds_bucket{operation="${operation}",le="+Inf"} ${count}`,
        `ship_gateway_request_seconds_sum{operation="${operation}"} ${sum}`,
        `ship_gateway_request_seconds_count{operation="${operation}"} ${count}`,
      ]),
      '# HELP ship_gateway_paid_quotes_total Prices that were asked of the service for pages.',
      '# TYPE ship_gateway_paid_quotes_total counter',
      `ship_gateway_paid_quotes_total ${this.#quotes}`,
      '# HELP ship_gateway_event_loop_lag_seconds The longest stall of the event loop since the last reading.',
      '# TYPE ship_gateway_event_loop_lag_seconds gauge',
      `ship_gateway_event_loop_lag_seconds ${this.#eventLoop.max / 1e9}`,
      '# HELP ship_gateway_orders Orders that are not complete.',
      '# TYPE ship_gateway_orders gauge',
    ];
    this.#eventLoop.reset();
    for (const [state, orders] of await store.ledger.count(account, watched))
      lines.push(`ship_gateway_orders{state="${state}"} ${orders}`);
    return `${lines.join('\n')}\n`;
  }
}
