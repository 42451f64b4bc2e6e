/** The panels below the list: details, errors, terms, cleanup. */
import type { ReactNode } from 'react';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { formatCount, Tabs } from '../../../ui/index.ts';
import type { IndexPanel } from '../panel-request.ts';
import { CleanupPanel } from './cleanup-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import type { Lag } from './index-lag.ts';
import { TermsPanel } from './terms-panel.tsx';
import type { IndexDatabase } from './use-indexes.ts';

export interface LowerPanelsProps {
  readonly database: IndexDatabase;
  readonly indexes: readonly IndexStats[];
  readonly current: IndexStats | null;
  readonly lag: Lag | null;
  readonly panel: IndexPanel;
  readonly onPanel: (panel: IndexPanel) => void;
  /** Null: the errors of all indexes. */
  readonly errorsOf: string | null;
  readonly onErrorsOf: (name: string | null) => void;
  readonly onQuery: (name: string) => void;
  readonly onEdit: ((name: string) => void) | null;
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
              onQuery={props.onQuery}
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
          id: 'cleanup',
          label: 'Cleanup',
          panel: (
            <CleanupPanel
              database={database}
              indexes={indexes}
              onShow={props.onShow}
              onDelete={props.onDelete}
            />
          ),
        },
      ]}
    />
  );
}
