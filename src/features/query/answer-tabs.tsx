/** One answer, seen four ways. */
import type { QueryAnswer } from '../../protocol/queries.ts';
import { CodeEditor } from '../../ui/editor/index.ts';
import { Badge, formatCount, Tabs } from '../../ui/index.ts';
import { PlanPane } from './plan-pane.tsx';
import type { QueryState, View } from './query-state.ts';
import { ResultsPane } from './results-pane.tsx';
import { TimingsView } from './timings-view.tsx';

interface AnswerTabsProps {
  readonly answer: QueryAnswer;
  readonly database: string;
  readonly limited: boolean;
  readonly state: QueryState;
  readonly onChange: (change: Partial<QueryState>) => void;
  readonly onRunWithTimings: () => void;
  readonly onOpenDocument: (id: string) => void;
}

export function AnswerTabs(props: AnswerTabsProps) {
  const { answer, database, state, onChange, onRunWithTimings } = props;
  return (
    <Tabs<View>
      label="The answer"
      value={state.view}
      onChange={(view) => onChange({ view })}
      items={[
        {
          id: 'results',
          label: (
            <>
              Results <Badge>{formatCount(answer.rows.length)}</Badge>
            </>
          ),
          panel: (
            <ResultsPane
              answer={answer}
              database={database}
              limited={props.limited}
              asJson={state.asJson}
              onAsJson={(asJson) => onChange({ asJson })}
              onOpenDocument={props.onOpenDocument}
            />
          ),
        },
        {
          id: 'timings',
          label: 'Timings',
          panel: <TimingsView answer={answer} onRunWithTimings={onRunWithTimings} />,
        },
        {
          id: 'plan',
          label: 'Plan',
          panel: (
            <PlanPane
              answer={answer}
              database={database}
              asTable={state.planAsTable}
              onAsTable={(planAsTable) => onChange({ planAsTable })}
              onRunWithTimings={onRunWithTimings}
            />
          ),
        },
        {
          id: 'raw',
          label: 'Raw',
          panel: (
            <CodeEditor label="The answer as it came" language="json" value={answer.raw} readOnly wordWrap />
          ),
        },
      ]}
    />
  );
}
