import { createHash } from 'node:crypto';
import type { Payments } from './shop.ts';
import type { Process, World } from './world.ts';

/** What the provider knows of one transaction. Each sum only grows. */
interface Transaction {
  id: string;
  payment: string;
  reference: string;
  taken: number;
  back: number;
  /** What `back` has been so far. The shop may have heard any of it. */
  backs: number[];
  isVoid: boolean;
}

type Status = 'settlement' | 'failure' | 'partial_refund' | 'refund' | 'chargeback' | 'deny' | 'cancel';

interface ProviderOptions {
  world: World;
  serverKey: string;
  /** A wire to the provider, which may break before or after the call. */
  wire(from: Process, what: string, work: () => void): Promise<void>;
  /** Money was taken just now. */
  onTaken(payment: string, rupiah: number): void;
  /** One callback to the shop. @returns the status that the provider hears */
  call(body: string): Promise<number>;
}

const referenceOf = (payment: string) => payment.replace(/\.\d+$/, '');
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** The payment provider. It calls late, twice and out of order, until each callback is heard. */
export class Provider {
  readonly transactions = new Map<string, Transaction>();
  /** Callbacks that the shop has not heard yet. */
  open = 0;
  /** When the shop has heard that all of a purchase went back, in milliseconds. */
  readonly heardGone = new Map<string, number>();
  readonly #options: ProviderOptions;
  readonly #declined = new Set<string>();

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  sums(reference: string): { taken: number; back: number; net: number } {
    const own = [...this.transactions.values()].filter((one) => one.reference === reference);
    const taken = sum(own.map((one) => one.taken));
    const back = sum(own.map(({ taken, back, isVoid }) => (isVoid ? taken : back)));
    return { taken, back, net: taken - back };
  }

  /** Takes the money of a payment once, or declines it for ever. */
  take(payment: string, rupiah: number, declines = false): string | undefined {
    const before = [...this.transactions.values()].find((one) => one.payment === payment);
    if (before || this.#declined.has(payment)) return before?.id;
    const id = `transaction-${this.transactions.size + this.#declined.size + 1}`;
    const reference = referenceOf(payment);
    const { world } = this.#options;
    const transaction = { id, payment, reference, taken: rupiah, back: 0, backs: [0], isVoid: false };
    if (declines) {
      this.#declined.add(payment);
      world.tell(`The payment ${payment} is declined.`);
      void this.#callUntilHeard({ ...transaction }, 'failure');
      return undefined;
    }
    this.transactions.set(id, transaction);
    world.tell(`Rp ${rupiah} are paid for ${reference} (${payment}).`);
    this.#options.onTaken(payment, rupiah);
    void this.#callUntilHeard({ ...transaction }, 'settlement');
    return id;
  }

  /** The bank, or the shop at the provider's dashboard, takes all of the last payment back, or a part of it. */
  takeBack(status: Exclude<Status, 'settlement' | 'failure'>, isErased: (reference: string) => boolean): void {
    const transaction = [...this.transactions.values()].at(-1);
    if (!transaction || transaction.isVoid || isErased(transaction.reference)) return;
    const { taken, back, reference } = transaction;
    if (status === 'partial_refund') transaction.back = Math.min(taken, back + 10_000);
    else if (status === 'refund') transaction.back = taken;
    else transaction.isVoid = true;
    transaction.backs.push(transaction.back);
    this.#options.world.tell(
      `The provider says ${status} of ${transaction.payment}: Rp ${this.sums(reference).net} are left.`,
    );
    void this.#callUntilHeard({ ...transaction }, status);
  }

  /** The calls of one process of the shop. */
  paymentsOf(from: Process): Payments {
    const { wire, world } = this.#options;
    return {
      take: async (payment, rupiah) => {
        let id: string | null = null;
        const declines = world.dice(`the bank of ${payment}`).chance(5) && !world.isCalm;
        await wire(from, `${from.name} asks for the payment of ${payment}`, () => {
          id = this.take(payment, rupiah, declines) ?? null;
        });
        return id;
      },
      find: (payment) => [...this.transactions.values()].find((one) => one.payment === payment)?.id ?? null,
      giveBack: async (ids, total) => {
        const own = [...this.transactions.values()].filter(({ id }) => ids.includes(id));
        await wire(from, `${from.name} gives money back`, () => {
          // As a refund key does: the same total again gives nothing more.
          let missing = total - sum(own.map(({ taken, back, isVoid }) => (isVoid ? taken : back)));
          for (const one of own) {
            const more = one.isVoid ? 0 : Math.min(missing, one.taken - one.back);
            if (more <= 0) continue;
            one.back += more;
            one.backs.push(one.back);
            missing -= more;
            void this.#callUntilHeard({ ...one }, one.back === one.taken ? 'refund' : 'partial_refund');
          }
        });
        return own.map(({ payment, id, back }) => ({ payment, id, rupiah: back }));
      },
    };
  }

  /** Gives a payment back whose purchase the shop does not have any more. */
  #refuse({ id }: Transaction): void {
    const transaction = this.transactions.get(id);
    if (transaction) transaction.isVoid = true;
  }

  async #callUntilHeard(snapshot: Transaction, status: Status): Promise<void> {
    const { world, call } = this.#options;
    const dice = world.dice(`the callbacks of ${snapshot.payment}`);
    this.open += 1;
    // Late, so that a later one may overtake it.
    if (!world.isCalm) await world.turn(world.outside, dice.pick([0, 0, 2, 30, 200]) * 1_000);
    const body = this.#bodyOf(snapshot, status);
    for (let calls = dice.chance(20) ? 2 : 1; calls > 0; ) {
      const answer = await call(body).catch(() => 0);
      if (answer === 404) {
        world.tell(`The shop does not know ${snapshot.payment} any more: its staff give it back.`);
        this.#refuse(snapshot);
      }
      if (answer === 200 || answer === 404) calls -= 1;
      if (calls) await world.turn(world.outside, 60_000);
    }
    if (
      !this.sums(snapshot.reference).net &&
      snapshot.back + Number(snapshot.isVoid) &&
      !this.heardGone.has(snapshot.reference)
    )
      this.heardGone.set(snapshot.reference, world.now);
    this.open -= 1;
  }

  #bodyOf({ id, payment, taken, back }: Transaction, transaction_status: Status): string {
    const gross_amount = `${taken}.00`;
    const signed = `${payment}200${gross_amount}${this.#options.serverKey}`;
    return JSON.stringify({
      ...{
        order_id: payment,
        transaction_id: id,
        status_code: '200',
        gross_amount,
        currency: 'IDR',
        transaction_status,
      },
      signature_key: createHash('sha512').update(signed).digest('hex'),
      ...(/refund/.test(transaction_status) && { refund_amount: `${back}.00` }),
    });
  }
}
