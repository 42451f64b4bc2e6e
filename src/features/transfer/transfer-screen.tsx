/** The Import/Export screen: dumps of a database, files of documents, and copies to another database. */
import { useState } from 'react';
import { capabilitiesOf } from '../../contract/index.ts';
import {
  useConnection,
  useDatabase,
  useOpenedFile,
  useSession,
  useTabState,
  type ScreenProps,
} from '../../app/registry/index.ts';
import { Badge, Tabs } from '../../ui/index.ts';
import { CopyPane } from './copy/copy-pane.tsx';
import { idleCopy, useCopyRuns } from './copy/copy-runs.ts';
import { ExportPane } from './export-pane.tsx';
import { readChosenFile, type ChosenFile } from './chosen-file.ts';
import { idleFileRun, isFileRunShown, useFileRuns } from './files/file-runs.ts';
import { FileImportPane } from './files/view/file-import-pane.tsx';
import { ImportPane } from './import-pane.tsx';
import { idleRun, runKey, useTransferRuns, type Direction } from './run-store.ts';
import { readTransferState, wholeDatabase, type View } from './transfer-state.ts';

export default function TransferScreen({ tabId, connectionId, database: named }: ScreenProps) {
  // The shell renders screens of scope `database` only with a selected database.
  const name = named ?? '';
  const database = useDatabase({ connectionId, database: named });
  const mode = useConnection(connectionId)?.mode ?? 'full';
  const [state, change] = useTabState(tabId, readTransferState);
  // Kept here: the import pane is not rendered while the export is visible.
  const [newest, setNewest] = useState<ChosenFile | null>(null);
  const session = useSession();
  const keyOf = (direction: Direction) => runKey({ direction, connectionId, database: name, tabId });
  const exporting = useTransferRuns(({ runs }) => runs.get(keyOf('export')) ?? idleRun);
  const importing = useTransferRuns(({ runs }) => runs.get(keyOf('import')) ?? idleRun);
  const fileRun = useFileRuns(({ runs }) => runs.get(keyOf('import')) ?? idleFileRun);
  // A tab that was hidden has lost its file; its run has not.
  const chosen = newest ?? (isFileRunShown(fileRun, importing) ? fileRun.chosen : null);
  const isImporting = importing.kind === 'running' || fileRun.kind === 'running';

  async function choose(file: File): Promise<void> {
    try {
      setNewest(await readChosenFile(file));
    } catch (thrown) {
      session.reportError(thrown, `Reading ${file.name}`);
    }
  }
  useOpenedFile('transfer', (file) => {
    change({ view: 'import' });
    void choose(file);
  });
  const copyKey = JSON.stringify(['copy', connectionId, name, tabId]);
  const copying = useCopyRuns(({ runs }) => runs.get(copyKey) ?? idleCopy);
  const sandbox = !capabilitiesOf(connectionId).replication;
  const shared = { connectionId, name, database, sandbox };
  return (
    <Tabs<View>
      label="Direction"
      value={state.view}
      onChange={(view) => change({ view })}
      items={[
        {
          id: 'export',
          label: <>Export {exporting.kind === 'running' && <Badge tone="info">active</Badge>}</>,
          panel: (
            <ExportPane
              {...shared}
              runKey={keyOf('export')}
              run={exporting}
              state={state.exported}
              change={(part) => change({ exported: { ...state.exported, ...part } })}
            />
          ),
        },
        {
          id: 'import',
          label: <>Import {isImporting && <Badge tone="info">active</Badge>}</>,
          panel:
            chosen?.kind === 'documents' ? (
              <FileImportPane
                connectionId={connectionId}
                name={name}
                database={database}
                mode={mode}
                chosen={chosen}
                onChange={setNewest}
                onFile={(file) => void choose(file)}
                runKey={keyOf('import')}
                run={fileRun}
              />
            ) : (
              <ImportPane
                {...shared}
                mode={mode}
                chosen={chosen}
                onFile={(file) => void choose(file)}
                runKey={keyOf('import')}
                run={importing}
                state={state.imported}
                change={(part) => change({ imported: { ...state.imported, ...part } })}
              />
            ),
        },
        {
          id: 'copy',
          label: <>Copy {copying.kind === 'running' && <Badge tone="info">active</Badge>}</>,
          panel: (
            <CopyPane
              connectionId={connectionId}
              name={name}
              database={database}
              runKey={copyKey}
              run={copying}
              state={state.copied}
              change={(part) => change({ copied: { ...state.copied, ...part } })}
              onExport={() => change({ view: 'export', exported: wholeDatabase(state.exported) })}
            />
          ),
        },
      ]}
    />
  );
}
