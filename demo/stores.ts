type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What the browser keeps for a page. With its cookies it may forbid that, in a frame of another site too, and some apps keep nothing. The page
 * then keeps it itself, until it is left.
 */
function storeOf(name: 'localStorage' | 'sessionStorage'): Store {
  const own = new Map<string, string>();
  const ofPage: Store = {
    getItem: (key) => own.get(key) ?? null,
    setItem: (key, text) => own.set(key, text),
    removeItem: (key) => own.delete(key),
  };
  try {
    return globalThis[name] ?? ofPage;
  } catch {
    return ofPage;
  }
}

/** For this tab. */
export const tabStore: Store = storeOf('sessionStorage');

/** For all visits. */
export const browserStore: Store = storeOf('localStorage');
