/** What is not as usual for one request: a scenario's doing. */
export interface Circumstances {
  /** Times the usual shipping fee. */
  priceLevel?: number;
  /** Services that are gone: `jne/reg`. */
  withdrawn?: readonly string[];
  /** Couriers refuse to collect when they are ordered, whatever the quote said. */
  noCashOnDelivery?: true;
}
