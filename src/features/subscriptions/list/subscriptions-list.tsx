/** The grid of subscriptions, what can be done with the selected one, and its details. */
import { useQueryClient } from '@tanstack/react-query';
import {
  Code,
  FlaskConical,
  Pause,
  Pencil,
  Play,
  Plus,
  Power,
  RotateCw,
  Rss,
  Trash2,
  Unplug,
} from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useApplicationPort, useConnection, useSession, type Database } from '../../../app/registry/index.ts';
import { capabilitiesOf } from '../../../contract/index.ts';
import {
  deleteSubscription,
  dropSubscriptionConnections,
  MOST_SUBSCRIPTIONS,
  setSubscriptionDisabled,
  type Subscription,
} from '../../../protocol/subscriptions.ts';
import {
  Badge,
  Banner,
  Button,
  ConfirmDialog,
  CopyButton,
  EmptyState,
  formatCount,
  formatDateTime,
  IconButton,
  pluralize,
  readError,
  SortedGrid,
  SplitPane,
  TextField,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
  useNow,
  type MenuItem,
} from '../../../ui/index.ts';
import { ClientCodeDialog } from '../client/client-code-dialog.tsx';
import { draftOf } from '../edit/draft.ts';
import type { SourceReading } from '../lag.ts';
import { filterSubscriptions, subscriptionsAsCsv } from '../subscription-text.ts';
import styles from '../subscriptions.module.css';
import { newDraft, type ChangeState, type Draft, type SubscriptionsState } from '../subscriptions-state.ts';
import { columnsOf } from './columns.tsx';
import { SubscriptionDetails } from './subscription-details.tsx';

/** A confirmation or the worker code, of one subscription. */
interface OpenDialog {
  readonly what: 'delete' | 'drop' | 'code';
  readonly subscription: Subscription;
}

export interface SubscriptionsListProps {
  readonly connectionId: string;
  readonly name: string;
  readonly database: Database;
  readonly subscriptions: readonly Subscription[];
  readonly more: boolean;
  readonly reading: SourceReading | undefined;
  /** Of the last refresh; the list is older. */
  readonly failure: unknown;
  readonly updatedAt: number;
  readonly visible: boolean;
  readonly paused: boolean;
  readonly onPaused: (paused: boolean) => void;
  readonly onRefresh: () => void;
  readonly state: SubscriptionsState;
  readonly onChange: ChangeState;
  /** Opens the form, with a test. */
  readonly onOpen: (draft: Draft, test: boolean) => void;
}

