/** The screen of one document: loads it, then renders the editor. */
import { FileQuestion } from 'lucide-react';
import { type ScreenProps, useDatabase, useSession } from '../../../app/registry/index.ts';
import { Button, EmptyState, ErrorView, SkeletonRows } from '../../../ui/index.ts';
import { DocumentEditor } from './document-editor.tsx';
import styles from '../documents.module.css';
import { useInitialDraft } from './use-document-draft.ts';

export default function DocumentScreen(props: ScreenProps) {
  const session = useSession();
  const database = useDatabase(props);
  const initial = useInitialDraft(database, props);
  switch (initial.kind) {
    case 'loading':
      return (
        <div className={styles.screen}>
          <div className={styles.skeletonBar} />
          <SkeletonRows rows={14} label={`Loading ${props.params.id ?? 'the document'}`} />
        </div>
      );
    case 'failed':
      return (
        <ErrorView
          error={initial.error}
          doing={`Opening ${props.params.id ?? 'the document'}`}
          onRetry={initial.retry}
        />
      );
    case 'missing':
      return (
        <EmptyState
          icon={FileQuestion}
          title="Document not found"
          text={`This database has no document with the id ${initial.id}. It may be deleted, or the id is misspelled. Letter case does not matter.`}
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
    case 'ready':
      return (
        <DocumentEditor tabId={props.tabId} params={props.params} database={database} initial={initial} />
      );
  }
}
