/** Documents of a database in the order of their ids, read page by page. */
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getDocumentsStartingWith, type StoredDocument } from '../../../protocol/documents.ts';

/** Servers ignore the case of ids. */
export const idKey = (id: string): string => id.toLowerCase();

/** The order of servers: by code points of the lower-case id. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const [one, other] = [a[Symbol.iterator](), b[Symbol.iterator]()];
  for (;;) {
    const [x, y] = [one.next(), other.next()];
    if (x.done === true) return y.done === true ? 0 : -1;
    if (y.done === true) return 1;
    const difference = (x.value.codePointAt(0) ?? 0) - (y.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
}

const FIRST_PAGE = 64;
const MIN_PAGE = 8;
const MAX_PAGE = 1_024;
/** Characters of a page, about. */
const PAGE_CHARACTERS = 1_000_000;

/** One request at a time; the next page is read when its first document is needed. */
export async function* documentsById(
  db: DatabaseClient,
  signal: AbortSignal,
): AsyncGenerator<StoredDocument, void> {
  let pageSize = FIRST_PAGE;
  let last: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const page = await getDocumentsStartingWith(
      db,
      '',
      { start: 0, pageSize, ...(last === undefined ? {} : { startAfter: last }) },
      { signal },
    );
    let characters = 0;
    for (const document of page) {
      const { id } = document.metadata;
      if (last !== undefined && compareKeys(idKey(last), idKey(id)) >= 0)
        throw new Error(
          `${db.name} returned the document ${id} after ${last}. Comparing needs the order of ids; compare the newest documents instead.`,
        );
      last = id;
      characters += document.text.length;
      yield document;
    }
    if (page.length < pageSize) return;
    const average = Math.max(1, characters / page.length);
    pageSize = Math.max(MIN_PAGE, Math.min(MAX_PAGE, Math.floor(PAGE_CHARACTERS / average)));
  }
}
