/** Which server and databases are recorded, for how long, and what marks a moment. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { databasesQuery, useConnections, useSession } from '../../../app/registry/index.ts';
import type { RecorderRequest } from '../../../contract/index.ts';
import { isPackageId } from '../../../protocol/debug-package/open-packages.ts';
import { startRecording } from '../../../protocol/recorder.ts';
import { Button, Dialog, ErrorView, Select, TextField, useNow, useSubmit } from '../../../ui/index.ts';
import { DatabasesField } from './databases-field.tsx';
import { defaultDatabases, newDraft, readDraft, type DraftProblems, type RecordDraft } from './draft.ts';
import { MoreOptions } from './more-options.tsx';
import { hasOptionProblem } from './option-texts.ts';
import styles from './record.module.css';
import { StartField } from './start-field.tsx';
import { TriggersField } from './triggers-field.tsx';

const noProblems: DraftProblems = { triggers: new Map() };

export function RecordDialog(props: {
  /** Where the dialog was opened. */
  readonly connectionId: string;
  readonly database: string | null;
  readonly onClose: () => void;
  readonly onStarted: (connectionName: string, isPlanned: boolean) => void;
}): ReactNode {
  const { connectionId, database, onClose, onStarted } = props;
  const { port } = useSession();
  const connections = useConnections().filter(({ id }) => !isPackageId(id));
  const [draft, setDraft] = useState<RecordDraft>(() =>
    newDraft(isPackageId(connectionId) ? '' : connectionId),
  );
  const [tried, setTried] = useState(false);
  const [more, setMore] = useState(false);
  const submit = useSubmit();
  const list = useQuery({ ...databasesQuery(port, draft.connection), enabled: draft.connection !== '' });
  const current = draft.connection === connectionId ? database : null;
  const databases = useMemo(
    () => draft.databases ?? (list.data ? defaultDatabases(list.data, current) : []),
    [draft.databases, list.data, current],
  );
  const read = readDraft(draft, databases, useNow(1000));
  const problems = tried && read.kind === 'problems' ? read.problems : noProblems;
  const name = connections.find(({ id }) => id === draft.connection)?.name;

  function change(part: Partial<RecordDraft>): void {
    submit.clearFailure();
    setDraft((before) => ({ ...before, ...part }));
  }

  async function start(request: RecorderRequest): Promise<void> {
    await startRecording(port, request);
    onStarted(name ?? 'the server', request.startAt !== null);
  }

  return (
    <Dialog
      open
      width="extra-wide"
      title="Record a server"
      description="Records what the server’s diagnostics show over a while, into a file that you can look at later and share."
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (read.kind === 'request') void submit.run(() => start(read.request));
        else if (hasOptionProblem(read.problems, draft)) setMore(true);
      }}
      footer={
        <>
          {tried && read.kind === 'problems' && (
            <span className={styles.problem} role="status">
              Correct the marked fields.
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={submit.busy}>
            {draft.start === 'now' ? 'Start recording' : 'Plan recording'}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          <Select
            label="Server"
            value={draft.connection}
            placeholder="Choose a server"
            error={problems.connection}
            options={connections.map((each) => ({
              value: each.id,
              label: each.name,
              ...(each.kind === 'server' ? { hint: each.url } : {}),
            }))}
            onChange={(connection) => change({ connection, databases: null })}
          />
          <StartField draft={draft} problem={problems.startAt} onChange={change} />
          <LengthFields draft={draft} problems={problems} onChange={change} />
        </div>
        <div className={styles.fields}>
          {draft.connection !== '' && (
            <DatabasesField
              databases={list.data}
              error={list.error}
              onRetry={() => void list.refetch()}
              chosen={databases}
              isDefault={draft.databases === null}
              problem={problems.databases}
              onChange={(chosen) => change({ databases: chosen })}
            />
          )}
          {draft.length === 'last' && (
            <TriggersField
              triggers={draft.triggers}
              problems={problems.triggers}
              ends
              onChange={(triggers) => change({ triggers })}
            />
          )}
        </div>
      </div>
      <MoreOptions open={more} onOpen={setMore} draft={draft} problems={problems} onChange={change} />
      <Costs />
      {submit.failure !== null && <ErrorView compact error={submit.failure} doing="Starting the recording" />}
    </Dialog>
  );
}

function LengthFields(props: {
  readonly draft: RecordDraft;
  readonly problems: DraftProblems;
  readonly onChange: (part: Partial<RecordDraft>) => void;
}): ReactNode {
  const { draft, problems, onChange } = props;
  const isLast = draft.length === 'last';
  return (
    <>
      <div className={styles.length}>
        <Select
          label="What to keep"
          value={draft.length}
          hint={
            isLast
              ? 'Kept in memory, and written after a trigger or a stop. For problems that come and go.'
              : 'Written to the file from now on. For what happens now.'
          }
          options={[
            { value: 'next', label: 'Next minutes' },
            { value: 'last', label: 'Last minutes before a trigger' },
          ]}
          onChange={(length) => onChange({ length })}
        />
        <TextField
          label="Minutes"
          inputMode="decimal"
          value={draft.minutes}
          error={problems.minutes}
          onChange={(minutes) => onChange({ minutes })}
        />
      </div>
      {isLast && (
        <TextField
          label="Seconds after a trigger"
          inputMode="numeric"
          value={draft.secondsAfter}
          error={problems.secondsAfter}
          onChange={(secondsAfter) => onChange({ secondsAfter })}
        />
      )}
    </>
  );
}

function Costs(): ReactNode {
  return (
    <section className={styles.costs} aria-label="Costs and contents">
      <p>
        <b>Costs:</b> the recorder only reads. Requests and log lines take some 5 to 15 % of a core of a
        server with 400 requests per second. A trigger captures all stacks, which pauses the server’s threads
        for some milliseconds: at most 20 times, 30 seconds apart.
      </p>
      <p>
        <b>Contents:</b> texts of queries, ids of documents, names and log lines, but no documents. Mask the
        recording before you share it.
      </p>
    </section>
  );
}
