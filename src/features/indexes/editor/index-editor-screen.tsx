/** The screen of one index: loads its definition, then renders the editor. */
import { FileQuestion, Zap } from 'lucide-react';
import { type ScreenProps, useDatabase, useSession } from '../../../app/registry/index.ts';
import { Button, EmptyState, ErrorView, SkeletonRows } from '../../../ui/index.ts';
import { IndexEditor } from './index-editor.tsx';
import styles from './index-editor.module.css';
import { useInitialDraft } from './use-initial-draft.ts';

export default function IndexEditorScreen(props: ScreenProps) {
  const session = useSession();
  const database = useDatabase(props);
  const initial = useInitialDraft(database, props);
  const what = props.params.index ?? props.params.convert ?? props.params.cloneOf ?? 'a new index';
  switch (initial.kind) {
    case 'loading':
      return (
        <div className={styles.screen}>
          <SkeletonRows rows={14} label={`Loading ${what}`} />
        </div>
      );
    case 'failed':
      return <ErrorView error={initial.error} doing={`Opening ${what}`} onRetry={initial.retry} />;
    case 'missing':
      return (
        <EmptyState
          icon={FileQuestion}
          title="Index not found"
          text={`This database has no index named ${initial.name}. It may be deleted or renamed.`}
          action={
            <>
              <Button variant="secondary" onClick={initial.retry}>
                Refresh
              </Button>
              <Button variant="ghost" onClick={() => session.closeTab(props.tabId)}>
                Close tab
              </Button>
            </>
          }
        />
      );
    case 'automatic':
      return (
        <EmptyState
          icon={Zap}
          title={initial.name}
          text="This is an automatic index: the server created it for a query, so its definition cannot be edited. Convert it to a static index to change fields, analyzers or the map."
          action={
            <Button
              variant="primary"
              onClick={() => {
                session.openScreen('index-editor', { params: { convert: initial.name } });
                session.closeTab(props.tabId);
              }}
            >
              Convert to a static index
            </Button>
          }
        />
      );
    case 'ready':
      return (
        <IndexEditor tabId={props.tabId} params={props.params} database={database} initial={initial.draft} />
      );
  }
}
