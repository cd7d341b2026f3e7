import { absent, type Operation } from '../contract/index.ts';
import type { Refuse } from './refusal.ts';

interface FieldCodes {
  /** `wrong` by default. */
  missing?: number;
  /** `otherwise` by default. */
  wrong?: number;
  /** The code for a number above the maximum. */
  above?: { most: number; code: number };
}

/** The error codes of an operation by field; `otherwise` for all other fields. */
export interface Codes {
  otherwise: number;
  fields: Record<string, FieldCodes>;
}

/** Reads the request with the schema. The first invalid field decides the code of the refusal. */
export function checkRequest<T>(
  schema: Operation<T, unknown>['request'],
  request: object,
  codes: Codes,
  refuse: Refuse,
): T {
  const read = schema.safeParse(request);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.map(String) ?? [];
  throw refuse({
    field: path.join('.') || 'the body',
    code: codeOf(codes, path[0] ?? '', valueAt(request, path)),
    reason: issue?.message ?? 'cannot be read',
  });
}

function codeOf({ fields, otherwise }: Codes, field: string, value: unknown): number {
  const { missing, wrong = otherwise, above }: FieldCodes = (Object.hasOwn(fields, field) && fields[field]) || {};
  if (absent(value)) return missing ?? wrong;
  // A text of digits is a number (contract/README.md §1.13).
  const number = typeof value === 'string' ? Number(value) : value;
  return above && typeof number === 'number' && number > above.most ? above.code : wrong;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}
