/** The table without rows, and the next step. */
import { FilePlus2 } from 'lucide-react';
import { Button, EmptyState } from '../../../ui/index.ts';
import type { RowSource } from './collection-rows.ts';

export interface EmptyTableProps {
  readonly source: RowSource;
  readonly writeRefusal: string | undefined;
  readonly onNew: () => void;
  readonly onPrefix: (prefix: string) => void;
}

export function EmptyTable({ source, writeRefusal, onNew, onPrefix }: EmptyTableProps) {
  return source.prefix === '' ? (
    <EmptyState
      icon={FilePlus2}
      title={source.collection === null ? 'No documents yet' : 'No documents in this collection'}
      text="Documents are JSON objects with an id and a collection. Create one here or write documents with a client."
      action={
        <Button variant="primary" disabledReason={writeRefusal} onClick={onNew}>
          New document
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={FilePlus2}
      title="No documents match"
      text={`No document id starts with "${source.prefix}".`}
      action={
        <Button variant="secondary" onClick={() => onPrefix('')}>
          Clear filter
        </Button>
      }
    />
  );
}
