/** The text of the query and its parameters. */
import type { Ref } from 'react';
import { useSyntaxCheck } from '../../app/registry/index.ts';
import { readParameter } from '../../protocol/parameter-value.ts';
import type { QueryProblem } from '../../protocol/queries.ts';
import { ParameterForm, RQL, RqlEditor, type RqlEditorHandle } from '../../ui/rql/editor.ts';
import type { SampledNames } from './editor/use-completion-names.ts';
import styles from './query.module.css';
import type { QueryState } from './runs/query-state.ts';

interface QueryEditorPaneProps {
  readonly connectionId: string;
  readonly state: QueryState;
  /** Of the last run of this text. */
  readonly problem: QueryProblem | null;
  /** For completion; read once. */
  readonly names: SampledNames;
  readonly parameters: readonly string[];
  readonly showMissing: boolean;
  readonly onChange: (part: Partial<QueryState>) => void;
  readonly handle: Ref<RqlEditorHandle>;
}

export function QueryEditorPane(props: QueryEditorPaneProps) {
  const { connectionId, state, parameters, onChange } = props;
  const syntax = useSyntaxCheck(connectionId, state.text);
  return (
    <div className={styles.sideBySide}>
      <div className={styles.main}>
        <RqlEditor
          language={RQL}
          label="Query"
          placeholder="from Collection where Field = 'value'   (Ctrl+Enter runs, Ctrl+Space completes)"
          text={state.text}
          onText={(text) => onChange({ text })}
          problem={props.problem}
          syntax={syntax}
          names={props.names}
          place={state.place}
          onPlace={(at) => onChange({ place: at })}
          handle={props.handle}
        />
      </div>
      {parameters.length > 0 && (
        <ParameterForm
          names={parameters}
          typed={state.parameters}
          check={readParameter}
          showMissing={props.showMissing}
          onChange={(parameter, typed) =>
            onChange({ parameters: { ...state.parameters, [parameter]: typed } })
          }
        />
      )}
    </div>
  );
}
