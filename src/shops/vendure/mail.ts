/** What the shopper has accepted, for the page of an order and for e-mails. */
export interface AcceptedDelivery {
  /** `jne` */
  courier: string;
  /** `reg` */
  service: string;
  /** Rupiah. */
  price: number;
  insured: boolean;
  /** The first promised date, such as `2026-11-26`. Null without the option `calendar`. */
  arrivalFirst: string | null;
  arrivalLast: string | null;
  /** It is sent in the weeks around Idul Fitri, and may come later than promised. */
  arrivalMayBeLater: boolean;
}

/** Undefined before the payment, and for another shipping method. */
export function acceptedDelivery({ customFields }: { customFields: object }): AcceptedDelivery | undefined {
  const { shippingAccepted } = customFields as { shippingAccepted?: string | null };
  if (!shippingAccepted) return undefined;
  const { courier, service, price, insurance, arrival } = JSON.parse(shippingAccepted);
  return {
    ...{ courier, service, price, insured: insurance !== undefined },
    ...{ arrivalFirst: arrival?.first ?? null, arrivalLast: arrival?.last ?? null },
    arrivalMayBeLater: arrival?.later === true,
  };
}

/** What the template of an e-mail can say of the delivery. */
interface DeliveryVars extends AcceptedDelivery {
  /** `JNE REG` */
  name: string;
  /** The promised dates in the language of the order: `26–28 November 2026`. Empty without them. */
  arrival: string;
}

/**
 * The variables of Vendure's e-mail that confirms an order, with the delivery.
 * @param event what Vendure's handler gives to `setTemplateVars`
 * @example
 * orderConfirmationHandler.setTemplateVars(confirmationVars)
 */
export function confirmationVars<Order extends { customFields: object }, Lines>({
  ctx,
  order,
  data,
}: {
  ctx: { languageCode: string };
  order: Order;
  data: { shippingLines: Lines };
}): { order: Order; shippingLines: Lines; delivery: DeliveryVars | undefined } {
  const accepted = acceptedDelivery(order);
  const { courier, service, arrivalFirst, arrivalLast } = accepted ?? {};
  const delivery = accepted && {
    ...accepted,
    name: `${courier} ${service}`.replaceAll('_', ' ').toUpperCase(),
    arrival: arrivalFirst && arrivalLast ? datesInWords(arrivalFirst, arrivalLast, ctx.languageCode) : '',
  };
  return { order, shippingLines: data.shippingLines, delivery };
}

/** The dates are the shop's. They may have a time. */
function datesInWords(first: string, last: string, language: string): string {
  const format = new Intl.DateTimeFormat(language.replace('_', '-'), { dateStyle: 'long', timeZone: 'UTC' });
  const [from, to] = [first, last].map((date) => new Date(date.slice(0, 10)));
  return from && to ? format.formatRange(from, to) : '';
}
