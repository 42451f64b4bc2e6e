/** A series of merged captures: wall-clock time per function. */
import { Activity, Timer } from 'lucide-react';
import type { ServerClient } from '../../protocol/client.ts';
import {
  Button,
  EmptyState,
  FieldScope,
  NumberField,
  Toolbar,
  Tooltip,
  useInvalidFields,
} from '../../ui/index.ts';
import { CaptureFailed, Capturing } from './capture-status.tsx';
import { CaptureView } from './capture-view.tsx';
import { ProcessChoice } from './process-choice.tsx';
import { noCaptures, useCaptures } from './captures.ts';
import styles from './threads.module.css';
import type { ThreadsState } from './threads-state.ts';

interface ProfilePaneProps {
  readonly tabId: string;
  readonly server: ServerClient;
  /** Whether threads of other processes can be read. */
  readonly otherProcesses: boolean;
  readonly state: ThreadsState;
  readonly onChange: (change: Partial<ThreadsState>) => void;
}

export function ProfilePane({ tabId, server, otherProcesses, state, onChange }: ProfilePaneProps) {
  const { profile } = useCaptures((captures) => captures.byTab.get(tabId) ?? noCaptures);
  const fields = useInvalidFields();
  const { count, everyMs } = state;
  const take = () => void useCaptures.getState().profile(tabId, server, { count, everyMs });
  const buttons = (
    <>
      <Tooltip content="Captures stacks repeatedly; each capture pauses the process briefly">
        <Button
          variant="primary"
          icon={<Timer />}
          busy={profile.kind === 'capturing'}
          disabledReason={fields.invalidReason}
          onClick={take}
        >
          Profile
        </Button>
      </Tooltip>
      <FieldScope report={fields.report}>
        <div className={styles.order}>
          <NumberField
            label="Number of captures"
            hideLabel
            value={count}
            min={2}
            max={1000}
            onChange={(value) => onChange({ count: value ?? 20 })}
          />
          <span aria-hidden="true">captures, every</span>
          <NumberField
            label="Milliseconds between captures"
            hideLabel
            value={everyMs}
            min={10}
            max={60_000}
            onChange={(value) => onChange({ everyMs: value ?? 100 })}
          />
          <span aria-hidden="true">ms</span>
        </div>
      </FieldScope>
      {otherProcesses && <ProcessChoice tabId={tabId} server={server} />}
    </>
  );
  if (profile.kind === 'captured')
    return (
      <CaptureView kept={profile.kept} state={state} onChange={onChange} buttons={buttons} label="Profile" />
    );
  return (
    <div className={styles.column}>
      <Toolbar label="Profile">{buttons}</Toolbar>
      {profile.kind === 'capturing' && (
        <Capturing
          capture={profile}
          stopLabel="Stop and show"
          onStop={() => useCaptures.getState().stop(tabId, 'profile')}
        />
      )}
      {profile.kind === 'failed' && <CaptureFailed error={profile.error} onRetry={take} />}
      {profile.kind === 'none' && (
        <EmptyState
          icon={<Activity />}
          title="Profile threads"
          text="A profile merges many captures. A function's share of samples is its share of wall-clock time, including waits."
          action={
            <Button variant="primary" icon={<Timer />} disabledReason={fields.invalidReason} onClick={take}>
              Profile
            </Button>
          }
        />
      )}
    </div>
  );
}
