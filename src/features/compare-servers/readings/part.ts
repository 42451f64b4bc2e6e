/** One answer of a reading: the others are still compared when it failed. */
export type Part<T> =
  { readonly kind: 'read'; readonly value: T } | { readonly kind: 'failed'; readonly error: unknown };

export async function readPart<T>(answer: Promise<T>): Promise<Part<T>> {
  try {
    return { kind: 'read', value: await answer };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

export function valueOf<T>(part: Part<T> | undefined): T | null {
  return part?.kind === 'read' ? part.value : null;
}