export function SubscriptionsList(props: SubscriptionsListProps): ReactNode {
  const { connectionId, name, database, subscriptions, reading, paused, state, onChange, onOpen } = props;
  const { client, key, writeRefusal: refusal } = database;
  const session = useSession();
  const queries = useQueryClient();
  const connection = useConnection(connectionId);
  const openPort = useApplicationPort();
  const now = useNow(1000);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [busy, setBusy] = useState(false);
  const rows = useMemo(() => filterSubscriptions(subscriptions, state.filter), [subscriptions, state.filter]);
  const columns = columnsOf(reading, now);
  const place = rows.findIndex((each) => each.name === state.selected);
  const selected = rows[place];
  const none = selected === undefined ? 'Select a subscription first.' : undefined;
  const onSelected = refusal ?? none;
  const noWorker = selected?.connections.length === 0 ? 'No worker is connected.' : undefined;

  const refresh = () => queries.invalidateQueries({ queryKey: [...key, 'subscriptions'] });
  async function act(doing: string, work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
      await refresh();
    } catch (thrown) {
      session.reportError(thrown, doing);
    } finally {
      setBusy(false);
    }
  }
  const toggle = (subscription: Subscription) =>
    void act(`${subscription.disabled ? 'Enabling' : 'Disabling'} ${subscription.name}`, () =>
      setSubscriptionDisabled(client, subscription, !subscription.disabled),
    );
  const create = (
    <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={() => onOpen(newDraft, false)}>
      Create subscription
    </Button>
  );
  const menu = (subscription: Subscription): readonly MenuItem[] => [
    {
      id: 'edit',
      label: 'Edit',
      icon: <Pencil />,
      shortcut: 'Enter',
      onSelect: () => onOpen(draftOf(subscription), false),
    },
    {
      id: 'test',
      label: 'Test',
      icon: <FlaskConical />,
      onSelect: () => onOpen(draftOf(subscription), true),
    },
    {
      id: 'code',
      label: 'Client code…',
      icon: <Code />,
      onSelect: () => setDialog({ what: 'code', subscription }),
    },
    {
      id: 'toggle',
      label: subscription.disabled ? 'Enable' : 'Disable',
      icon: <Power />,
      separated: true,
      disabled: refusal !== undefined,
      onSelect: () => toggle(subscription),
    },
    {
      id: 'drop',
      label: 'Drop connections…',
      icon: <Unplug />,
      disabled: refusal !== undefined || subscription.connections.length === 0,
      onSelect: () => setDialog({ what: 'drop', subscription }),
    },
    {
      id: 'delete',
      label: 'Delete…',
      icon: <Trash2 />,
      shortcut: 'Delete',
      danger: true,
      disabled: refusal !== undefined,
      onSelect: () => setDialog({ what: 'delete', subscription }),
    },
  ];

  const grid = (
    <SortedGrid<Subscription>
      label="Subscriptions"
      columns={columns}
      rowCount={rows.length}
      row={(index) => rows[index]}
      selected={place < 0 ? null : place}
      onSelect={(index) => onChange({ selected: rows[index]?.name ?? null })}
      onOpen={(index) => {
        const opened = rows[index];
        if (opened) onOpen(draftOf(opened), false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' || selected === undefined || refusal !== undefined) return;
        event.preventDefault();
        setDialog({ what: 'delete', subscription: selected });
      }}
      rowMenu={(index) => {
        const row = rows[index];
        return row ? menu(row) : [];
      }}
      empty={
        subscriptions.length === 0 ? (
          <EmptyState
            icon={Rss}
            title="No subscriptions"
            text={`A subscription sends the documents of a query to a worker, in batches, and continues after the last acknowledged one. ${name} has none.`}
            action={create}
          />
        ) : (
          <EmptyState
            icon={Rss}
            title="No subscription matches"
            text="No name, query, collection, state or client contains this text."
          />
        )
      }
    />
  );

  return (
    <div className={styles.pane}>
      <Toolbar label="Subscriptions">
        {props.failure !== null ? (
          <Badge tone="danger">Not connected</Badge>
        ) : paused ? (
          <Badge tone="warning">Paused</Badge>
        ) : (
          <Badge tone="success">Live</Badge>
        )}
        <IconButton
          label={paused ? 'Resume the refresh' : 'Pause the refresh'}
          icon={paused ? Play : Pause}
          onClick={() => props.onPaused(!paused)}
        />
        <IconButton label="Refresh" icon={RotateCw} onClick={props.onRefresh} />
        <div className={styles.filter}>
          <TextField
            label="Filter subscriptions"
            hideLabel
            placeholder="Filter by name, query, state, client…"
            value={state.filter}
            onChange={(filter) => onChange({ filter })}
          />
        </div>
        <span className={styles.count}>
          {rows.length === subscriptions.length
            ? pluralize(rows.length, 'subscription')
            : `${formatCount(rows.length)} of ${pluralize(subscriptions.length, 'subscription')}`}
        </span>
        <ToolbarSpace />
        {create}
        <Button
          icon={Pencil}
          disabledReason={onSelected}
          onClick={() => selected && onOpen(draftOf(selected), false)}
        >
          Edit
        </Button>
        <Button
          icon={FlaskConical}
          disabledReason={none}
          onClick={() => selected && onOpen(draftOf(selected), true)}
        >
          Test
        </Button>
        <Button
          icon={Power}
          disabledReason={onSelected}
          busy={busy}
          onClick={() => selected && toggle(selected)}
        >
          {selected?.disabled === true ? 'Enable' : 'Disable'}
        </Button>
        <IconButton
          variant="secondary"
          label="Drop connections…"
          icon={Unplug}
          disabledReason={onSelected ?? noWorker}
          onClick={() => selected && setDialog({ what: 'drop', subscription: selected })}
        />
        <IconButton
          variant="secondary"
          label="Client code…"
          icon={Code}
          disabledReason={none}
          onClick={() => selected && setDialog({ what: 'code', subscription: selected })}
        />
        <IconButton
          variant="danger"
          label="Delete…"
          icon={Trash2}
          disabledReason={onSelected}
          onClick={() => selected && setDialog({ what: 'delete', subscription: selected })}
        />
        <ToolbarSeparator />
        <CopyButton iconOnly label="Copy the list as CSV" text={() => subscriptionsAsCsv(rows, reading)} />
      </Toolbar>
      {props.failure !== null && (
        <Banner tone="error" actions={<Button onClick={props.onRefresh}>Try again</Button>}>
          The list could not be refreshed, it is of {formatDateTime(props.updatedAt)}.{' '}
          {readError(props.failure).message}
        </Banner>
      )}
      {props.more && (
        <Banner tone="info">
          The list ends after {pluralize(MOST_SUBSCRIPTIONS, 'subscription')}; the database has more.
        </Banner>
      )}
      <div className={styles.fill}>
        <SplitPane
          direction="row"
          initial={0.68}
          storageKey="subscriptions.details"
          label="Resize the details"
          side={{ which: 'second', name: 'details', below: 760 }}
          first={grid}
          second={
            selected ? (
              <SubscriptionDetails
                key={selected.name}
                database={database}
                subscription={selected}
                reading={reading}
                watching={props.visible && !paused}
                now={now}
                onDrop={({ client: from, workerId }) =>
                  void act(`Dropping the connection of ${from}`, () =>
                    dropSubscriptionConnections(client, selected.name, workerId ?? undefined),
                  )
                }
              />
            ) : null
          }
        />
      </div>
      {dialog?.what === 'code' && (
        <ClientCodeDialog
          of={{
            url: connection?.kind === 'server' ? connection.url : (openPort?.url ?? 'http://127.0.0.1:8080'),
            database: name,
            subscription: dialog.subscription.name,
          }}
          isPlaceholder={capabilitiesOf(connectionId).builtIn && openPort === null}
          secured={connection?.kind === 'server' && connection.url.startsWith('https:')}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.what === 'delete' && (
        <ConfirmDialog
          open
          danger
          title={`Delete ${dialog.subscription.name}?`}
          confirmLabel="Delete subscription"
          onClose={() => setDialog(null)}
          onConfirm={async () => {
            await deleteSubscription(client, dialog.subscription.name);
            await refresh();
          }}
        >
          <p>
            Its workers are disconnected and its starting point is lost: a new subscription of the same name
            starts where you choose. Documents do not change.
          </p>
        </ConfirmDialog>
      )}
      {dialog?.what === 'drop' && (
        <ConfirmDialog
          open
          danger
          title={`Drop the connections of ${dialog.subscription.name}?`}
          confirmLabel="Drop connections"
          onClose={() => setDialog(null)}
          onConfirm={async () => {
            await dropSubscriptionConnections(client, dialog.subscription.name);
            await refresh();
          }}
        >
          <p>
            {pluralize(dialog.subscription.connections.length, 'worker is', 'workers are')} disconnected. The
            official clients do not reconnect on their own after this. A batch that is not acknowledged is
            sent again to the next worker.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
