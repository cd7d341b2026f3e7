import { allOperations, ErrorBody, isEndState, type OperationName } from '../../contract/index.ts';
import type { Settings } from './settings.ts';

export interface ServiceDeps {
  fetch(request: Request): Promise<Response>;
  wait(milliseconds: number): Promise<void>;
}

/** An answer of the service. What it wrote is printed nowhere unfiltered. */
export interface Answer {
  /** 0 if no answer came. */
  status: number;
  json: Record<string, unknown>;
}

interface Asked {
  /** The `:id` of the path. */
  id?: string;
  /** Another key than the merchant's. */
  as?: string;
  query?: string;
}

/** Asks the service one operation. */
export type Ask = (name: OperationName, body?: object, asked?: Asked) => Promise<Answer>;

/** Milliseconds between two requests: five a second are allowed with a test key (contract/README.md §1.9). */
const pause = 250;
/** Milliseconds for one answer. */
const timeout = 30_000;

/** Asks the service itself, by the contract's table of operations. */
export function askerOf({ upstream = '', key = '' }: Settings, { fetch, wait }: ServiceDeps): Ask {
  return async (name, body, { id = '', as = key, query = '' } = {}) => {
    await wait(pause);
    const { method, path } = allOperations[name];
    const headers = { ...(as && { authorization: as.trim() }), ...(body && { 'content-type': 'application/json' }) };
    const init = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(timeout) } as const;
    const url = upstream.replace(/\/+$/, '') + path.replace(':id', encodeURIComponent(id)) + query;
    try {
      const answer = await fetch(new Request(url, body ? { ...init, body: JSON.stringify(body) } : init));
      const json: unknown = await answer.json().catch(() => undefined);
      return { status: answer.status, json: Object(json) };
    } catch {
      return { status: 0, json: {} };
    }
  };
}

/** The service's code of eight digits. Undefined if the answer has none. */
export const codeOf = ({ json }: Answer): number | undefined => ErrorBody.safeParse(json).data?.code ?? undefined;

/** States that say that a parcel or a draft has not ended. */
const underWay = [
  'confirmed',
  'scheduled',
  'allocated',
  'picking_up',
  'picked',
  'in_transit',
  'dropping_off',
  'on_hold',
];
const ofDrafts = ['placed', 'ready'];

/** Whether a parcel has a state of the contract. */
export const isKnownState = (state: string): boolean => underWay.includes(state) || isEndState(state);

/** A state for the report. A word that is no state of the contract may be somebody's name. */
export const stateFor = (state: string): string =>
  isKnownState(state) || ofDrafts.includes(state) ? state : 'another state';

/** A field's name for the report, if it can be no name of a person, number or key. */
export const fieldFor = (name: string): string => (/^[a-z][a-z_]{0,39}$/.test(name) ? name : 'a word of another form');

/** Status, code and state of an answer. No text of it: that may quote what was sent. */
export function seenOf(answer: Answer): string {
  const { status, json } = answer;
  const code = codeOf(answer);
  const state = typeof json.status === 'string' ? stateFor(json.status) : undefined;
  const parts = [status ? `status ${status}` : 'no answer', code && `code ${code}`, state];
  return parts.filter(Boolean).join(', ');
}

/** The service's own sentence, for the screen alone: without the key and control characters, at most a line. */
export function sentenceOf({ json }: Answer, key: string): string {
  if (typeof json.error !== 'string') return '';
  const bare = key
    .trim()
    .replace(/^bearer +/i, '')
    .replace(/\W/g, '\\$&');
  const shown = json.error
    .replace(new RegExp(bare, 'gi'), '(the key)')
    // The key may come back encoded, or in part, in a word that no sentence has.
    .replace(/[^\s"'<>(),;]{20,}/g, '…')
    .replace(/[^\x20-\x7e\u00a0-\u024f…]+/g, ' ')
    .slice(0, 200);
  return `It says: ${shown.trim()}`;
}
