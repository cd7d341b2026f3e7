export {
  type Entry,
  type EntryKey,
  type Kind,
  openStates,
  ownerOf,
  permitOf,
  type State,
  type Terms,
} from './entry.ts';
export { type Intent, Ledger, type LedgerOptions, type LedgerStore } from './ledger.ts';
export { type LedgerEvent, next, type SendPolicy } from './transitions.ts';
