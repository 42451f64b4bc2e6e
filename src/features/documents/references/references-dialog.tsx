/** "Referenced by": fields that hold ids like this one, found in samples, each with a query for the documents. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { sampleCollection } from '../../../protocol/collection-sample.ts';
import { getCollectionNames } from '../../../protocol/collections.ts';
import { Badge, Button, Dialog, ErrorView, formatCount, pluralize, SkeletonRows } from '../../../ui/index.ts';
import { referenceFields, referenceQuery } from './find-references.ts';
import styles from '../documents.module.css';

/** A sample of each is read; more would be hundreds of requests. */
const MAX_COLLECTIONS = 100;
const FRESH_MS = 60_000;

export interface ReferencesDialogProps {
  readonly database: Database;
  readonly id: string;
  readonly onClose: () => void;
}

export function ReferencesDialog({ database, id, onClose }: ReferencesDialogProps) {
  const session = useSession();
  const names = useQuery({
    queryKey: [...database.key, 'collections', 'names'],
    queryFn: ({ signal }) => getCollectionNames(database.client, { signal }),
    retry: false,
  });
  const all = names.data ?? [];
  const collections = all.slice(0, MAX_COLLECTIONS);
  const samples = useQueries({
    queries: collections.map((collection) => ({
      queryKey: [...database.key, 'collection-sample', collection],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        sampleCollection(database.client, collection, { signal }),
      staleTime: FRESH_MS,
      retry: false,
    })),
  });
  const loading = names.isPending || samples.some((each) => each.isPending);
  const error = names.error ?? samples.find((each) => each.error !== null)?.error ?? null;
  const found = collections.flatMap((collection, at) =>
    referenceFields(samples[at]?.data?.documents ?? [], id).map((field) => ({ collection, ...field })),
  );
  const retry = () => {
    void names.refetch();
    for (const each of samples) if (each.isError) void each.refetch();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`References to ${id}`}
      description="Fields with ids of this kind, from a sample of each collection, without objects and lists whose first name needs quotes. A query finds all documents; on a server it may create an automatic index."
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {error !== null && <ErrorView error={error} doing="Reading samples" onRetry={retry} compact />}
      {loading && <SkeletonRows rows={4} label="Reading samples" />}
      {!loading && found.length === 0 && error === null && (
        <p className={styles.note}>No sampled document has a field with ids of this kind.</p>
      )}
      <ul className={styles.references} aria-label="Fields">
        {found.map(({ collection, path, exact, alike }) => (
          <li key={`${collection}\n${path}`}>
            <span>
              {collection} · <code>{path}</code>
            </span>
            {exact > 0 && <Badge tone="info">{formatCount(exact)} in the sample</Badge>}
            <Button
              icon={<Search />}
              title={`${pluralize(alike, 'id')} of this kind in the sample`}
              onClick={() => {
                onClose();
                session.openScreen('query', { params: { query: referenceQuery(collection, path, id) } });
              }}
            >
              Query {collection} by {path}
            </Button>
          </li>
        ))}
      </ul>
      {all.length > collections.length && (
        <p className={styles.note}>
          Read the first {formatCount(collections.length)} of {pluralize(all.length, 'collection')}.
        </p>
      )}
    </Dialog>
  );
}
