import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Port, UpdateState } from '../../contract/index.ts';
import { Banner, Button, CopyButton, Dialog, ErrorView, formatDateTime, Switch } from '../../ui/index.ts';
import { rememberUpdates, updateQuery } from './update-query.ts';
import styles from './updates-dialog.module.css';

/** The setting of the update check, its last result, and a check now. */
export default function UpdatesDialog({
  port,
  onClose,
}: {
  readonly port: Port;
  readonly onClose: () => void;
}): ReactNode {
  const client = useQueryClient();
  const state = useQuery(updateQuery(port));
  const remember = (next: UpdateState): void => rememberUpdates(client, next);
  const check = useMutation({ mutationFn: () => port.call('updates.check', {}), onSuccess: remember });
  const enable = useMutation({
    mutationFn: (enabled: boolean) => port.call('updates.setEnabled', { enabled }),
    onSuccess: remember,
  });
  const { data } = state;
  const feed = data?.feed ?? null;
  const failed = enable.error ?? check.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Updates"
      footer={
        feed !== null && (
          <Button icon={<RotateCw />} disabled={check.isPending} onClick={() => check.mutate()}>
            {check.isPending ? 'Checking…' : 'Check now'}
          </Button>
        )
      }
    >
      <div className={styles.parts}>
        {state.error && (
          <ErrorView
            error={state.error}
            doing="Loading the update settings"
            compact
            onRetry={() => void state.refetch()}
          />
        )}
        {data && <Result state={data} />}
        {data && feed !== null && (
          <Switch
            label="Check once a day"
            hint={`One request to ${feed}. It sends the version of Rookery and nothing else. Nothing is downloaded or installed.`}
            checked={data.enabled}
            disabled={enable.isPending}
            onChange={(enabled) => enable.mutate(enabled)}
          />
        )}
        {failed && <ErrorView error={failed} doing="The check for a newer version" compact />}
      </div>
    </Dialog>
  );
}

function Result({ state }: { readonly state: UpdateState }): ReactNode {
  const { newer, feed, checkedAt, version } = state;
  if (feed === null)
    return (
      <p>
        This is Rookery {version}. This build names no release feed, so it cannot look for a newer version.
        Look where you got it.
      </p>
    );
  if (newer !== null)
    return (
      <Banner tone="info" actions={<CopyButton label="Copy address" text={newer.page} />}>
        Rookery {newer.version} of {newer.date} is available:{' '}
        <span className={styles.page}>{newer.page}</span>
      </Banner>
    );
  return (
    <p>
      This is Rookery {version}.{' '}
      {checkedAt === null
        ? 'Nothing was checked yet.'
        : `It was the newest version on ${formatDateTime(new Date(checkedAt))}.`}
    </p>
  );
}
