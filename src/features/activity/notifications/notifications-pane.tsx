/** Alerts, performance hints and operations of the server and of one database. */
import { BellOff, BellRing, Clock, Navigation } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FeedBadge, isScreenRegistered, useSession, useWriteRefusal } from '../../../app/registry/index.ts';
import type { ServerClient } from '../../../protocol/client.ts';
import { dismissNotification, postponeNotification, type Severity } from '../../../protocol/notifications.ts';
import {
  Badge,
  Banner,
  Button,
  CopyButton,
  SortedGrid,
  EmptyState,
  ErrorView,
  formatAgo,
  formatDateTime,
  Menu,
  readError,
  Select,
  SkeletonRows,
  Toolbar,
  ToolbarSpace,
  type BadgeTone,
  type ValueColumn,
} from '../../../ui/index.ts';
import type { ActivityState, ChangeState } from '../activity-state.ts';
import styles from '../activity.module.css';
import { Details } from '../live/details.tsx';
import { ListWithDetails } from '../live/list-with-details.tsx';
import { useLoadedDatabases } from '../live/use-loaded-databases.ts';
import { explainedBy, ordered, type Listed } from './notification-list.ts';
import { useNotifications } from './use-notifications.ts';

const severityTexts: Readonly<Record<Severity, { readonly label: string; readonly tone: BadgeTone }>> = {
  error: { label: 'Error', tone: 'danger' },
  warning: { label: 'Warning', tone: 'warning' },
  success: { label: 'Success', tone: 'success' },
  info: { label: 'Info', tone: 'info' },
};
const kindTexts = { alert: 'Alert', hint: 'Performance hint', operation: 'Operation' } as const;
const delays = [
  { label: 'For 1 hour', seconds: 3_600 },
  { label: 'For 6 hours', seconds: 21_600 },
  { label: 'For 1 day', seconds: 86_400 },
  { label: 'For 7 days', seconds: 604_800 },
] as const;

const columns: readonly ValueColumn<Listed>[] = [
  {
    id: 'severity',
    title: 'Severity',
    width: 100,
    value: ({ severity }) => severity,
    render: ({ severity }) => (
      <Badge tone={severityTexts[severity].tone}>{severityTexts[severity].label}</Badge>
    ),
  },
  {
    id: 'kind',
    title: 'Kind',
    width: 130,
    value: ({ kind }) => kindTexts[kind],
    render: ({ kind }) => kindTexts[kind],
  },
  {
    id: 'title',
    title: 'Title',
    width: 280,
    value: ({ title }) => title,
    render: ({ title }) => <b>{title}</b>,
  },
  {
    id: 'message',
    title: 'Message',
    width: 480,
    least: 240,
    value: ({ message }) => message,
    render: ({ message }) => message,
  },
  {
    id: 'database',
    title: 'Database',
    width: 130,
    value: ({ database }) => database ?? 'Server',
    render: ({ database }) => database ?? 'Server',
  },
  {
    id: 'time',
    title: 'Time',
    width: 110,
    value: ({ at }) => at,
    render: ({ at }) => (Number.isNaN(at) ? '–' : <span title={formatDateTime(at)}>{formatAgo(at)}</span>),
  },
];

const NONE = '';

