// Nothing in this folder runs: `npm run types` reads it, and test/package/types.test.ts reads it again as a consumer would,
// against the built declarations. A line under `@ts-expect-error` that compiles is an error.

/** Whether two types are the very same, not only assignable. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export type Expect<T extends true> = T;
