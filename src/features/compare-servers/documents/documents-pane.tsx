/** Compares documents on demand: the options, the progress and the differences. */
import type { ReactNode } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { ignoredNames, type CompareState } from '../compare-state.ts';
import styles from '../compare.module.css';
import type { SideNames } from '../export/compare-file.ts';
import type { Both } from '../readings/reading.ts';
import { compareDocuments } from './compare-documents.ts';
import { DocumentsOptions } from './documents-options.tsx';
import { DocumentsResult } from './documents-result.tsx';
import type { OpenDocument } from './report-view.tsx';
import { cancelComparison, idleRun, runComparison, useDocumentRuns } from './run-store.ts';

interface PaneProps {
  readonly runKey: string;
  readonly sides: Both<DatabaseClient>;
  readonly names: SideNames;
  /** The collections of both sides; null until they are read. */
  readonly collections: readonly string[] | null;
  /** Documents of both sides together; null until they are counted. */
  readonly total: number | null;
  readonly state: CompareState;
  readonly change: (part: Partial<CompareState>) => void;
  readonly onOpen: OpenDocument;
}

export function DocumentsPane(props: PaneProps): ReactNode {
  const { runKey, sides, names, collections, total, state, change } = props;
  const session = useSession();
  const run = useDocumentRuns(({ runs }) => runs.get(runKey) ?? idleRun);
  const running = run.kind === 'running';
  const start = () => {
    const { extent, newest, most } = state;
    void runComparison(
      runKey,
      session,
      `Comparing documents of ${names.left} and ${names.right}`,
      extent === 'all' ? total : null,
      (signal, onProgress) =>
        compareDocuments(
          sides,
          collections ?? [],
          {
            extent,
            newest,
            most,
            collections: state.collections,
            ignoredMetadata: ignoredNames(state.ignoredMetadata),
          },
          signal,
          onProgress,
        ),
    );
  };
  return (
    <div className={styles.documents}>
      <DocumentsOptions
        state={state}
        change={change}
        collections={collections}
        running={running}
        cancelling={running && run.cancelling}
        onStart={start}
        onCancel={() => cancelComparison(runKey)}
      />
      <div className={styles.result}>
        <DocumentsResult
          run={run}
          names={names}
          total={state.extent === 'all' ? total : null}
          onOpen={props.onOpen}
        />
      </div>
    </div>
  );
}
