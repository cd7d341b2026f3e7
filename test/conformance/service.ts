import { type OperationName, operations, type Rate } from '../../src/contract/index.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown> & { code?: number; error?: string; id?: string; pricing?: Rate[] };
}

/** A shipping service: in process, over a socket or live. */
export interface Service {
  name: string;
  /** A live service. Promises that cost money or leave an order behind are skipped by name. */
  live: boolean;
  /** A gateway, which adds the key itself. */
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

/** Sends a request of the operations table and reads the answer as JSON. */
export async function ask(service: Service, { operation, body, id = '', headers }: Ask): Promise<Answer> {
  const { method, path } = operations[operation];
  return askAt(service, method, path.replace(':id', id), body, headers);
}

/** Sends a request to any path and reads the answer as JSON. */
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
