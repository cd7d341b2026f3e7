interface Issue {
  path: PropertyKey[];
  message: string;
}

interface Readable {
  safeParse(value: unknown): { success: boolean; error?: { issues: Issue[] } | undefined };
}

/** The problems of a value: what to send, by path. Empty if the value is valid. */
export function problems(schema: Readable, value: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    const key = path.join('.');
    if (found[key]) throw new Error(`${key} is reported twice`);
    found[key] = message;
  }
  return found;
}

/** A copy without a key. */
export function without<T extends object>(value: T, key: keyof T): Partial<T> {
  const { [key]: _left, ...rest } = value;
  return rest as Partial<T>;
}

/** A copy whose numbers are texts with white space around them, as forms have them. */
export function asText(value: unknown): unknown {
  if (typeof value === 'number') return ` ${value}\t`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asText);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asText(part)]));
}
