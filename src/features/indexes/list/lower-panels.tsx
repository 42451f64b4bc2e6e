/** The panels below the list: details, errors, terms, groups, dependents, cleanup. */
import type { ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { formatCount, Tabs } from '../../../ui/index.ts';
import type { IndexPanel } from '../panel-request.ts';
import { GroupsPanel } from '../groups/groups-panel.tsx';
import { CleanupPanel } from './cleanup-panel.tsx';
import { DependentsPanel } from './dependents-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import type { IndexGrowth } from './growth.ts';
import type { Lag } from './index-lag.ts';
import { TermsPanel } from './terms-panel.tsx';

export interface LowerPanelsProps {
  readonly database: Database;
  readonly indexes: readonly IndexStats[];
  readonly current: IndexStats | null;
  readonly lag: Lag | null;
  readonly growth: IndexGrowth;
  readonly panel: IndexPanel;
  readonly onPanel: (panel: IndexPanel) => void;
  /** Null: the errors of all indexes. */
  readonly errorsOf: string | null;
  readonly onErrorsOf: (name: string | null) => void;
  readonly onQuery: (name: string) => void;
  readonly onBatches: (name: string) => void;
  readonly onEdit: ((name: string) => void) | null;
  /** Opens one index in place of several; null without an editor. */
  readonly onMerge: ((names: readonly string[]) => void) | null;
  readonly onShow: (name: string) => void;
  readonly onDelete: (indexes: readonly IndexStats[]) => void;
}

export function LowerPanels(props: LowerPanelsProps): ReactNode {
  const { database, indexes, current } = props;
  const errors = indexes.reduce((sum, index) => sum + (index.errors ?? 0), 0);
  return (
    <Tabs
      label="Index panels"
      value={props.panel}
      onChange={props.onPanel}
      items={[
        {
          id: 'details',
          label: 'Details',
          panel: (
            <DetailsPanel
              database={database}
              index={current}
              lag={props.lag}
              growth={props.growth}
              onQuery={props.onQuery}
              onBatches={props.onBatches}
              onEdit={props.onEdit}
            />
          ),
        },
        {
          id: 'errors',
          label: errors === 0 ? 'Errors' : `Errors (${formatCount(errors)})`,
          panel: (
            <ErrorsPanel
              key={props.errorsOf ?? ''}
              database={database}
              indexes={indexes}
              index={props.errorsOf}
              onIndex={props.onErrorsOf}
            />
          ),
        },
        {
          id: 'terms',
          label: 'Terms',
          panel: <TermsPanel database={database} index={current?.name ?? null} />,
        },
        {
          id: 'groups',
          label: 'Groups',
          panel: <GroupsPanel database={database} index={current} />,
        },
        {
          id: 'dependents',
          label: 'Dependents',
          panel: <DependentsPanel database={database} onShow={props.onShow} />,
        },
        {
          id: 'cleanup',
          label: 'Cleanup',
          panel: (
            <CleanupPanel
              database={database}
              indexes={indexes}
              onShow={props.onShow}
              onDelete={props.onDelete}
              onMerge={props.onMerge}
            />
          ),
        },
      ]}
    />
  );
}
