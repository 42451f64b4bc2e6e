/** The Import/Export screen: dumps of a database, and copies to another one. */
import { useState } from 'react';
import { capabilitiesOf } from '../../contract/index.ts';
import { useConnection, useDatabase, useTabState, type ScreenProps } from '../../app/registry/index.ts';
import { Badge, Tabs } from '../../ui/index.ts';
import { CopyPane } from './copy/copy-pane.tsx';
import { idleCopy, useCopyRuns } from './copy/copy-runs.ts';
import { ExportPane } from './export-pane.tsx';
import { ImportPane, type ChosenFile } from './import-pane.tsx';
import { idleRun, runKey, useTransferRuns, type Direction } from './run-store.ts';
import { readTransferState, type View } from './transfer-state.ts';

export default function TransferScreen({ tabId, connectionId, database: named }: ScreenProps) {
  // The shell renders screens of scope `database` only with a selected database.
  const name = named ?? '';
  const database = useDatabase({ connectionId, database: named });
  const mode = useConnection(connectionId)?.mode ?? 'full';
  const [state, change] = useTabState(tabId, readTransferState);
  // Kept here: the import pane is not rendered while the export is visible.
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const keyOf = (direction: Direction) => runKey({ direction, connectionId, database: name, tabId });
  const exporting = useTransferRuns(({ runs }) => runs.get(keyOf('export')) ?? idleRun);
  const importing = useTransferRuns(({ runs }) => runs.get(keyOf('import')) ?? idleRun);
  const copyKey = JSON.stringify(['copy', connectionId, name, tabId]);
  const copying = useCopyRuns(({ runs }) => runs.get(copyKey) ?? idleCopy);
  const sandbox = !capabilitiesOf(connectionId).dumpScripts;
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
          label: <>Import {importing.kind === 'running' && <Badge tone="info">active</Badge>}</>,
          panel: (
            <ImportPane
              {...shared}
              mode={mode}
              chosen={chosen}
              onChosen={setChosen}
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
            />
          ),
        },
      ]}
    />
  );
}
