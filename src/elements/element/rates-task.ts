import { initialState, Task } from '@lit/task';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isShippingFailure, type ReadOptions, type Reason, type ShippingClient } from '../../client/index.ts';
import type { Rate, RatesRequest } from '../../contract/index.ts';
import type { QuoteAction } from '../store/actions.ts';
import { requestFor } from '../store/questions.ts';
import type { Question } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import * as views from '../store/views.ts';
import { isOffline, worthRetrying } from '../words/sentences.ts';

interface Host extends ReactiveControllerHost {
  readonly isConnected: boolean;
  readonly store: Store;
  /** The client to ask. Undefined while there is none. */
  readonly activeClient: ShippingClient | undefined;
}

/** Asks the store's question. The newest question wins. */
export class RatesTask implements ReactiveController {
  readonly #host: Host;
  readonly #editPause: number;
  readonly #task: Task<readonly unknown[], QuoteAction>;
  /** The question that is being asked. */
  #question: (Question & { refresh: number }) | undefined;
  /** How often the host was connected. A question that was aborted on disconnect is asked again. */
  #connections = 0;
  #lastSubject: string | undefined;

  /**
   * @param editPause milliseconds that an edited shipment rests before it is asked for. Typing is many edits, and every call is
   * charged
   */
  constructor(host: Host, editPause = 300) {
    this.#host = host;
    this.#editPause = editPause;
    host.addController(this);
    this.#task = new Task(host, {
      args: () => {
        const { store, activeClient, isConnected } = host;
        const question = views.question(store.state);
        this.#question = question;
        // An unfinished address is an edit as well.
        if (!question && views.missing(store.state).length) this.#lastSubject &&= '';
        return question && activeClient && isConnected
          ? [activeClient, question.key, question.refresh, this.#connections]
          : [];
      },
      task: ([client], { signal }) => this.#ask(client as ShippingClient | undefined, signal),
      onComplete: (action) => host.store.dispatch(action),
      onError: (error) => this.#fail(error),
    });
  }

  hostConnected(): void {
    this.#connections += 1;
    globalThis.addEventListener?.('online', this.#handleOnline);
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    globalThis.removeEventListener?.('online', this.#handleOnline);
    this.#task.abort();
  }

  /** Asks again. Resolves after the answer or the failure. */
  async refresh(): Promise<void> {
    this.#host.store.dispatch({ type: 'refresh' });
    await this.#host.updateComplete;
    // The state has the result.
    await this.#task.taskComplete.catch(() => {});
  }

  readonly #handleOnline = (): void => {
    if (worthRetrying(views.error(this.#host.store.state))) void this.refresh();
  };

  async #ask(client: ShippingClient | undefined, signal: AbortSignal): Promise<QuoteAction | typeof initialState> {
    const question = this.#question;
    if (!client || !question) return initialState;
    const { subject, refresh } = question;
    const started = performance.now();
    const isEdited = this.#lastSubject !== undefined && this.#lastSubject !== subject;
    this.#lastSubject = subject;
    // An answer that the client has cached is older than the refresh.
    const fresh = refresh > 0;
    if (isEdited && this.#editPause) await pause(this.#editPause, signal);
    const couriers = question.couriers.length ? question.couriers : await allCouriers(client, signal);
    const rates = couriers.length ? await answerTo(client, question, couriers, { signal, fresh }) : [];
    return { type: 'answered', question, couriers, rates, duration: performance.now() - started, refresh };
  }

  #fail(error: unknown): void {
    const question = this.#question;
    // The host has left the page, and asks again when it comes back.
    if (!question || !this.#host.isConnected) return;
    this.#host.store.dispatch({ type: 'quote-failed', question, error: asError(error), offline: isOffline() });
  }
}

/** Turns a thrown value into an Error. A page's own client may throw anything, and a frame's Error is no instance of this one. */
export function asError(thrown: unknown): Error {
  if (isShippingFailure(thrown) || thrown instanceof Error) return thrown;
  return new Error(String(thrown), { cause: thrown });
}

/**
 * Returns the rates. If the service refuses insurance for a lane, the lane is asked without it, and the rows are marked.
 * If it refuses COD, the list is empty.
 */
async function answerTo(
  client: ShippingClient,
  question: Question,
  couriers: readonly string[],
  options: ReadOptions,
): Promise<readonly Rate[]> {
  const { insured, cashOnDelivery } = question.extras;
  try {
    return await quoteRates(client, requestFor(question, couriers), options);
  } catch (error) {
    const reason = isShippingFailure(error) && error.code === 'refused' ? error.reason : undefined;
    if (cashOnDelivery && reason && withoutCod.includes(reason)) return [];
    if (!insured || reason !== 'insurance-unavailable') throw error;
    const prepaid = { ...question, extras: { ...question.extras, insured: false } };
    const rates = await answerTo(client, prepaid, couriers, options);
    return rates.map((rate) => ({ ...rate, available_for_insurance: false }));
  }
}

const withoutCod: readonly Reason[] = ['cod-unavailable', 'cod-limit'];

/** Returns the rates of a lane. The service refuses a lane without couriers, which is an empty list here. */
export async function quoteRates(
  client: ShippingClient,
  request: RatesRequest,
  options: ReadOptions,
): Promise<readonly Rate[]> {
  try {
    return (await client.quoteRates(request, options)).pricing;
  } catch (error) {
    if (isShippingFailure(error) && error.code === 'refused' && error.reason === 'no-courier') return [];
    throw error;
  }
}

/** Every courier of the service. A code that cannot stand in a comma-separated list is left out. */
async function allCouriers(client: ShippingClient, signal: AbortSignal): Promise<string[]> {
  const { couriers } = await client.listCouriers({}, { signal });
  return [...new Set(couriers.map(({ courier_code }) => courier_code))].filter((code) => /^[^\s,]+$/.test(code));
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
