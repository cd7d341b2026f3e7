import { type OperationName, operations, type Rate } from '../../src/contract/index.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown> & { code?: number; error?: string; id?: string; pricing?: Rate[] };
}

/** One shipping service, however it is reached. */
export interface Service {
  name: string;
  /** Charged, and not to be broken: promises that cost or leave something behind are left out, by name. */
  live: boolean;
  /** Holds the key itself: promises about keys are about what stands behind it. */
  keyless: boolean;
  send(request: Request): Promise<Response>;
  baseUrl: string;
  key: string;
  close(): Promise<void>;
}

export interface Ask {
  operation: OperationName;
  body?: unknown;
  id?: string;
  headers?: Record<string, string>;
}

/** One request of the contract's table, and its answer read as JSON. */
export async function ask(service: Service, { operation, body, id = '', headers }: Ask): Promise<Answer> {
  const { method, path } = operations[operation];
  return askAt(service, method, path.replace(':id', id), body, headers);
}

/** One request to any path, and its answer read as JSON. */
export async function askAt(
  service: Service,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const request = new Request(service.baseUrl + path, {
    method,
    headers: { authorization: service.key, 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  });
  const response = await service.send(request);
  return { status: response.status, body: await response.json() };
}
