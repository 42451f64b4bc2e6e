/** Conditions that mark a moment and capture all stacks. */
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton, Select, TextField } from '../../../ui/index.ts';
import { MAX_TRIGGERS, triggerKinds, type TriggerDraft, type TriggerKind } from './draft.ts';
import styles from './record.module.css';

const kindOptions = Object.entries(triggerKinds).map(([value, { label }]) => ({
  value: value as TriggerKind,
  label,
}));

export function TriggersField(props: {
  readonly triggers: readonly TriggerDraft[];
  readonly problems: ReadonlyMap<number, string>;
  /** A trigger ends the recording. */
  readonly ends: boolean;
  readonly onChange: (triggers: readonly TriggerDraft[]) => void;
}): ReactNode {
  const { triggers, problems, ends, onChange } = props;
  const replace = (id: number, part: Partial<TriggerDraft>): void =>
    onChange(triggers.map((each) => (each.id === id ? { ...each, ...part } : each)));
  return (
    <fieldset className={styles.group}>
      <legend>Triggers</legend>
      <p className={styles.hint}>
        {ends
          ? 'The first that fires marks the moment, captures all stacks and ends the recording some seconds later.'
          : 'Each marks the moment and captures all stacks. The recording continues.'}
        {ends && triggers.length === 0 && ' Without a trigger it runs until you stop it.'}
      </p>
      {triggers.length > 0 && (
        <ol className={styles.triggers} aria-label="Triggers">
          {triggers.map(({ id, kind, value }, place) => {
            const { value: meaning, unit } = triggerKinds[kind];
            const valueLabel = unit === '' ? meaning : `${meaning} (${unit})`;
            return (
              <li key={id}>
                <Select
                  label={`Trigger ${place + 1}`}
                  hideLabel
                  value={kind}
                  options={kindOptions}
                  onChange={(next) => replace(id, { kind: next, value: triggerKinds[next].initial })}
                />
                <span className={styles.meaning} aria-hidden="true">
                  {valueLabel}
                </span>
                <TextField
                  label={`${valueLabel}, trigger ${place + 1}`}
                  hideLabel
                  mono={kind === 'log'}
                  inputMode={kind === 'log' ? 'text' : 'numeric'}
                  value={value}
                  placeholder={kind === 'log' ? 'timeout|refused' : undefined}
                  error={problems.get(id)}
                  onChange={(next) => replace(id, { value: next })}
                />
                <IconButton
                  label={`Remove trigger ${place + 1}`}
                  icon={X}
                  onClick={() => onChange(triggers.filter((each) => each.id !== id))}
                />
              </li>
            );
          })}
        </ol>
      )}
      <Button
        icon={Plus}
        disabledReason={
          triggers.length < MAX_TRIGGERS ? undefined : `A recording has at most ${MAX_TRIGGERS} triggers.`
        }
        onClick={() => onChange([...triggers, newTrigger(triggers)])}
      >
        Add trigger
      </Button>
    </fieldset>
  );
}

function newTrigger(triggers: readonly TriggerDraft[]): TriggerDraft {
  const unused = kindOptions.find(({ value }) => triggers.every(({ kind }) => kind !== value));
  const kind = unused?.value ?? 'slow-write';
  return { id: Math.max(0, ...triggers.map(({ id }) => id)) + 1, kind, value: triggerKinds[kind].initial };
}
