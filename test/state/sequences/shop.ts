import type { Rate } from '../../../src/contract/index.ts';
import type { OrderMode, OrderNotice } from '../../../src/elements/state/order-flow.ts';
import { extraRows, serviceKey } from '../../../src/quote/index.ts';
import { type Asking, Model, settling } from '../../elements/sequences/model.ts';
import { questionOf } from '../../elements/sequences/service.ts';
import type { Input, Says, Sequence } from './inputs.ts';
import { Ledger } from './ledger.ts';
import { Page } from './page.ts';
import { hearOrder, hearSelection, hearStored } from './promises.ts';

/** What the shopper has clicked for: what was shown at that moment is what may be ordered. */
export interface Intent {
  rate: Rate;
  asking: Asking;
  mode: OrderMode;
  /** What the page was told that the order will be called, and what the shop calls it. */
  reference: string;
  given: string;
  /** What the page has said to the courier since. */
  notes: (string | null)[];
  /** How many requests for rates there have to be before it is ordered: its price is asked once more. */
  requests: number;
  /** The service has stored an order for it; it is told of. */
  stored: boolean;
  told: boolean;
}

let shops = 0;

/** A shop whose page has a checkout, and what that should hold, ask and order by the inputs it has had so far. */
export class Shop extends Model {
  readonly ledger = new Ledger<Intent | undefined>((order, write) => hearStored(this, order, write));
  readonly looks = `shop ${++shops}`;
  page: Page;
  mode: OrderMode;
  reference: string;
  note: string | null = 'ring twice';
  /** What the page knows to be without an answer. */
  lost: { reference: string; mode: OrderMode; given: string } | undefined;
  /** The page has set the value while an order was under way. */
  #hasSetValue = false;
  /** What has become of its orders. */
  readonly seen: string[] = [];

  constructor({ couriers, preset, mode, reference }: Sequence) {
    super({ couriers, preset });
    this.mode = mode;
    this.reference = reference;
    this.page = this.#open();
    this.page.host.connect();
  }

  /** Does it, at once where that can be: what the shopper does comes in a task of its own. */
  take(input: Input): Promise<unknown> | undefined {
    const { page } = this;
    const { selection, host } = page;
    switch (input.act) {
      case 'ship to':
      case 'pack':
        this[page.hasAsked ? 'edit' : 'asksFor'](() => {
          if (input.act === 'ship to') this.to = input.code;
          else this.quantity = input.quantity;
          selection.shipment = this.shipment;
        });
        break;
      case 'compare':
        this.compare(input.couriers);
        selection.couriers = input.couriers;
        break;
      case 'set switches':
        this.insured = input.insured;
        this.paid = input.paid;
        selection.setExtra('insured', input.insured);
        selection.setExtra('cashOnDelivery', input.paid);
        break;
      case 'switch':
      case 'choose':
      case 'tick':
        return this.settled().then(() => this.#click(input));
      case 'set value':
        this.whenFree(() => {
          this.value = input.key;
          this.silent = true;
        });
        this.#hasSetValue = page.flow.locked;
        selection.value = input.key;
        break;
      case 'reset':
        this.whenFree(() => {
          this.value = this.preset;
          this.insured = false;
          this.paid = false;
        });
        selection.restore({ value: undefined, insured: false, cashOnDelivery: false }, 'reset');
        break;
      case 'leave':
        this.owed = 0;
        if (page.present) page.leave();
        break;
      case 'return':
      case 'move':
        if (page.present === (input.act === 'return')) break;
        this.asksFor();
        if (page.present) page.leave();
        host.connect();
        break;
      case 'refresh':
        void page.refresh();
        break;
      case 'rest':
        return pass(settling + 10);
      case 'reply':
        [...page.service.held].at(-1 - input.late)?.reply(input.how);
        break;
      case 'order':
        return this.settled().then(() => this.#order(input.says));
      case 'page answers':
        page.answer?.(input.says);
        break;
      case 'service answers':
        [...this.ledger.held].at(-1 - input.late)?.answer(input.how);
        break;
      case 'set reference':
        this.reference = input.reference;
        host.requestUpdate();
        break;
      case 'set mode':
        this.mode = input.mode;
        host.requestUpdate();
        break;
      case 'set contacts':
        this.note = input.note;
        // Contacts that the page had not at the click it may give until it agrees.
        if (page.intent?.notes.at(-1) === null && page.flow.status === 'asking') page.intent.notes.push(input.note);
        host.requestUpdate();
        break;
      case 'cancel':
        return this.settled().then(() => void this.page.flow.cancel());
      case 'reload':
        this.#reload(input.restored);
    }
    return undefined;
  }

  /** Until nothing is left to be read, rendered or told. */
  async settled(): Promise<void> {
    const { ledger } = this;
    for (let tasks = 0; ; tasks += 1) {
      await breath();
      const { page } = this;
      await page.host.updateComplete;
      const { status } = page.flow;
      const writing = status === 'ordering' || status === 'cancelling';
      const written = [...ledger.held].some((write) => !write.isOrphan());
      if (page.digested && writing === written) break;
      if (tasks > 2_000) throw new Error('It never comes to rest: an answer is waited for that nobody owes.');
    }
    this.settle(this.page.selection.rate);
  }

  /** Whether nobody waits for anybody. */
  get atRest(): boolean {
    const { selection, flow, service } = this.page;
    const busy = ['asking', 'quoting', 'ordering', 'cancelling'].includes(flow.status);
    return (
      !busy && !['stale', 'loading', 'error'].includes(selection.status) && !service.held.size && !this.ledger.held.size
    );
  }

  close(): void {
    for (const call of this.page.service.held) call.reply('network');
    this.ledger.close();
  }

  #open(): Page {
    const page: Page = new Page(this.looks, () => this, this.ledger, {
      requested: () => this.requested(() => page.service.asked),
      refreshed: (isForOrder) => {
        if (page.gone) return;
        const { rate } = this.page.selection;
        const { to, quantity, insured, paid } = this.asking;
        const asks = () => {
          this.asksFor();
          if (isForOrder && rate) {
            const insures = insured && rate.available_for_insurance !== false;
            this.ordering.add(questionOf(to, quantity, rate.courier_code, insures, paid));
          }
          if (this.page.present && this.asking.to !== null) this.owed = this.requests + 1;
        };
        if (isForOrder) asks();
        else this.whenFree(asks);
      },
      locks: (locked) => {
        if (page.gone) return;
        if (locked) this.freeze();
        else this.unfreeze();
      },
      hasLet: () => {
        this.silent ||= !page.flow.locked && this.#hasSetValue;
        this.#hasSetValue &&= page.flow.locked;
      },
    });
    const { selection, flow } = page;
    selection.couriers = this.offered;
    selection.defaultValue = this.preset;
    selection.shipment = this.shipment;
    selection.subscribe((notice) => notice && !page.gone && hearSelection(this, notice));
    flow.subscribe((notice) => {
      if (page.gone || !notice) return;
      this.seen.push(inWords(notice));
      hearOrder(this, notice);
    });
    return page;
  }

  /** Whether an order of this mode may be without an answer: whoever looks for that does not ask for its price. */
  get #untold(): boolean {
    const { arrived, orders } = this.ledger;
    const told = new Set(orders.filter((order) => order.told).map(({ body }) => body.reference_id));
    return arrived.some(({ operation, body }) => operation === this.mode && !told.has(body.reference_id));
  }

