import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { Button, Checkbox, Dialog, ErrorView, pluralize, SkeletonRows } from '../../ui/index.ts';
import { planSampleData, type SamplePlan } from './sample-data.ts';

/** Counts what the sample data would add and replace, and asks before it is written. */
export function FillSampleDialog(props: {
  readonly connectionId: string;
  readonly database: string;
  readonly onClose: () => void;
  readonly onFill: (plan: SamplePlan, overwrite: boolean) => void;
}): ReactNode {
  const { connectionId, database, onClose, onFill } = props;
  const { port } = useSession();
  const [overwrite, setOverwrite] = useState(false);
  const plan = useQuery({
    queryKey: [connectionId, database, 'sample-data'],
    queryFn: ({ signal }) => planSampleData(new ServerClient(port, connectionId).database(database), signal),
    // Counted again each time the dialog opens.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const counted = plan.isFetching ? undefined : plan.data;
  const written = counted ? counted.added.length + (overwrite ? counted.existing.length : 0) : 0;

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add sample data to ${database}?`}
      width="narrow"
      onSubmit={() => {
        if (counted && written > 0) onFill(counted, overwrite);
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant={overwrite ? 'danger' : 'primary'}
            disabled={counted === undefined || written === 0}
          >
            {written === 0
              ? 'Add documents'
              : `${overwrite ? 'Write' : 'Add'} ${pluralize(written, 'document')}`}
          </Button>
        </>
      }
    >
      {plan.isError ? (
        <ErrorView
          error={plan.error}
          doing={`Counting documents of ${database}`}
          onRetry={() => void plan.refetch()}
          compact
        />
      ) : counted === undefined ? (
        <SkeletonRows rows={2} label="Counting documents" />
      ) : (
        <>
          <p>{sentence(counted)}</p>
          {counted.existing.length > 0 && (
            <Checkbox
              label={`Overwrite ${pluralize(counted.existing.length, 'existing document')}`}
              hint="Replaces their content with the sample data. This cannot be undone."
              checked={overwrite}
              onChange={setOverwrite}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function sentence({ added, existing }: SamplePlan): string {
  if (added.length === 0) return `All ${pluralize(existing.length, 'sample document')} already exist.`;
  if (existing.length === 0)
    return `${pluralize(added.length, 'sample document')} will be added. None of their ids exists yet.`;
  return `${pluralize(added.length, 'sample document')} will be added, including any that were deleted here. ${pluralize(existing.length, 'other')} already ${existing.length === 1 ? 'exists' : 'exist'} and will be skipped.`;
}