export function NotificationsPane(props: {
  readonly server: ServerClient;
  readonly state: ActivityState;
  readonly onChange: ChangeState;
}) {
  const { server, state, onChange } = props;
  const { loaded } = useLoadedDatabases(server);
  const chosen = state.notificationDatabase;
  const database = loaded.some(({ name }) => name === chosen) ? chosen : null;
  const session = useSession();
  const refusal = useWriteRefusal(server.connection);
  const watched = useNotifications(server, database);
  const rows = useMemo(() => ordered(watched.all), [watched.all]);
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const place = rows.findIndex(({ key }) => key === selectedKey);
  const selected = rows[place];

  const dismiss = (row: Listed) => {
    dismissNotification(server, row.feed, row.id).catch((thrown: unknown) =>
      session.reportError(thrown, `Dismissing "${row.title}"`),
    );
  };
  const postpone = (row: Listed, seconds: number) => {
    postponeNotification(server, row.feed, row.id, seconds).catch((thrown: unknown) =>
      session.reportError(thrown, `Postponing "${row.title}"`),
    );
  };
  const explaining = selected && explainedBy(selected);
  const target = selected?.database ?? database;

  const list = () => {
    if (watched.server.kind === 'failed')
      return (
        <ErrorView
          error={watched.server.error}
          doing="Watching the notifications of the server"
          onRetry={watched.retry}
        />
      );
    if (watched.server.kind === 'connecting' && rows.length === 0)
      return <SkeletonRows label="Connecting to the notifications of the server" />;
    return (
      <SortedGrid
        label="Notifications"
        columns={columns}
        rowCount={rows.length}
        row={(index) => rows[index]}
        selected={place < 0 ? null : place}
        onSelect={(index) => setSelectedKey(rows[index]?.key ?? null)}
        empty={
          <EmptyState
            icon={BellRing}
            title="No notifications"
            text="Alerts and performance hints of the server appear here, and those of a database that you choose above."
          />
        }
      />
    );
  };

  return (
    <div className={styles.pane}>
      <Toolbar label="Notifications">
        <FeedBadge status={watched.server} />
        <div className={styles.wideChoice}>
          <Select
            label="Database"
            hideLabel
            value={database ?? NONE}
            onChange={(notificationDatabase) => onChange({ notificationDatabase })}
            options={[
              { value: NONE, label: 'Of the server' },
              ...loaded.map(({ name }) => ({ value: name, label: `Of the server and ${name}` })),
            ]}
          />
        </div>
        <ToolbarSpace />
        <CopyButton label="Copy as JSON" text={() => JSON.stringify(rows, null, 2)} />
      </Toolbar>
      {watched.database?.kind === 'failed' && (
        <Banner tone="warning" actions={<Button onClick={watched.retry}>Try again</Button>}>
          The notifications of {database} cannot be watched: {readError(watched.database.error).message}
        </Banner>
      )}
      <ListWithDetails
        name="notifications"
        list={list()}
        details={
          selected && (
            <Details
              title={selected.title}
              copy={selected}
              actions={
                <>
                  {explaining && target !== null && isScreenRegistered(explaining.screen) && (
                    <Button
                      icon={Navigation}
                      onClick={() =>
                        session.openScreen(explaining.screen, {
                          connectionId: server.connection,
                          database: target,
                          params: explaining.params,
                        })
                      }
                    >
                      {explaining.label}
                    </Button>
                  )}
                  {selected.kind !== 'operation' && (
                    <>
                      <Button icon={BellOff} disabledReason={refusal} onClick={() => dismiss(selected)}>
                        Dismiss
                      </Button>
                      <Menu
                        trigger={
                          <Button icon={Clock} disabledReason={refusal}>
                            Postpone
                          </Button>
                        }
                        items={delays.map(({ label, seconds }) => ({
                          id: label,
                          label,
                          disabled: refusal !== undefined,
                          onSelect: () => postpone(selected, seconds),
                        }))}
                      />
                    </>
                  )}
                </>
              }
              facts={[
                { name: 'Message', value: selected.message, block: true },
                { name: 'Severity', value: severityTexts[selected.severity].label },
                { name: 'Kind', value: kindTexts[selected.kind] },
                { name: 'Database', value: selected.database ?? 'Server' },
                { name: 'Time', value: Number.isNaN(selected.at) ? null : formatDateTime(selected.at) },
                {
                  name: 'Details',
                  value:
                    selected.details === null || selected.details === undefined
                      ? null
                      : JSON.stringify(selected.details, null, 2),
                  block: true,
                },
              ]}
            />
          )
        }
      />
    </div>
  );
}
