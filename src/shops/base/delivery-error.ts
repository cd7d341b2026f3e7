/** A delivery is not possible as it was asked for. The message tells the shopper or the staff why, and what to do. */
export class DeliveryError extends Error {
  /** A word of the gateway, or one of ours: `address`, `goods`, `choice`, `taken`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'DeliveryError';
    this.reason = reason;
  }
}

/** Every copy of the package has a class of its own, so the name counts. */
export const isDeliveryError = (problem: unknown): problem is DeliveryError =>
  problem instanceof Error && problem.name === 'DeliveryError';
