import type { OrderContacts } from '../../../../src/quote/index.ts';
import { Ledger } from '../../../state/sequences/ledger.ts';
import { contacts, item } from '../../../support/fixtures.ts';
import { all } from '../../../support/inside.ts';
import { pass } from '../../sequences/field.ts';
import { settling } from '../../sequences/model.ts';
import type { Change, Input, Says, Sequence } from './inputs.ts';
import { type Attributes, Page } from './page.ts';
import { type Click, hear, hearStored, stopped } from './promises.ts';
import { proxyOf } from './proxy-of.ts';
import { ownWords } from './screen.ts';

let shops = 0;

/** A shop, its shopper and its pages; what it is told by a sequence, it does. */
export class Shop {
  readonly ledger = new Ledger<Click | undefined>((order, write) => hearStored(this, order, write));
  /** Promises that were broken amid an update. */
  readonly broken: string[] = [];
  /** What has become of its orders. */
  readonly seen = new Set<string>();
  readonly #number = ++shops;
  readonly #elsewhere: boolean;
  page: Page;
  attributes: Attributes;
  lang = 'en';
  couriers = 'jne,sicepat';
  words: typeof ownWords | undefined;
  amounts: { insured: number | undefined; paid: number | undefined } = { insured: undefined, paid: undefined };
  /** The page's own object; the checkout may have it behind a Proxy. */
  cart: Cart = { origin_postal_code: 12440, destination_postal_code: 40111, items: [{ ...item, quantity: 1 }] };
  #givenCart: Cart = this.cart;
  contacts: OrderContacts | undefined = { ...contacts, order_note: 'ring twice' };
  #givenContacts: OrderContacts | undefined = this.contacts;
  /** How it answers when it is asked next, and what it does in its listener. */
  says: Says | 'later' = 'yes';
  within: Change | null = null;

