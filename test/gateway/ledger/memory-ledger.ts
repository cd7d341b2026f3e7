import type { LedgerStore } from '../../../src/gateway/ledger/ledger.ts';
import { type Entry, type EntryKey, openStates } from '../../../src/gateway/ledger/transitions.ts';

const nameOf = ({ account, kind, reference }: EntryKey) => JSON.stringify([account, kind, reference]);

/** A ledger's store in memory. The databases are compared with it, and the simulation runs on it. */
export function memoryLedger() {
  const entries = new Map<string, Entry>();
  const store: LedgerStore = {
    find: async (key) => copy(entries.get(nameOf(key))),
    async insert(entry) {
      if (entries.has(nameOf(entry))) return false;
      entries.set(nameOf(entry), { ...entry });
      return true;
    },
    async replace(entry, version) {
      if (entries.get(nameOf(entry))?.version !== version) return false;
      entries.set(nameOf(entry), { ...entry });
      return true;
    },
    async remove(key, version) {
      return entries.get(nameOf(key))?.version === version && entries.delete(nameOf(key));
    },
    async due(account, until, latest, most) {
      const open = [...entries.values()].filter(({ state }) => openStates.includes(state));
      return open
        .filter((entry) => entry.account === account && (entry.lease <= until || entry.lease > latest))
        .sort((a, b) => a.lease - b.lease)
        .slice(0, most);
    },
    async drafts(account, until, latest, most) {
      return [...entries.values()]
        .filter(({ kind, state }) => kind === 'draft_order' && state === 'placed')
        .filter((entry) => entry.account === account && (entry.lease <= until || entry.lease > latest))
        .sort((a, b) => a.lease - b.lease)
        .slice(0, most);
    },
    async list(account, states, most) {
      return [...entries.values()]
        .filter((entry) => entry.account === account && (!states || states.includes(entry.state)))
        .sort((a, b) => b.created - a.created)
        .slice(0, most);
    },
  };
  return { store, entries };
}

const copy = (entry: Entry | undefined) => entry && { ...entry };
