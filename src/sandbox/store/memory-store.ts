import type { Kind, OrderRecord, SandboxStore } from './store.ts';

/** Keeps orders in memory. */
export function createMemoryStore(): SandboxStore {
  // As text, so that callers get copies, as from the database.
  const texts = new Map<string, string>();
  const references = new Map<string, string>();

  const idKey = (kind: Kind, id: string) => `${kind} ${id}`;
  const read = (key: string | undefined): OrderRecord | undefined => {
    const text = key === undefined ? undefined : texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  };

  return {
    async insert(record) {
      const key = idKey(record.kind, record.id);
      const reference = record.reference === null ? undefined : idKey(record.kind, record.reference);
      const earlier = reference === undefined ? undefined : read(references.get(reference));
      if (earlier) return { inserted: false, record: earlier };
      texts.set(key, JSON.stringify(record));
      if (reference !== undefined) references.set(reference, key);
      return { inserted: true, record };
    },
    find: async (kind, id) => read(idKey(kind, id)),
    findReference: async (kind, reference) => read(references.get(idKey(kind, reference))),
    list: async (kind) =>
      [...texts.keys()]
        .flatMap((key) => read(key) ?? [])
        .filter((record) => record.kind === kind)
        .reverse(),
    async replace(record, from) {
      const key = idKey(record.kind, record.id);
      if (read(key)?.status !== from) return false;
      texts.set(key, JSON.stringify(record));
      return true;
    },
    async close() {},
  };
}
