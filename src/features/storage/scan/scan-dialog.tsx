/** Which documents a scan reads and how fast, with what it costs. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getCollectionStats, type CollectionStats } from '../../../protocol/collections.ts';
import { Button, Dialog, ErrorView, NumberField, pluralize, Select } from '../../../ui/index.ts';
import styles from '../storage.module.css';
import type { ScanRequest } from './scan-store.ts';
import { costText } from './scan-texts.ts';

const DEFAULT_MOST = 100_000;
const MAX_MOST = 10_000_000;
const DEFAULT_PER_SECOND = 1_000;
/** No collection has this name. */
const ALL = '';

export function ScanDialog({
  database,
  builtIn,
  onStart,
  onClose,
}: {
  readonly database: Database;
  /** The engine runs in this program: no other client waits for it. */
  readonly builtIn: boolean;
  readonly onStart: (request: ScanRequest) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [collection, setCollection] = useState(ALL);
  const [most, setMost] = useState<number | null>(DEFAULT_MOST);
  const [maxPerSecond, setMaxPerSecond] = useState<number | null>(builtIn ? null : DEFAULT_PER_SECOND);
  const { data, error, refetch } = useQuery({
    queryKey: [...database.key, 'scan-collections'],
    queryFn: ({ signal }) => getCollectionStats(database.client, { signal }),
  });
  const existing = data ? documentsOf(data, collection) : null;
  const limit = most ?? MAX_MOST;
  const total = existing === null ? null : Math.min(existing, limit);
  const options = { collection: collection === ALL ? null : collection, most: limit, maxPerSecond };
  return (
    <Dialog
      open
      title={`Scan documents of ${database.client.name}`}
      onClose={onClose}
      onSubmit={() => onStart({ ...options, total })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Start scan
          </Button>
        </>
      }
    >
      <p className={styles.paragraph}>
        Finds the largest documents and the largest attachments. Reads the metadata and the size of each
        document, not its content, and changes nothing.
      </p>
      <Select
        label="Collection"
        value={collection}
        onChange={setCollection}
        options={[
          {
            value: ALL,
            label: 'All collections',
            ...(data ? { hint: pluralize(data.documents, 'document') } : {}),
          },
          ...(data?.collections ?? [])
            .filter(({ documents }) => documents > 0)
            .map(({ name, documents }) => ({
              value: name,
              label: name,
              hint: pluralize(documents, 'document'),
            })),
        ]}
      />
      {error !== null && (
        <ErrorView compact error={error} doing="Loading collections" onRetry={() => void refetch()} />
      )}
      <NumberField
        label="Maximum documents"
        value={most}
        min={1}
        max={MAX_MOST}
        placeholder={String(MAX_MOST)}
        onChange={setMost}
      />
      <NumberField
        label="Documents per second"
        value={maxPerSecond}
        min={1}
        max={1_000_000}
        placeholder="No limit"
        hint={`${builtIn ? '' : 'Preset for servers, so that other clients stay fast. '}Empty: no limit.`}
        onChange={setMaxPerSecond}
      />
      <p className={styles.paragraph} role="status">
        {costText(total, options)}
      </p>
    </Dialog>
  );
}

function documentsOf({ documents, collections }: CollectionStats, collection: string): number {
  if (collection === ALL) return documents;
  return collections.find(({ name }) => name === collection)?.documents ?? 0;
}
