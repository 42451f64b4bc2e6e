/** `A:21-id, B:5-id` as etags by database id. Unknown parts are left out. */
export function readChangeVector(text: string | null): ReadonlyMap<string, number> {
  const etags = new Map<string, number>();
  for (const part of (text ?? '').split(',')) {
    const [, etag, id] = /^\s*[A-Z]+:(\d+)-(\S+)\s*$/.exec(part) ?? [];
    if (etag !== undefined && id !== undefined) etags.set(id, Number(etag));
  }
  return etags;
}

/** The sum of the changes that `other` has and `own` has not. */
export function changesMissing(own: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let missing = 0;
  for (const [id, etag] of other) missing += Math.max(0, etag - (own.get(id) ?? 0));
  return missing;
}
