/** Where documents are written: the database in the program, a map in tests. */
import type { DatabaseClient } from '../../../../protocol/client.ts';
import { putDocuments, type WrittenDocument } from '../../../../protocol/bulk-documents.ts';
import { existingIds } from '../../../../protocol/documents.ts';

export interface ImportTarget {
  /** All or none. `onlyNew`: fails with a ConcurrencyException when a document exists. */
  readonly write: (documents: readonly WrittenDocument[], onlyNew: boolean) => Promise<void>;
  readonly existing: (ids: readonly string[]) => Promise<readonly string[]>;
}

export function databaseTarget(client: DatabaseClient): ImportTarget {
  return {
    // Without the signal of the import: a batch that was sent ends, so that its result is known.
    write: (documents, onlyNew) => putDocuments(client, documents, { onlyNew }),
    existing: (ids) => existingIds(client, ids),
  };
}
