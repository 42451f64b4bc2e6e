/** Garbage collections that were seen, and the button that runs one. */
import { useState, type ReactNode } from 'react';
import { useServerWriteRefusal, useSession } from '../../../app/registry/index.ts';
import type { ServerClient } from '../../../protocol/client.ts';
import { collectGarbage } from '../../../protocol/memory.ts';
import {
  Button,
  ConfirmDialog,
  SortedGrid,
  ErrorView,
  formatBytes,
  formatCount,
  formatDateTime,
  formatMs,
} from '../../../ui/index.ts';
import styles from '../memory.module.css';
import type { SeenCollection } from '../readings/memory-history.ts';

const kinds: Readonly<Record<SeenCollection['kind'], string>> = {
  Ephemeral: 'Generations 0 and 1',
  Background: 'Background',
  FullBlocking: 'Full, blocking',
};
const size = (bytes: number | null): string => (bytes === null ? '–' : formatBytes(bytes));

export function CollectionsPane(props: {
  readonly server: ServerClient;
  readonly connection: string;
  readonly collections: readonly SeenCollection[] | null;
  readonly error: unknown;
  readonly onRefresh: () => void;
}): ReactNode {
  const { server, connection, collections, error, onRefresh } = props;
  const session = useSession();
  const refusal = useServerWriteRefusal(server.connection);
  const [asking, setAsking] = useState(false);
  const rows = collections ?? [];
  return (
    <div className={styles.pane}>
      <div className={styles.line}>
        <p className={styles.note}>
          The last collection of each kind at each reading. Collections in between are not reported.
        </p>
        <Button onClick={() => setAsking(true)} disabledReason={refusal}>
          Collect garbage…
        </Button>
      </div>
      {error !== null && (
        <ErrorView error={error} doing="Reading garbage collections" onRetry={onRefresh} compact />
      )}
      <div className={styles.grid}>
        <SortedGrid<SeenCollection>
          label="Garbage collections"
          rowCount={rows.length}
          row={(index) => rows[index]}
          busy={collections === null && error === null}
          empty={
            <p className={styles.note}>
              {collections === null ? 'Reading…' : 'The server has not collected garbage yet.'}
            </p>
          }
          columns={[
            {
              id: 'index',
              title: 'Number',
              width: 90,
              align: 'end',
              value: ({ index }) => index,
              render: ({ index }) => formatCount(index),
            },
            {
              id: 'seen',
              title: 'Seen',
              width: 100,
              value: ({ seen }) => seen,
              render: ({ seen }) => formatDateTime(seen).slice(11),
            },
            {
              id: 'kind',
              title: 'Kind',
              width: 170,
              value: ({ kind }) => kinds[kind],
              render: ({ kind }) => kinds[kind],
            },
            {
              id: 'generation',
              title: 'Generation',
              width: 100,
              align: 'end',
              value: ({ generation }) => generation,
              render: ({ generation }) => generation ?? '–',
            },
            {
              id: 'pauses',
              title: 'Pauses',
              width: 200,
              mono: true,
              render: ({ pauses }) => pauses.join(', '),
            },
            {
              id: 'heap',
              title: 'Heap after collection',
              width: 110,
              align: 'end',
              value: ({ heapSize }) => heapSize,
              render: ({ heapSize }) => size(heapSize),
            },
            {
              id: 'fragmented',
              title: 'Fragmented',
              width: 110,
              align: 'end',
              value: ({ fragmented }) => fragmented,
              render: ({ fragmented }) => size(fragmented),
            },
            {
              id: 'committed',
              title: 'Committed',
              width: 110,
              align: 'end',
              value: ({ committed }) => committed,
              render: ({ committed }) => size(committed),
            },
            {
              id: 'share',
              title: 'Paused since start',
              width: 140,
              align: 'end',
              value: ({ pausePercentage }) => pausePercentage,
              render: ({ pausePercentage }) => (pausePercentage === null ? '–' : `${pausePercentage} %`),
            },
          ]}
        />
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Collect garbage of ${connection}?`}
        confirmLabel="Collect garbage"
        danger
        onConfirm={async () => {
          const { before, after, durationMs } = await collectGarbage(server);
          session.notify({
            kind: 'success',
            message: `Garbage collected: ${before ?? 'unknown size'} before, ${after ?? 'unknown size'} after${durationMs === null ? '' : `, in ${formatMs(durationMs)}`}.`,
          });
          onRefresh();
        }}
      >
        <p>Every request of the server waits until the collection ends, which can take seconds.</p>
      </ConfirmDialog>
    </div>
  );
}
