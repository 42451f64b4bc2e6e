/** The package of a server: what it contains, downloading it, and opening one that was saved. */
import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import {
  Banner,
  Button,
  Checkbox,
  EmptyState,
  ErrorView,
  formatBytes,
  Toolbar,
  ToolbarSpace,
} from '../../ui/index.ts';
import styles from './debug-package.module.css';
import { OpenPackageButton } from './open-package-button.tsx';
import { useOpenPackage } from './open-package.ts';
import { useDownload } from './use-download.ts';

export function DownloadPane(props: {
  readonly connectionId: string;
  readonly canDownload: boolean;
  readonly wasPackage: boolean;
}) {
  const { connectionId, canDownload, wasPackage } = props;
  const { state, start } = useDownload();
  const [stacks, setStacks] = useState(false);
  const open = useOpenPackage();
  const running = state.kind === 'running';
  return (
    <div
      className={styles.screen}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const file = event.dataTransfer.files[0];
        if (!file) return;
        event.preventDefault();
        void open(file);
      }}
    >
      <Toolbar label="Debug package">
        {canDownload &&
          (['node', 'cluster'] as const).map((scope) => (
            <Button
              key={scope}
              disabled={running}
              onClick={() => start({ connection: connectionId, scope, stacks })}
            >
              {scope === 'node' ? 'Download package of this node…' : 'Download package of the cluster…'}
            </Button>
          ))}
        {canDownload && (
          <Checkbox label="With stacks (pauses the server)" checked={stacks} onChange={setStacks} />
        )}
        <ToolbarSpace />
        <OpenPackageButton />
      </Toolbar>
      {running && (
        <p role="status" className={styles.status}>
          {state.choosing
            ? 'Choose a file.'
            : state.bytes === 0
              ? 'The server collects its state. That can take a minute; the status bar can cancel it.'
              : `Received ${formatBytes(state.bytes)} so far.`}
        </p>
      )}
      {state.kind === 'ended' && (
        <p role="status" className={styles.status}>
          {state.sentence}
        </p>
      )}
      {state.kind === 'failed' && (
        <ErrorView error={state.error} doing="Downloading the debug package" compact />
      )}
      {wasPackage && (
        <Banner tone="warning">This package is no longer open. Open its file again to show its tabs.</Banner>
      )}
      <EmptyState
        icon={PackageOpen}
        title={canDownload ? 'The state of a server in one file' : 'Open a debug package'}
        text={
          canDownload
            ? 'It contains statistics, indexes, I/O, memory, threads, log and settings, but no documents. Open one here, or drop it, to see it in the same screens without the server.'
            : 'Open or drop the zip file of a RavenDB server: its nodes appear as connections and are shown in the same screens.'
        }
      />
    </div>
  );
}
