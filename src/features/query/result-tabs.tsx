/** The tabs of a query result. */
import { Lightbulb } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { JsonObject, QueryAnswer } from '../../protocol/queries.ts';
import { CodeEditor } from '../../ui/editor/index.ts';
import { Badge, EmptyState, formatCount, Tabs } from '../../ui/index.ts';
import { AdviceList } from './advice/advice-pane.tsx';
import type { Advice } from './advice/rules.ts';
import { ComparePane } from './compare/compare-pane.tsx';
import { includedItems } from './results/included-items.ts';
import { IncludesPane } from './results/includes-pane.tsx';
import { PlanPane } from './plan/plan-pane.tsx';
import type { QueryState, View } from './runs/query-state.ts';
import { ResultsPane } from './results/results-pane.tsx';
import { TimingsView } from './plan/timings-view.tsx';

interface ResultTabsProps {
  readonly tabId: string;
  readonly advice: readonly Advice[];
  readonly answer: QueryAnswer;
  /** The text that was run, and its parameters. */
  readonly query: string;
  readonly parameters: JsonObject;
  readonly database: string;
  readonly limited: boolean;
  readonly noNewIndex: boolean;
  readonly view: View;
  readonly asJson: boolean;
  readonly asMap: boolean;
  readonly planAsTable: boolean;
  readonly hiddenColumns: readonly string[];
  readonly onHiddenColumns: (hidden: readonly string[]) => void;
  readonly onChange: (change: Partial<QueryState>) => void;
  readonly onRunWithTimings: () => void;
  readonly onOpenDocument: (id: string, split?: boolean) => void;
}

/** Memoized: typing must not re-render a result with thousands of rows. */
export const ResultTabs = memo(function ResultTabs(props: ResultTabsProps) {
  const { answer, database, asJson, asMap, planAsTable, onChange, onRunWithTimings } = props;
  const included = useMemo(() => includedItems(answer).length, [answer]);
  // The chosen view stays: the next answer with included items is shown in it again.
  const shown = props.view === 'includes' && included === 0 ? 'results' : props.view;
  return (
    <Tabs<View>
      label="Query results"
      value={shown}
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
              // Another query starts with its first row; the same one keeps the scroll position.
              key={props.query}
              answer={answer}
              query={props.query}
              parameters={props.parameters}
              database={database}
              limited={props.limited}
              noNewIndex={props.noNewIndex}
              shownAs={asJson ? 'json' : asMap ? 'map' : 'table'}
              onShownAs={(next) => onChange({ asJson: next === 'json', asMap: next === 'map' })}
              hiddenColumns={props.hiddenColumns}
              onHiddenColumns={props.onHiddenColumns}
              onOpenDocument={props.onOpenDocument}
            />
          ),
        },
        ...(included > 0
          ? [
              {
                id: 'includes' as const,
                label: (
                  <>
                    Includes <Badge>{formatCount(included)}</Badge>
                  </>
                ),
                panel: (
                  <IncludesPane
                    key={props.query}
                    answer={answer}
                    database={database}
                    onOpenDocument={props.onOpenDocument}
                  />
                ),
              },
            ]
          : []),
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
              asTable={planAsTable}
              onAsTable={(next) => onChange({ planAsTable: next })}
              onRunWithTimings={onRunWithTimings}
            />
          ),
        },
        {
          id: 'compare',
          label: 'Compare',
          panel: (
            <ComparePane
              tabId={props.tabId}
              database={database}
              query={props.query}
              parameters={props.parameters}
              indexName={answer.indexName}
            />
          ),
        },
        ...(props.advice.length > 0 || shown === 'advice'
          ? [
              {
                id: 'advice' as const,
                label: (
                  <>
                    Advice <Badge>{formatCount(props.advice.length)}</Badge>
                  </>
                ),
                panel:
                  props.advice.length > 0 ? (
                    <AdviceList advice={props.advice} />
                  ) : (
                    <EmptyState
                      icon={<Lightbulb />}
                      title="No advice"
                      text="Nothing in this run needs attention. Run with timings to include the plan."
                    />
                  ),
              },
            ]
          : []),
        {
          id: 'raw',
          label: 'Raw',
          panel: <CodeEditor label="Raw response" language="json" value={answer.raw} readOnly wordWrap />,
        },
      ]}
    />
  );
});