  constructor({ button, mode, reference }: Pick<Sequence, 'button' | 'mode' | 'reference'>) {
    this.#elsewhere = button === 'elsewhere';
    this.attributes = { id: this.#idOf('delivery'), mode, reference };
    this.page = this.#open(false);
  }

  /** Does it, at once where that can be: what the shopper does comes in a task of its own. */
  take(input: Input): Promise<unknown> | undefined {
    switch (input.act) {
      case 'choose':
        return this.shown().then(() => this.#click(`[type=radio][value="${input.key}"]`));
      case 'switch':
        return this.shown().then(() => this.#click(`#${input.id}`));
      case 'order':
        return this.shown().then(() => this.#order(input.says, input.within));
      case 'cancel':
        return this.#cancel();
      case 'page answers':
        this.page.answer?.(input.says);
        return undefined;
      case 'rest':
        return pass(settling + 10);
      case 'reply':
        [...this.page.service.held].at(-1 - input.late)?.reply(input.how);
        return undefined;
      case 'service answers':
        [...this.ledger.held].at(-1 - input.late)?.answer(input.how);
        return undefined;
      case 'reload':
        this.#reload(input.late);
        return undefined;
      default:
        this.change(input);
        return undefined;
    }
  }

  /** Something that the page does. */
  change(change: Change): void {
    const { page } = this;
    const { checkout } = page;
    switch (change.act) {
      case 'ship':
        this.#ship(change);
        break;
      case 'set value':
        checkout.value = change.key;
        break;
      case 'set switches':
        checkout.insured = change.insured;
        checkout.cashOnDelivery = change.paid;
        break;
      case 'set amounts':
        this.amounts = change;
        this.#setAmounts();
        break;
      case 'set contacts':
        this.#setContacts(change);
        break;
      case 'set reference':
      case 'set mode':
      case 'set id':
        this.#setAttributes(change);
        break;
      case 'set words':
        this.words = change.own ? ownWords : undefined;
        checkout.words = this.words;
        break;
      case 'set lang':
        this.lang = change.lang;
        page.root.lang = change.lang;
        break;
      case 'compare':
        this.couriers = change.couriers;
        checkout.couriers = change.couriers;
        break;
      case 'reset':
        if (page.present) page.root.querySelector('form')?.reset();
        break;
      case 'refresh':
        void checkout.refresh();
        break;
      case 'leave':
        this.#leave();
        break;
      case 'return':
      case 'move':
        if (page.present === (change.act === 'return')) break;
        this.#leave();
        page.root.querySelector(change.act === 'move' ? '.there' : '.here')?.append(checkout);
    }
  }

  /** Until nothing is left to be read, rendered or told. */
  async shown(): Promise<void> {
    for (let tasks = 0; ; tasks += 1) {
      await pass(0);
      const { page } = this;
      await page.rendered();
      const { status } = page.checkout;
      const writing = status === 'ordering' || status === 'cancelling';
      const written = [...this.ledger.held].some((write) => !write.isOrphan());
      const asked = status !== 'asking' || page.answer !== undefined;
      if (!page.restless && page.service.digested() && asked && writing === written) return;
      if (tasks > 1_000) throw new Error(`It never comes to rest: ${status}, and nobody owes it an answer.`);
    }
  }

  /** Whether nobody waits for anybody. */
  get atRest(): boolean {
    const { checkout, service } = this.page;
    const busy = ['asking', 'quoting', 'ordering', 'cancelling', 'stale', 'loading', 'error'].includes(checkout.status);
    return !busy && !service.held.size && !this.ledger.held.size;
  }

  close(): void {
    this.page.unload();
    for (const call of this.page.service.held) call.reply('network');
    this.ledger.close();
  }

  #open(late: boolean): Page {
    const page = new Page(this.ledger, this.#elsewhere);
    const { checkout, root } = page;
    const { lang, words = undefined, couriers } = this;
    this.page = page;
    root.lang = lang;
    if (!late) page.attributes = this.attributes;
    Object.assign(checkout, { words, couriers, shipment: this.#givenCart, order: this.#givenContacts });
    this.#setAmounts();
    hear(this, page);
    document.body.append(root);
    // Elements of a framework get what is theirs once they are in the page.
    if (late) void checkout.updateComplete.then(() => this.#finish(page));
    return page;
  }

  #finish(page: Page): void {
    page.attributes = this.attributes;
  }

  #reload(late: boolean): void {
    this.page.unload();
    this.#open(late);
  }

  #leave(): void {
    // Without its checkout, a button elsewhere has nothing to say of the order any more.
    if (this.#elsewhere) this.page.told = undefined;
    this.page.leave();
  }

  #ship({ to, quantity, value, how }: Change & { act: 'ship' }): void {
    const { checkout } = this.page;
    const items = [{ ...item, quantity, value }];
    const inPlace = how === 'in place' || how === 'untold';
    if (!inPlace) this.cart = { ...this.cart };
    Object.assign(this.cart, { destination_postal_code: to, items });
    if (inPlace) {
      if (how === 'in place') checkout.requestUpdate();
      return;
    }
    this.#givenCart = how === 'proxy' ? proxyOf(this.cart) : this.cart;
    checkout.shipment = this.#givenCart as typeof checkout.shipment;
  }

  #setContacts({ note, how }: Pick<Change & { act: 'set contacts' }, 'note' | 'how'>): void {
    const { checkout, intent } = this.page;
    if (how === 'in place' && note !== null && this.contacts) {
      this.contacts.order_note = note;
      checkout.requestUpdate();
    } else {
      this.contacts = note === null ? undefined : { ...contacts, order_note: note };
      this.#givenContacts = how === 'proxy' && this.contacts ? proxyOf(this.contacts) : this.contacts;
      checkout.order = this.#givenContacts;
    }
    intent?.give(this.contacts);
  }

  #setAmounts(): void {
    const { checkout } = this.page;
    checkout.insuranceAmount = this.amounts.insured;
    checkout.cashOnDeliveryAmount = this.amounts.paid;
  }

  #setAttributes(change: Change & { act: 'set reference' | 'set mode' | 'set id' }): void {
    const { page } = this;
    const before = this.attributes;
    if (change.act === 'set reference') this.attributes = { ...before, reference: change.reference };
    if (change.act === 'set mode') this.attributes = { ...before, mode: change.mode };
    if (change.act === 'set id') this.attributes = { ...before, id: this.#idOf(change.id) };
    // What was placed in another mode is no longer said.
    if (this.attributes.mode !== before.mode) page.told = undefined;
    page.attributes = this.attributes;
  }

  /** Shops stand side by side in one document. */
  #idOf(name: string): string {
    return `${name}-${this.#number}`;
  }

  #click(selector: string): void {
    const { page } = this;
    if (page.present) all(page.root, selector).at(0)?.click();
  }

  /** A double click, and a page that orders by itself as well. */
  #order(says: Says | 'later', within: Change | null): void {
    const { page } = this;
    const button = all(page.root, '[part=button]').at(0);
    if (!page.present || !button) return;
    this.says = says;
    this.within = within;
    for (const detail of [1, 2])
      button.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, composed: true }));
    void page.front.placeOrder();
  }

  async #cancel(): Promise<void> {
    await this.shown();
    this.#click('[part=cancel]');
    await this.shown();
    this.#click('.confirm');
  }

  /** The page is asked. Contacts that it had not at the click it has by the time that it agrees. */
  ask(event: HTMLElementEventMap['ship-order-submit']): void {
    const { page, says, within } = this;
    this.within = null;
    if (within) this.change(within);
    const agree = () => {
      if (!this.contacts) this.#setContacts({ note: 'ring twice', how: 'anew' });
    };
    if (says === 'yes') agree();
    else if (says === 'no') event.preventDefault();
    else
      event.waitUntil(
        new Promise<void>((resolve, reject) => {
          const answer = (answered: Says) => {
            page.answer = undefined;
            if (answered !== 'yes') return reject(new Error(stopped));
            agree();
            resolve();
          };
          if (says === 'fails') answer('fails');
          else page.answer = answer;
        }),
      );
  }
}

interface Cart {
  origin_postal_code: number;
  destination_postal_code: number | null;
  items: (typeof item)[];
}