  #reload(restored: boolean): void {
    const { page } = this;
    const { keptValue: value, wishes } = page.selection;
    page.unload();
    this.unfreeze();
    this.asksFor(() => {
      this.picks = [];
      this.insured = restored && wishes.insured;
      this.paid = restored && wishes.cashOnDelivery;
    });
    this.#hasSetValue = false;
    Object.assign(this, { known: undefined, silent: false, quoted: [], taken: [], quotedFor: '', lost: undefined });
    this.value = restored ? value : this.preset;
    this.page = this.#open();
    if (restored) this.page.selection.restore({ value, ...wishes }, 'restored');
    this.page.host.connect();
  }

  #click(input: Input & { act: 'switch' | 'choose' | 'tick' }): void {
    const { selection, flow, present } = this.page;
    if (!present || flow.locked) return;
    if (input.act === 'choose') {
      const row = selection.rates.find((rate) => serviceKey(rate) === input.key);
      if (!row || (this.paid && row.available_for_cash_on_delivery !== true)) return;
      this.value = input.key;
      selection.choose(input.key);
    } else if (input.act === 'switch') {
      const extra = extraRows.find(({ part }) => part === input.id) as (typeof extraRows)[number];
      if (extra.lock(selection.wishedExtras, selection.rate)) return;
      if (input.id === 'insurance') this.insured = !this.insured;
      else this.paid = !this.paid;
      selection.switch(extra.property, !selection.wishes[extra.property]);
    } else {
      selection.compare(this.tick(input.courier));
    }
  }

  /** A double click; another order than the one that was found is a button too. */
  #order(says: Says | 'later'): void {
    const { page } = this;
    const { flow, selection } = page;
    if (!page.present) return;
    const before = flow.state;
    const { rate } = selection;
    const { to, quantity, offered, picks, insured, paid } = this.asking;
    page.says = says;
    page.asked = undefined;
    const click = () =>
      before.status !== 'placed' ? flow.place() : before.order.other ? flow.placeOther() : undefined;
    void click();
    if (before.status !== 'placed') void click();
    if (flow.status === before.status || !['asking', 'ordering'].includes(flow.status)) return;
    // An order of this page that got no answer is sent again for the very click that it was sent for first.
    if (flow.status === 'ordering' || !page.asked || !rate) return;
    const { reference } = page.asked;
    page.intent = {
      ...{
        rate,
        asking: { to, quantity, offered, picks, insured, paid },
        mode: this.mode,
        reference,
        given: this.reference,
      },
      notes: [this.note],
      ...{ requests: this.#untold ? 0 : this.requests + 1, stored: false, told: false },
    };
    if (page.placed.has(reference)) this.broken.push(`ordered ${reference} again`);
    const { lost } = this;
    // A draft is no matter of an order's, nor is what the shop calls another order.
    const isOther = lost?.mode !== this.mode || Boolean(this.reference && lost.given && lost.given !== this.reference);
    if (lost && !isOther && reference !== lost.reference)
      this.broken.push(`ordered ${reference} although ${lost.reference} is unanswered`);
  }
}

/** What is worth being seen in some of the sequences. */
function inWords(notice: OrderNotice): string {
  if (notice.type === 'price') return `price ${notice.news.kind}`;
  if (notice.type !== 'placed') return notice.type;
  const { recovered, other, draft } = notice.order;
  return `${other ? 'another ' : ''}${draft ? 'draft' : 'order'} ${recovered ? 'found' : 'placed'}`;
}

export const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Until all that is ready has happened. */
const breath = () => new Promise((resolve) => setImmediate(resolve));
