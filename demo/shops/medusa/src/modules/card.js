import { AbstractPaymentProvider, ModuleProvider, Modules, PaymentSessionStatus } from '@medusajs/framework/utils';

/** A payment that is always accepted, in place of a card. */
class CardProvider extends AbstractPaymentProvider {
  static identifier = 'card';

  async initiatePayment() {
    return { id: crypto.randomUUID(), data: {}, status: PaymentSessionStatus.PENDING };
  }
  async authorizePayment() {
    return { data: {}, status: PaymentSessionStatus.CAPTURED };
  }
  async getPaymentStatus() {
    return { status: PaymentSessionStatus.CAPTURED };
  }
  async capturePayment() {
    return { data: {} };
  }
  async updatePayment() {
    return { data: {}, status: PaymentSessionStatus.PENDING };
  }
  async retrievePayment() {
    return { data: {} };
  }
  async deletePayment() {
    return { data: {} };
  }
  async cancelPayment() {
    return { data: {} };
  }
  async refundPayment() {
    return { data: {} };
  }
  /** A real provider checks a signature first. */
  async getWebhookActionAndData({ data: { session_id, amount } }) {
    return { action: 'captured', data: { session_id, amount } };
  }
}

export default ModuleProvider(Modules.PAYMENT, { services: [CardProvider] });
