import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Pencil, Plus, RefreshCw, Trash2, Upload } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import {
  databasesQuery,
  useConnection,
  useIdentity,
  useServerWriteRefusal,
  useSession,
  type ScreenProps,
} from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { listCertificates, type RegisteredCertificate } from '../../protocol/server-certificates.ts';
import {
  Banner,
  Button,
  CopyButton,
  SortedGrid,
  EmptyState,
  ErrorView,
  IconButton,
  SkeletonRows,
  TextField,
  Toolbar,
  ToolbarSpace,
} from '../../ui/index.ts';
import { certificatesAsCsv, endingText, filterCertificates } from './certificate-list.ts';
import { columnsOf } from './certificate-columns.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { GenerateDialog } from './generate-dialog.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import styles from './server-certificates.module.css';

type Open =
  | { readonly kind: 'generate' }
  | { readonly kind: 'upload' }
  | { readonly kind: 'edit' | 'delete'; readonly certificate: RegisteredCertificate }
  | null;

export default function CertificatesScreen({ connectionId }: ScreenProps): ReactNode {
  return capabilitiesOf(connectionId).builtIn ? (
    <EmptyState
      icon={BadgeCheck}
      title="The sandbox has no certificates"
      text="It runs inside this program. Open a server with TLS to manage its certificates."
    />
  ) : (
    <ServerCertificates connectionId={connectionId} />
  );
}

function ServerCertificates({ connectionId }: { readonly connectionId: string }): ReactNode {
  const session = useSession();
  const queryClient = useQueryClient();
  const connection = useConnection(connectionId);
  const identity = useIdentity(connectionId);
  const refusal = useServerWriteRefusal(connectionId);
  const server = useMemo(() => new ServerClient(session.port, connectionId), [session.port, connectionId]);
  const list = useQuery({
    queryKey: [connectionId, '@certificates'],
    queryFn: ({ signal }) => listCertificates(server, signal),
  });
  const databases = useQuery(databasesQuery(session.port, connectionId)).data?.map(({ name }) => name) ?? [];
  const [filter, setFilter] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [open, setOpen] = useState<Open>(null);

  const own = identity?.thumbprint ?? null;
  const hasTwoFactor = identity?.hasTwoFactor ?? false;
  const now = list.dataUpdatedAt;
  const rows = useMemo(() => filterCertificates(list.data ?? [], filter), [list.data, filter]);
  const columns = useMemo(() => columnsOf({ own, hasTwoFactor, now }), [own, hasTwoFactor, now]);
  const place = rows.findIndex(({ thumbprint }) => thumbprint === selectedId);
  const selected = rows[place];
  const ending = endingText(list.data ?? [], now);

  /** Why the selected one cannot be changed; undefined: it can. */
  const noChange =
    refusal ??
    (selected === undefined
      ? 'Select a certificate.'
      : selected.isServer
        ? 'The certificate of the server itself is changed in its configuration.'
        : undefined);
  const noDelete =
    noChange ??
    (selected?.thumbprint === own
      ? 'This connection uses this certificate, so the server refuses to delete it. Make another one active first.'
      : undefined);

  async function done(message: string): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: [connectionId, '@certificates'] });
    await queryClient.invalidateQueries({ queryKey: [connectionId, '@identity'] });
    session.notify({ kind: 'success', message });
  }

  function change(kind: 'edit' | 'delete'): void {
    const reason = kind === 'edit' ? noChange : noDelete;
    if (reason !== undefined) session.notify({ kind: 'info', message: reason });
    else if (selected !== undefined) setOpen({ kind, certificate: selected });
  }

  const close = (): void => setOpen(null);
  const shared = { databases, onClose: close, onDone: done };

  function body(): ReactNode {
    if (list.isPending) return <SkeletonRows label="Loading the certificates" />;
    if (list.data === undefined)
      return (
        <ErrorView
          error={list.error}
          doing={`Loading the certificates of ${connection?.name ?? 'the server'}`}
          onRetry={() => void list.refetch()}
        />
      );
    return (
      <SortedGrid
        label="Certificates of the server"
        columns={columns}
        rowCount={rows.length}
        row={(index) => rows[index]}
        selected={place < 0 ? null : place}
        onSelect={(index) => setSelectedId(rows[index]?.thumbprint ?? null)}
        onOpen={() => change('edit')}
        onKeyDown={(event) => {
          if (event.key !== 'Delete' || selected === undefined) return;
          event.preventDefault();
          change('delete');
        }}
        empty={
          <EmptyState
            icon={BadgeCheck}
            title={list.data.length === 0 ? 'No certificates' : 'No certificate matches'}
            text={
              list.data.length === 0
                ? 'Servers without TLS have no client certificates. On others, your clearance may hide them.'
                : 'Change the filter.'
            }
          />
        }
      />
    );
  }

  return (
    <div className={styles.screen}>
      <Toolbar label="Server certificates">
        <div className={styles.filter}>
          <TextField
            label="Filter certificates"
            hideLabel
            type="search"
            placeholder="Name, thumbprint, database"
            value={filter}
            onChange={setFilter}
          />
        </div>
        <Button icon={Pencil} disabledReason={noChange} onClick={() => change('edit')}>
          Edit…
        </Button>
        <Button icon={Trash2} disabledReason={noDelete} onClick={() => change('delete')}>
          Delete…
        </Button>
        <ToolbarSpace />
        <CopyButton label="Copy as CSV" text={() => certificatesAsCsv(rows)} />
        <IconButton
          label="Refresh"
          icon={RefreshCw}
          disabled={list.isFetching}
          onClick={() => void list.refetch()}
        />
        <Button icon={Upload} disabledReason={refusal} onClick={() => setOpen({ kind: 'upload' })}>
          Upload…
        </Button>
        <Button
          variant="primary"
          icon={Plus}
          disabledReason={refusal}
          onClick={() => setOpen({ kind: 'generate' })}
        >
          Generate…
        </Button>
      </Toolbar>
      {ending !== undefined && <Banner tone="warning">{ending}</Banner>}
      {list.isError && list.data !== undefined && (
        <ErrorView
          error={list.error}
          doing="Refreshing the certificates"
          onRetry={() => void list.refetch()}
          compact
        />
      )}
      <div className={styles.grid}>{body()}</div>
      {open?.kind === 'generate' && <GenerateDialog connectionId={connectionId} {...shared} />}
      {open?.kind === 'upload' && <UploadDialog server={server} {...shared} />}
      {open?.kind === 'edit' && (
        <EditDialog
          server={server}
          certificate={open.certificate}
          isOwn={open.certificate.thumbprint === own}
          {...shared}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog server={server} certificate={open.certificate} onClose={close} onDone={done} />
      )}
    </div>
  );
}
