import type { WriteOperation } from '../contract/index.ts';
import { isShippingFailure } from './errors/index.ts';
import { fingerprint, randomReference } from './fingerprint.ts';
import { attempt, pageStore, type Store } from './store.ts';

/** A write that was sent and is not answered: one operation, one reference, one body. */
export interface UnansweredWrite {
  operation: 'createOrder' | 'createDraftOrder' | 'cancelOrder';
  /** The `reference_id`; for a cancellation the id of the order. */
  reference: string;
  /** `fingerprint(body)` of what was sent; for a cancellation that of `{}`, because its reason makes no difference. */
  fingerprint: string;
}

/** What is remembered of a write, once for each place that has sent it. */
interface Entry extends UnansweredWrite {
  place: string | undefined;
}

/** The sends of one write that are under way. */
interface UnderWay extends UnansweredWrite {
  sends: number;
  /** Another send of it, in this page or in one before it, has ended without an answer. */
  lost: boolean;
}

const storeKey = 'ship-unanswered';

const sameReference = (one: UnansweredWrite, other: UnansweredWrite) =>
  one.operation === other.operation && one.reference === other.reference;

const sameWrite = (one: UnansweredWrite, other: UnansweredWrite) =>
  sameReference(one, other) && one.fingerprint === other.fingerprint;

/**
 * Sends each write once, and remembers it from the moment it goes out until it is answered. A reference that the service
 * calls used is ours only if an earlier write of ours went out under it and had no answer: with the very same body that
 * is success, with another body a refusal that carries the `earlier` write. The answer to one send says nothing about
 * another that is under way.
 */
export class Writes {
  readonly #store: Store | undefined;
  /** What this client has added to the store: all there is where the store is full or forbidden. */
  #entries: readonly Entry[] = [];
  #underWay: readonly UnderWay[] = [];

  /** @param store the page's own by default */
  constructor(store: Store | undefined = pageStore()) {
    this.#store = store;
  }

  /** The writes that a place has left without an answer, in this page or in one before it. */
  unanswered(place: string): UnansweredWrite[] {
    const left = this.#known().filter((entry) => entry.place === place);
    return left
      .filter((entry, index) => left.findIndex((other) => sameWrite(other, entry)) === index)
      .map(({ place: _place, ...write }) => write);
  }

  /**
   * @param transmit sends the body once, and calls `onSend` as it goes out: what fails before that did not happen
   * @returns what `transmit` returns, or what an earlier send of the very same write has come to
   * @throws what `transmit` throws; the `outcome` is `unknown` while any send of the very same write has no answer
   */
  async send<Request, Response, Found>(
    operation: UnansweredWrite['operation'],
    row: WriteOperation<Request, Response, Found>,
    request: Request,
    place: string | undefined,
    transmit: (body: Request, onSend: () => void) => Promise<Response>,
  ): Promise<Response | Found> {
    const body = row.complete(request, randomReference());
    const reference = String(body[row.reference]);
    const write = { operation, reference, fingerprint: fingerprint(row.sameWrite === 'reference' ? {} : body) };
    const ours = () => this.#known().filter((entry) => sameReference(entry, write));
    let before = ours();
    let sent = false;
    const onSend = () => {
      // Again: since the call began, another one may have gone out.
      before = [...before, ...ours()];
      sent = true;
      this.#start(write, place);
    };
    try {
      const answer = await transmit(body, onSend);
      this.#settle(write);
      this.#end(write, false);
      return answer;
    } catch (thrown) {
      const failure = isShippingFailure(thrown) ? thrown : undefined;
      // An abort is no answer: the request may have been on its way.
      if (sent) this.#end(write, !failure || failure.outcome === 'unknown');
      if (failure?.code === 'refused' && before.length) {
        const { serviceCode: code, serviceMessage: error, details } = failure;
        const earlier = row.recovered({ code, error, details }, reference);
        if (earlier) {
          this.#settle(write);
          if (before.some((entry) => sameWrite(entry, write))) return earlier;
          Object.assign(failure, { earlier });
        }
      }
      if (failure && ours().some((entry) => sameWrite(entry, write))) failure.outcome = 'unknown';
      throw thrown;
    }
  }

  #start(write: UnansweredWrite, place: string | undefined): void {
    const known = this.#underWay.find((other) => sameWrite(other, write));
    const lost = this.#known().some((entry) => sameWrite(entry, write));
    if (known) known.sends += 1;
    else this.#underWay = [...this.#underWay, { ...write, sends: 1, lost }];
    this.#change((entries) =>
      entries.some((entry) => sameWrite(entry, write) && entry.place === place)
        ? entries
        : [...entries, { ...write, place }],
    );
  }

  /** One send has ended: refused, it says nothing about the others of its write. */
  #end(write: UnansweredWrite, lost: boolean): void {
    const known = this.#underWay.find((other) => sameWrite(other, write)) as UnderWay;
    known.sends -= 1;
    known.lost ||= lost;
    if (known.sends) return;
    this.#underWay = this.#underWay.filter((other) => other !== known);
    if (!known.lost) this.#change((entries) => entries.filter((entry) => !sameWrite(entry, write)));
  }

  /** It is known what the reference belongs to: of all that went out under it, only what is under way stays open. */
  #settle(write: UnansweredWrite): void {
    const open = this.#underWay.filter((other) => sameReference(other, write));
    for (const other of open) other.lost = false;
    this.#change((entries) =>
      entries.filter((entry) => !sameReference(entry, write) || open.some((other) => sameWrite(other, entry))),
    );
  }

  /** In the order in which they were sent; some twice, from the store and from this client's own list. */
  #known(): readonly Entry[] {
    return [...this.#stored(), ...this.#entries];
  }

  #stored(): readonly Entry[] {
    const read = attempt(() =>
      (JSON.parse(this.#store?.getItem(storeKey) ?? '[]') as Entry[]).map(
        // Picked one by one: what is not a list of writes throws, and is as good as nothing.
        ({ operation, reference, fingerprint, place }): Entry => ({ operation, reference, fingerprint, place }),
      ),
    );
    return read ?? [];
  }

  /** A store that fails costs the memory over a reload; it must not cost the shopper the order. */
  #change(change: (entries: readonly Entry[]) => readonly Entry[]): void {
    this.#entries = change(this.#entries);
    const stored = change(this.#stored());
    attempt(() =>
      stored.length ? this.#store?.setItem(storeKey, JSON.stringify(stored)) : this.#store?.removeItem(storeKey),
    );
  }
}
