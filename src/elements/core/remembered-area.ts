import type { Area } from '../../contract/index.ts';

/** The district that the shopper has chosen: no text that was typed. */
export type RememberedArea = Pick<Area, 'id' | 'name' | 'postal_code'>;

const name = 'ship-area';

/** Milliseconds: 90 days. */
const lifetime = 90 * 24 * 3_600_000;

/** What the browser did not keep: it forbids it, or has no room. Null if the shopper has forgotten it. */
let memory: RememberedArea | null | undefined;

/** Dispatched at the window, because two script-tag files in a page are two copies of this module. */
const changed = 'ship-area-remembered';

/** The district of an earlier page of this shop. Undefined if there is none, or if the browser keeps nothing. */
export function recallArea(now: number = Date.now()): RememberedArea | undefined {
  if (memory !== undefined) return memory ?? undefined;
  try {
    const { id, name: called, postal_code, until } = JSON.parse(localStorage.getItem(name) ?? '{}');
    // A later date than any that is written here was written while the clock was wrong.
    const isValid = typeof id === 'string' && id && now < until && until <= now + lifetime;
    if (!isValid) return undefined;
    const code = typeof postal_code === 'number' ? postal_code : undefined;
    return { id, name: typeof called === 'string' ? called : undefined, postal_code: code };
  } catch {
    return undefined;
  }
}

/** Keeps the district on this device, for this shop, for 90 days. Undefined forgets it. */
export function rememberArea(area: RememberedArea | undefined, now: number = Date.now()): void {
  const kept = area && { id: area.id, name: area.name, postal_code: area.postal_code };
  memory = undefined;
  try {
    if (kept) localStorage.setItem(name, JSON.stringify({ ...kept, until: now + lifetime }));
    else localStorage.removeItem(name);
  } catch {
    memory = kept ?? null;
  }
  dispatchEvent(new Event(changed));
}

/**
 * Calls a function when this page, or another one of the shop, remembers another district or forgets it.
 * @returns ends it
 */
export function watchRememberedArea(react: () => void): () => void {
  // A page that Back brings from the browser's cache, `persisted`, has missed the events.
  const handleElsewhere = ({ key, persisted }: Partial<StorageEvent & PageTransitionEvent>) => {
    if (!persisted && key !== name && key !== null) return;
    // Another page was able to keep a newer one.
    if (!persisted) memory = undefined;
    react();
  };
  addEventListener(changed, react);
  addEventListener('storage', handleElsewhere);
  addEventListener('pageshow', handleElsewhere);
  return () => {
    removeEventListener(changed, react);
    removeEventListener('storage', handleElsewhere);
    removeEventListener('pageshow', handleElsewhere);
  };
}
