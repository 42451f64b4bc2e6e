/** Returns the error of a promise; fails if the promise resolves. */
export async function failure(promise: Promise<unknown>): Promise<Error> {
  let value: unknown;
  try {
    value = await promise;
  } catch (thrown) {
    if (thrown instanceof Error) return thrown;
    throw new Error(`Something that is no Error was thrown: ${String(thrown)}`, { cause: thrown });
  }
  throw new Error(`This was to fail and answered ${JSON.stringify(value)}`);
}
