/** Opens and closes the port of the sandbox, and shows what uses it. */
import { Plug, Unplug } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { applicationPortQuery, useSession } from '../../app/registry/index.ts';
import type { ApplicationPort } from '../../contract/index.ts';
import {
  Button,
  CopyButton,
  ErrorView,
  FieldScope,
  NumberField,
  pluralize,
  useInvalidFields,
  useVisible,
} from '../../ui/index.ts';
import { useQuery } from '@tanstack/react-query';
import styles from './applications.module.css';
import { usePortChanges } from './use-port-changes.ts';

const DEFAULT_PORT = 8080;
const CONNECTIONS_REFRESH_MS = 2_000;

export function SandboxPort({ open }: { readonly open: ApplicationPort | null }): ReactNode {
  const [root, visible] = useVisible<HTMLElement>();
  const { port } = useSession();
  // Loads the number of connections more often while it is shown.
  const state = useQuery({
    ...applicationPortQuery(port),
    enabled: visible,
    refetchInterval: open === null ? false : CONNECTIONS_REFRESH_MS,
  });
  const changes = usePortChanges();
  const failed = changes.open.error ?? changes.close.error;
  return (
    <section className={styles.place} aria-labelledby="sandbox-port" ref={root}>
      <h2 id="sandbox-port">{open === null ? 'Open a port for applications' : 'The port is open'}</h2>
      {open === null ? (
        <OpenForm
          isBusy={changes.open.isPending}
          onOpen={(number) => {
            changes.close.reset();
            changes.open.mutate(number);
          }}
        />
      ) : (
        <>
          <p className={styles.address}>
            <code>{open.url}</code>
            <CopyButton label="Copy address" text={() => open.url} />
          </p>
          <p role="status">
            {open.connections === 0
              ? 'No application is connected.'
              : `${pluralize(open.connections, 'connection')} open.`}{' '}
            Workers of subscriptions use port {open.tcpPort}, which clients find by themselves.
          </p>
          <Button
            icon={Unplug}
            disabled={changes.close.isPending}
            onClick={() => {
              changes.open.reset();
              changes.close.mutate();
            }}
          >
            Close port
          </Button>
        </>
      )}
      {failed !== null && (
        <ErrorView
          error={failed}
          doing={changes.open.error === null ? 'Closing the port' : 'Opening the port'}
          compact
        />
      )}
      {state.error !== null && state.data === undefined && (
        <ErrorView
          error={state.error}
          doing="Reading the state of the port"
          onRetry={() => void state.refetch()}
          compact
        />
      )}
      <p>
        {open === null
          ? 'Official clients use the sandbox like a server then, subscriptions included. Only programs on this computer can connect, without a password.'
          : 'Every program on this computer can read and change all databases of the sandbox. Requests of applications are shown under Activity, their effects on the disk under I/O.'}{' '}
        The port closes when Rookery ends.
      </p>
    </section>
  );
}

function OpenForm(props: { readonly isBusy: boolean; readonly onOpen: (port: number) => void }): ReactNode {
  const { isBusy, onOpen } = props;
  const fields = useInvalidFields();
  const [number, setNumber] = useState<number | null>(DEFAULT_PORT);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && fields.invalidReason === undefined) onOpen(number ?? 0);
      }}
    >
      <FieldScope report={fields.report}>
        <NumberField
          label="Port"
          value={number}
          min={0}
          max={65_535}
          placeholder="Any free one"
          disabled={isBusy}
          onChange={setNumber}
        />
      </FieldScope>
      <Button
        type="submit"
        variant="primary"
        icon={Plug}
        disabled={isBusy}
        disabledReason={fields.invalidReason}
      >
        {isBusy ? 'Opening…' : 'Open port'}
      </Button>
    </form>
  );
}
