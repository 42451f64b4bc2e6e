/** A stack capture: of this server or its cluster, or from a file. */
import { Layers, Network, ScanEye } from 'lucide-react';
import type { ServerClient } from '../../protocol/client.ts';
import { Button, EmptyState, Toolbar, Tooltip } from '../../ui/index.ts';
import { CaptureFailed, Capturing } from './capture-status.tsx';
import { CaptureView } from './capture-view.tsx';
import { noCaptures, useCaptures } from './captures.ts';
import { ProcessChoice } from './process-choice.tsx';
import { OpenFileButton } from './open-file-button.tsx';
import styles from './threads.module.css';
import type { ThreadsState } from './threads-state.ts';

interface StacksPaneProps {
  readonly tabId: string;
  readonly server: ServerClient;
  /** Whether threads of other processes can be read. */
  readonly otherProcesses: boolean;
  /** Whether every node of a cluster can be captured. */
  readonly clusterStacks: boolean;
  readonly state: ThreadsState;
  readonly onChange: (change: Partial<ThreadsState>) => void;
}

export function StacksPane({
  tabId,
  server,
  otherProcesses,
  clusterStacks,
  state,
  onChange,
}: StacksPaneProps) {
  const { capture } = useCaptures((captures) => captures.byTab.get(tabId) ?? noCaptures);
  const take = () => void useCaptures.getState().take(tabId, server);
  const busy = capture.kind === 'capturing';

  const buttons = (
    <>
      <Tooltip content="Pauses the process briefly and captures the stack of every thread">
        <Button variant="primary" icon={<ScanEye />} busy={busy} onClick={take}>
          Capture stacks
        </Button>
      </Tooltip>
      {clusterStacks && (
        <Tooltip content="Requests the cluster debug package; every node captures its stacks">
          <Button
            icon={<Network />}
            disabled={busy}
            onClick={() => void useCaptures.getState().captureCluster(tabId, server)}
          >
            Whole cluster
          </Button>
        </Tooltip>
      )}
      {otherProcesses && <ProcessChoice tabId={tabId} server={server} />}
      <OpenFileButton tabId={tabId} />
    </>
  );
  if (capture.kind === 'captured')
    return (
      <CaptureView kept={capture.kept} state={state} onChange={onChange} buttons={buttons} label="Stacks" />
    );
  return (
    <div className={styles.column}>
      <Toolbar label="Stacks">{buttons}</Toolbar>
      {busy && (
        <Capturing
          capture={capture}
          stopLabel="Cancel"
          onStop={() => useCaptures.getState().stop(tabId, 'capture')}
        />
      )}
      {capture.kind === 'failed' && <CaptureFailed error={capture.error} onRetry={take} />}
      {capture.kind === 'none' && (
        <EmptyState
          icon={<Layers />}
          title="Capture thread stacks"
          text="A capture pauses the process and reads every stack. The pause is about a millisecond in the sandbox, and can exceed a second on RavenDB."
          action={
            <Button variant="primary" icon={<ScanEye />} onClick={take}>
              Capture stacks
            </Button>
          }
        />
      )}
    </div>
  );
}
