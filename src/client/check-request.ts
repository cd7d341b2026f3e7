import { dayInJakarta, type Operation, type OperationName, type OrderDetails, rules } from '../contract/index.ts';
import { type InvalidField, InvalidRequestError } from './errors/index.ts';

type Sent = Partial<OrderDetails> & { couriers?: string; courier_company?: string };

/**
 * Checks a request before it is sent: its fields by the contract, then what depends on the day and on the courier.
 * @throws {InvalidRequestError} naming each field and its remedy
 */
export function checkRequest<Request>(
  operation: OperationName,
  { request: schema }: Operation<Request, unknown>,
  request: Request,
): void {
  const { success, error } = schema.safeParse(request);
  // Of what is handed in beyond an operation's own fields nothing is looked at.
  const orders = operation.startsWith('create');
  const sent = request as Sent;
  const courier = orders ? sent?.courier_company : operation === 'quoteRates' ? sent?.couriers : undefined;
  const fields = success
    ? [...missingValue(courier, sent), ...(orders ? pastDay(sent) : [])]
    : error.issues.map(({ path, message }) => ({ path: path.join('.'), remedy: message }));
  if (fields.length) throw new InvalidRequestError(operation, fields);
}

/**
 * The cargo courier insures every shipment by its declared value; beside others it is left out
 * (contract/README.md §3.4).
 */
function missingValue(courier: string | undefined, { items = [] }: Sent): InvalidField[] {
  if (courier !== rules.cargoCourier.courier || items.some(({ value }) => value > 0)) return [];
  return [{ path: 'items.0.value', remedy: `must be more than 0: ${courier} insures every shipment by its value` }];
}

/** By whole days, because the clock of a shopper's device may be off by hours. */
function pastDay({ delivery_type, delivery_date = '' }: Sent): InvalidField[] {
  if (delivery_type !== 'scheduled' || delivery_date >= dayInJakarta(new Date())) return [];
  return [{ path: 'delivery_date', remedy: 'has passed: send today, as it is in Jakarta, or a later day' }];
}
