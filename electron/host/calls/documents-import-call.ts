/** `documents.confirmImport`: many documents at once are confirmed on a guarded connection, as an import of a dump is. */
import type { Connection, DocumentsImportRequest, PortHandlers } from '../../../src/contract/index.ts';
import { printable, type ConfirmationText } from '../confirmation/confirmation-text.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import { mustBeAllowed } from '../policy/judge-for.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import { overrideText } from './guarded-override.ts';

export function documentsImportCall(
  store: ConnectionStore,
  confirmations: WindowConfirmations,
): Pick<PortHandlers['calls'], 'documents.confirmImport'> {
  return {
    'documents.confirmImport': async (request, signal) => {
      const connection = store.get(request.connection);
      const path = `/databases/${encodeURIComponent(request.database)}/bulk_docs`;
      const judged = mustBeAllowed(connection, { method: 'POST', path });
      if (connection.mode === 'guarded') {
        const { summary } = overrideText(connection, judged);
        await confirmations.ask(importText(connection, request, summary), signal);
        store.mustBeUnchanged(connection);
      }
      return {};
    },
  };
}

const existingText: Readonly<Record<DocumentsImportRequest['existing'], string>> = {
  overwrite: 'existing documents with the same ids are overwritten',
  skip: 'existing documents stay',
  stop: 'the import stops at the first existing document',
};

/** Name and choices come from the page; the content of the file cannot be shown. */
function importText(
  connection: Connection,
  { database, fileName, size, existing }: DocumentsImportRequest,
  summary: string,
): ConfirmationText {
  return {
    summary,
    details: [
      `Import into the ${connection.kind === 'sandbox' ? 'sandbox' : 'server'} database ${printable(database)}: ${existingText[existing]}`,
      `File: ${printable(fileName)} (${size.toLocaleString('en')} bytes)`,
    ],
    allow: 'Import documents',
  };
}
