/** Links and previews of the ids in a text of the database. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Database, idPrefixesQuery, useSession } from '../../app/registry/index.ts';
import { previewDocument } from '../../protocol/document-preview.ts';
import type { IdLinks } from '../../ui/editor/index.ts';

/** `onOpen` closes the dialog that holds the text, before the document opens. */
export function useIdLinks({ client, key }: Database, onOpen?: () => void): IdLinks {
  const session = useSession();
  const queries = useQueryClient();
  return useMemo(
    () => ({
      open: (id) => {
        onOpen?.();
        session.openScreen('document', { params: { id } });
      },
      preview: (id, signal) => previewDocument(client, id, signal),
      // Without the collections only ids with a digit are links.
      prefixes: () => queries.query(idPrefixesQuery(client, key)).catch(() => undefined),
    }),
    [session, queries, client, key, onOpen],
  );
}
