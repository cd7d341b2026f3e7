/** JSON with sorted keys and without undefined values. Equal requests give equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Whether a value nests deeper than so many levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // Most values are no objects. Without a call for each, a thousand rates take half the time.
  for (const part of Object.values(value)) if (typeof part === 'object' && isDeeper(part, levels - 1)) return true;
  return false;
}
