import { asError } from './as-error.ts';

/** The result of a call, or the error of the page or the client. What happens with it afterwards is not caught. */
export async function resultOf<Value>(call: () => Promise<Value>): Promise<{ value: Value } | { error: Error }> {
  try {
    return { value: await call() };
  } catch (thrown) {
    return { error: asError(thrown) };
  }
}
