/** Makes the sandbox's disk and clock misbehave; the other screens show what happens then. */
import { Activity, Check, Undo2, Zap } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useConnection, useSession, useWriteRefusal, type ScreenProps } from '../../app/registry/index.ts';
import { noFaults, type FaultInjection, type Faults } from '../../protocol/fault-injection.ts';
import {
  Button,
  EmptyState,
  ErrorView,
  FieldScope,
  SkeletonRows,
  type TimeUnit,
  Toolbar,
  ToolbarSpace,
  useInvalidFields,
  useVisible,
} from '../../ui/index.ts';
import { FaultForm } from './fault-form.tsx';
import styles from './fault-injection.module.css';
import { sameFaults } from './fault-presets.ts';
import { countTexts, faultTexts, offsetUnit } from './fault-texts.ts';
import { useFaultInjection } from './use-fault-injection.ts';

export default function FaultInjectionScreen({ connectionId }: ScreenProps): ReactNode {
  const [root, visible] = useVisible<HTMLDivElement>();
  const { state, apply } = useFaultInjection(connectionId, { enabled: true, watching: visible });
  const name = useConnection(connectionId)?.name ?? connectionId;
  return (
    <div className={styles.screen} ref={root}>
      {state.data === undefined ? (
        state.error ? (
          <ErrorView
            error={state.error}
            doing="Reading the injected faults"
            onRetry={() => void state.refetch()}
          />
        ) : (
          <SkeletonRows label="Reading the injected faults" />
        )
      ) : state.data === null ? (
        <EmptyState
          icon={Zap}
          title={`${name} injects no faults`}
          text={
            <>
              Faults of the disk and the clock can be injected into the sandbox, and into{' '}
              <code>rookeryd</code> when it is started with <code>--fault-injection</code>. Nothing is changed
              on other servers.
            </>
          }
        />
      ) : (
        <Injection connectionId={connectionId} state={state.data} apply={apply} />
      )}
    </div>
  );
}

function Injection(props: {
  readonly connectionId: string;
  readonly state: FaultInjection;
  readonly apply: ReturnType<typeof useFaultInjection>['apply'];
}) {
  const { connectionId, state, apply } = props;
  const session = useSession();
  const refusal = useWriteRefusal(connectionId);
  const fields = useInvalidFields();
  const [draft, setDraft] = useState<{ faults: Faults; unit: TimeUnit } | null>(null);
  const faults = draft?.faults ?? state.faults;
  const unit = draft?.unit ?? offsetUnit(state.faults.clockOffset);
  const changed = !sameFaults(faults, state.faults);
  const set = (next: Faults): void => apply.mutate(next, { onSuccess: () => setDraft(null) });
  return (
    <>
      <Toolbar label="Fault injection">
        <Button
          variant="primary"
          icon={Check}
          disabled={!changed || apply.isPending}
          disabledReason={refusal ?? fields.invalidReason}
          onClick={() => set(faults)}
        >
          Apply
        </Button>
        <Button
          icon={Undo2}
          disabled={!state.active || apply.isPending}
          disabledReason={refusal}
          onClick={() => set(noFaults)}
        >
          Remove all faults
        </Button>
        <ToolbarSpace />
        <Button icon={Activity} onClick={() => session.openScreen('io')}>
          Open I/O
        </Button>
      </Toolbar>
      {apply.error && (
        <ErrorView
          error={apply.error}
          doing="Changing the injected faults"
          onRetry={() => set(faults)}
          compact
        />
      )}
      <div className={styles.body}>
        <FieldScope report={fields.report}>
          <FaultForm
            faults={faults}
            unit={unit}
            disabled={refusal !== undefined || apply.isPending}
            onChange={(next, nextUnit) => setDraft({ faults: next, unit: nextUnit })}
          />
        </FieldScope>
        <section className={styles.now} aria-label="Now">
          <h2>{state.active ? 'Injected now' : 'Nothing is injected'}</h2>
          {state.active && (
            <>
              <ul>
                {faultTexts(state.faults).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <h3>Since then</h3>
              <ul className={styles.counts}>
                {countTexts(state.counts).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </>
          )}
          <p>
            Faults act on the real data folder: a write that fails is refused, what was acknowledged stays.
            They end when they are removed or when the program ends. Files of indexes are mapped into memory
            and are not slowed down.
          </p>
          <p>
            A clock that is ahead archives, expires and refreshes documents that are due then; setting it back
            does not undo that.
          </p>
        </section>
      </div>
    </>
  );
}
