import { absent, type Operation } from '../contract/index.ts';
import type { Refuse } from './refusal.ts';

interface FieldCodes {
  /** That of `wrong` where not given. */
  missing?: number;
  /** `otherwise` where not given. */
  wrong?: number;
  /** For a number above the most that is allowed. */
  above?: { most: number; code: number };
}

/** Which code the fault of a field has; `otherwise` for what is not listed. */
export interface Codes {
  otherwise: number;
  fields: Record<string, FieldCodes>;
}

/** The request as the contract's schema reads it; refused with the code of its first fault where it does not. */
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
  // Digits are a number too (contract/README.md §1.13).
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
