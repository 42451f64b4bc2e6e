/** Lists the processes of this user, and the stack helper's capture support. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ServerClient } from '../../protocol/client.ts';
import { listProcesses, type ProcessEntry, type ProcessList } from '../../protocol/processes.ts';
import {
  Badge,
  Button,
  SortedGrid,
  Dialog,
  ErrorView,
  formatCount,
  type ValueColumn,
  SkeletonRows,
  TextField,
} from '../../ui/index.ts';
import { CommandLine } from './command-line.tsx';
import { filterProcesses, programOf } from './filter-processes.ts';
import styles from './processes.module.css';

interface ProcessDialogProps {
  readonly server: ServerClient;
  readonly onClose: () => void;
  readonly onChoose: (process: ProcessEntry | null) => void;
}

const columns: ValueColumn<ProcessEntry>[] = [
  {
    id: 'id',
    title: 'Id',
    width: 80,
    align: 'end',
    mono: true,
    value: (row) => row.id,
    render: (row) => row.id,
  },
  {
    id: 'name',
    title: 'Program',
    width: 180,
    value: programOf,
    render: (row) => (row.isOwn ? `${programOf(row)} (this engine)` : programOf(row)),
  },
  {
    id: 'threads',
    title: 'Threads',
    width: 80,
    align: 'end',
    mono: true,
    value: (row) => row.threads,
    render: (row) => formatCount(row.threads),
  },
  {
    id: 'command',
    title: 'Command',
    width: 420,
    mono: true,
    value: (row) => row.command,
    render: (row) => <span title={row.command}>{row.command}</span>,
  },
];

export function ProcessDialog({ server, onClose, onChoose }: ProcessDialogProps) {
  const [filter, setFilter] = useState('');
  const [chosenId, setChosenId] = useState<number | null>(null);
  const list = useQuery({
    queryKey: ['processes', server.connection],
    queryFn: ({ signal }) => listProcesses(server, signal),
    gcTime: 0,
    retry: false,
  });
  const rows = useMemo(() => filterProcesses(list.data?.processes ?? [], filter), [list.data, filter]);
  const chosen = rows.find((row) => row.id === chosenId) ?? (rows.length === 1 ? rows[0] : undefined);
  const choose = (process: ProcessEntry | undefined) => {
    if (process) onChoose(process.isOwn ? null : process);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title="Select a process"
      description="Processes of the user who runs this engine. A capture pauses all threads of the process for about a millisecond."
      onSubmit={() => choose(chosen)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!chosen} onClick={() => choose(chosen)}>
            Select process
          </Button>
        </>
      }
    >
      {list.error ? (
        <ErrorView compact error={list.error} doing="Loading processes" onRetry={() => void list.refetch()} />
      ) : (
        <div className={styles.processes}>
          {list.data && <Possible capture={list.data.capture} />}
          <TextField
            label="Filter processes"
            hideLabel
            placeholder="Filter by name, id, command…"
            value={filter}
            onChange={setFilter}
          />
          <div className={styles.list}>
            {list.data ? (
              <SortedGrid
                label="Processes"
                columns={columns}
                rowCount={rows.length}
                row={(index) => rows[index]}
                selected={chosen ? rows.indexOf(chosen) : null}
                onSelect={(index) => setChosenId(rows[index]?.id ?? null)}
                onOpen={(index) => choose(rows[index])}
                empty={<p className={styles.none}>No process matches</p>}
              />
            ) : (
              <SkeletonRows label="Loading processes" rows={8} />
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Possible({ capture }: { readonly capture: ProcessList['capture'] }) {
  const { isPossible, sentence, facts, grantCommand } = capture;
  return (
    <section className={styles.possible} aria-label="Capture support">
      <p>
        <Badge tone={isPossible ? 'success' : 'warning'}>
          {isPossible ? 'Captures are possible' : 'Captures not available'}
        </Badge>{' '}
        {capitalised(sentence)}.
      </p>
      {!isPossible && facts.length > 0 && (
        <ul>
          {facts
            .filter((fact) => fact.sentence !== sentence)
            .map((fact) => (
              <li key={fact.code}>{capitalised(fact.sentence)}.</li>
            ))}
        </ul>
      )}
      {grantCommand !== null && <CommandLine command={grantCommand} />}
    </section>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
}
