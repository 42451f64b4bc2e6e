/** The inputs next to the text: the ids, the parameters, the options of the run. */
import type { ReactNode } from 'react';
import { readParameter } from '../../protocol/parameter-value.ts';
import { Checkbox, NumberField, pluralize, Select, TextArea } from '../../ui/index.ts';
import { ParameterForm } from '../../ui/rql/editor.ts';
import { readIds, type PatchState } from './patch-state.ts';
import styles from './patch.module.css';

interface TargetFormProps {
  readonly state: PatchState;
  readonly change: (part: Partial<PatchState>) => void;
  readonly names: readonly string[];
  readonly showMissing: boolean;
  /** Why documents cannot be changed one by one; undefined when they can. */
  readonly oneByOneProblem: string | undefined;
}

export function TargetForm(props: TargetFormProps): ReactNode {
  const { state, change, names, showMissing } = props;
  return (
    <div className={styles.side}>
      {state.target === 'documents' && <IdList state={state} change={change} />}
      {names.length > 0 && (
        <ParameterForm
          names={names}
          typed={state.parameters}
          check={readParameter}
          showMissing={showMissing}
          onChange={(name, typed) => change({ parameters: { ...state.parameters, [name]: typed } })}
        />
      )}
      <RunOptions {...props} />
    </div>
  );
}

function IdList({ state, change }: Pick<TargetFormProps, 'state' | 'change'>) {
  const count = readIds(state.ids).length;
  return (
    <section className={styles.group} aria-label="Documents">
      <TextArea
        label="Document ids"
        mono
        rows={6}
        value={state.ids}
        placeholder={'orders/1-A\norders/2-A'}
        hint={count === 0 ? 'One id per line' : `${pluralize(count, 'document')}, one id per line`}
        onChange={(ids) => change({ ids })}
      />
    </section>
  );
}

function RunOptions({ state, change, oneByOneProblem }: TargetFormProps) {
  const byQuery = state.target === 'query';
  const updates = byQuery && state.action === 'patch';
  const oneByOne = !byQuery || (updates && state.onFailure === 'continue');
  return (
    <section className={styles.group} aria-label="Run options">
      <h3>Run options</h3>
      {updates && (
        <Select
          label="When a document fails"
          value={state.onFailure}
          onChange={(onFailure) => change({ onFailure })}
          hint={
            oneByOneProblem !== undefined && state.onFailure === 'continue'
              ? oneByOneProblem
              : state.onFailure === 'stop'
                ? 'Runs as one operation of the server: the fastest way'
                : 'One request per document, failures are listed'
          }
          options={[
            { value: 'stop', label: 'Stop', hint: 'one operation of the server, the fastest way' },
            {
              value: 'continue',
              label: 'Continue',
              hint: oneByOneProblem ?? 'one request per document, failures are listed',
              disabled: oneByOneProblem !== undefined,
            },
          ]}
        />
      )}
      <NumberField
        label="Max documents per second"
        value={state.maxPerSecond}
        min={1}
        max={1_000_000}
        placeholder="No limit"
        onChange={(maxPerSecond) => change({ maxPerSecond })}
      />
      {!oneByOne && (
        <>
          <Checkbox
            label="Allow stale results"
            hint="Does not wait for the index: can miss documents"
            checked={state.allowStale}
            onChange={(allowStale) => change({ allowStale })}
          />
          {!state.allowStale && (
            <NumberField
              label="Wait for a stale index (seconds)"
              value={state.staleSeconds}
              min={1}
              max={86_400}
              placeholder="Server default"
              onChange={(staleSeconds) => change({ staleSeconds })}
            />
          )}
        </>
      )}
      {updates && !oneByOne && (
        <Checkbox
          label="Ignore the statement limit"
          hint="A script can run longer for one document"
          checked={state.ignoreScriptLimit}
          onChange={(ignoreScriptLimit) => change({ ignoreScriptLimit })}
        />
      )}
    </section>
  );
}
