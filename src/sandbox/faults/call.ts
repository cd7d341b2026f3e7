import { type OperationName, operations } from '../../contract/index.ts';
import { readBody } from '../read-body.ts';

/** A request to one of the five operations, as far as faults and scenarios look at it. */
export interface Call {
  operation: OperationName;
  /** Nothing of it was checked; empty where it cannot be read. */
  body: Record<string, unknown>;
}

const names = Object.keys(operations) as OperationName[];

const patterns = names.map((operation) => {
  const { method, path } = operations[operation];
  return { operation, method, path: new RegExp(`^${path.replace(':id', '[^/]+')}$`) };
});

/** Undefined where the request is to none of the five: those outside the document are never disturbed by a scenario. */
export async function callOf(request: Request): Promise<Call | undefined> {
  const { pathname } = new URL(request.url);
  const found = patterns.find(({ method, path }) => method === request.method && path.test(pathname));
  return found && { operation: found.operation, body: await bodyOf(request) };
}

/** Of a copy: the request itself is still to be read by who answers it. */
async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  try {
    return { ...(await readBody(request.clone())) };
  } catch {
    return {};
  }
}
