import { optionalText } from './fields.ts';

/** A token for the gateway. The page and the client pass it on unread (contract/README.md §1.14). */
export const token = optionalText;

interface Tokens {
  cart?: unknown;
  grant?: unknown;
  cancel?: unknown;
}

/** A request without its tokens. Two requests that differ only in their tokens ask for the same. */
export function withoutTokens<Request extends object>(request: Request & Tokens) {
  const { cart: _cart, grant: _grant, cancel: _cancel, ...rest } = request;
  return rest;
}
