import { optionalText } from './fields.ts';

/** A token for the gateway: whoever carries it does not look into it (contract/README.md §1.14). */
export const token = optionalText;

/** The fields of a write that the shop's server, or its gateway, has signed. */
const tokens = ['cart', 'grant', 'cancel'] as const;

/** What is asked for, but for what allows it: signed anew, it is the same. */
export function withoutTokens<Request extends object>(request: Request): Omit<Request, (typeof tokens)[number]> {
  const fields = Object.entries(request).filter(([field]) => !(tokens as readonly string[]).includes(field));
  return Object.fromEntries(fields) as Omit<Request, (typeof tokens)[number]>;
}
