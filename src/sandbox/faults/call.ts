import { allOperations, type OperationName } from '../../contract/index.ts';
import { readBody } from '../read-body.ts';

/** A request to one of the operations, for faults and scenarios. */
export interface Call {
  operation: OperationName;
  /** Not validated. Empty if the body cannot be read. */
  body: Record<string, unknown>;
}

const names = Object.keys(allOperations) as OperationName[];

const patterns = names.map((operation) => {
  const { method, path } = allOperations[operation];
  return { operation, method, path: new RegExp(`^${path.replace(':id', '[^/]+')}$`) };
});

/** Undefined for other requests: scenarios change the operations only. */
export async function callOf(request: Request): Promise<Call | undefined> {
  const { pathname } = new URL(request.url);
  const found = patterns.find(({ method, path }) => method === request.method && path.test(pathname));
  return found && { operation: found.operation, body: await bodyOf(request) };
}

/** Reads a clone, because the handler reads the request itself. */
async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  try {
    return { ...(await readBody(request.clone())) };
  } catch {
    return {};
  }
}
