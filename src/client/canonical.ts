/** JSON with sorted keys: the order of keys says nothing about what is asked. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Two questions that read the same get the same answer: neither the order of keys nor that of items matters. */
export function normalised(request: object): string {
  const { items } = request as { items?: unknown };
  return canonical(Array.isArray(items) ? { ...request, items: items.map(canonical).sort() } : request);
}
