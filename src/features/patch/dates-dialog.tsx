/** Sets or removes the dates of many documents: writes the script, which the screen then tests, counts and runs. */
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useId, useState } from 'react';
import { countMatches, type Database } from '../../app/registry/index.ts';
import { dateMember, documentJobs, getJobSettings, type DocumentJob } from '../../protocol/document-jobs.ts';
import { readParameter } from '../../protocol/parameter-value.ts';
import {
  Button,
  Dialog,
  ErrorView,
  IconButton,
  Menu,
  pluralize,
  TextArea,
  TextField,
} from '../../ui/index.ts';
import { parameterNames } from '../../ui/rql/index.ts';
import { datePresets, readTypedDate, relativeTime, toFieldText } from '../../ui/typed-date.ts';
import {
  choicesProblem,
  dateNames,
  findsOf,
  findsProblem,
  noChoices,
  withDates,
  type DateAction,
  type DateChoice,
} from './date-script.ts';
import { readIds, type PatchState } from './patch-state.ts';
import styles from './patch.module.css';

export interface DatesDialogProps {
  readonly database: Pick<Database, 'client' | 'key'>;
  readonly state: PatchState;
  readonly onApply: (part: Partial<PatchState>) => void;
  readonly onClose: () => void;
}

export function DatesDialog({ database, state, onApply, onClose }: DatesDialogProps) {
  const [choices, setChoices] = useState(noChoices);
  const [finds, setFinds] = useState(() => findsOf(state));
  const [tried, setTried] = useState(false);
  const byQuery = state.target === 'query';
  const ids = readIds(state.ids);
  const targetProblem = byQuery
    ? findsProblem(finds)
    : ids.length === 0
      ? 'Enter document ids on the screen first.'
      : undefined;
  const problem = targetProblem ?? choicesProblem(choices);

  const apply = () => {
    setTried(true);
    if (problem !== undefined) return;
    onApply(withDates(state, choices, finds));
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Set dates of documents"
      description="Writes a patch script. No document changes until you run it; the run counts the documents first."
      onSubmit={apply}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Write script
          </Button>
        </>
      }
    >
      {byQuery ? (
        <>
          <TextArea
            label="Query that finds the documents"
            mono
            rows={3}
            value={finds}
            placeholder="from Orders"
            onChange={setFinds}
          />
          <MatchCount
            database={database}
            finds={finds}
            typed={state.parameters}
            problem={findsProblem(finds)}
          />
        </>
      ) : (
        <p className={styles.note}>Applies to {pluralize(ids.length, 'document')} of the list.</p>
      )}
      {documentJobs.map((job) => (
        <DateChoiceField
          key={job}
          job={job}
          database={database}
          choice={choices[job]}
          onChange={(choice) => setChoices((now) => ({ ...now, [job]: choice }))}
        />
      ))}
      {tried && problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

/** On request only: a query can need a new index. */
function MatchCount(props: {
  readonly database: DatesDialogProps['database'];
  readonly finds: string;
  readonly typed: PatchState['parameters'];
  readonly problem: string | undefined;
}) {
  const { database, finds, typed, problem } = props;
  const count = useQuery({
    queryKey: [...database.key, 'patch', 'date-matches', finds, typed],
    queryFn: ({ signal }) =>
      countMatches(database.client, { finds, parameters: readValues(finds, typed) }, { signal }),
    enabled: false,
    retry: false,
    gcTime: 0,
  });
  return (
    <>
      <div className={styles.countRow}>
        <Button busy={count.isFetching} disabled={problem !== undefined} onClick={() => void count.refetch()}>
          Count documents
        </Button>
        <span role="status" className={styles.note}>
          {count.data && !count.isFetching
            ? `${pluralize(count.data.total, 'document')}${count.data.isStale ? ' (stale index: can be more or fewer)' : ''}`
            : ''}
        </span>
      </div>
      {count.error !== null && !count.isFetching && (
        <ErrorView error={count.error} doing="Counting documents" compact />
      )}
    </>
  );
}

function readValues(finds: string, typed: PatchState['parameters']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    parameterNames(finds).map((name) => {
      const value = readParameter(typed[name] ?? '');
      if (!value.ok) throw new Error(`Parameter ${name} is invalid: ${value.problem}`);
      return [name, value.value];
    }),
  );
}

const ACTIONS: readonly { readonly value: DateAction; readonly label: string }[] = [
  { value: 'keep', label: 'Keep' },
  { value: 'set', label: 'Set' },
  { value: 'remove', label: 'Remove' },
];

function DateChoiceField(props: {
  readonly job: DocumentJob;
  readonly database: DatesDialogProps['database'];
  readonly choice: DateChoice;
  readonly onChange: (choice: DateChoice) => void;
}) {
  const { job, database, choice, onChange } = props;
  const { action, typed } = choice;
  const name = dateNames[job];
  const group = useId();
  const read = readTypedDate(typed);
  return (
    <fieldset className={styles.dateChoice}>
      <legend>
        {name} <code>{dateMember[job]}</code>
      </legend>
      <div className={styles.dateActions}>
        {ACTIONS.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={group}
              checked={action === value}
              onChange={() => onChange({ ...choice, action: value })}
            />
            {label}
          </label>
        ))}
      </div>
      {action === 'set' && (
        <>
          <TextField
            label={`${name}: local time`}
            hideLabel
            value={typed}
            placeholder="2026-12-31 18:30"
            onChange={(next) => onChange({ ...choice, typed: next })}
            {...(read.kind === 'unreadable' ? { error: read.reason } : {})}
            after={
              <Menu
                align="end"
                trigger={
                  <IconButton label={`Presets for ${name}`} variant="secondary" icon={<CalendarClock />} />
                }
                items={datePresets.map(({ label, at }) => ({
                  id: label,
                  label,
                  onSelect: () => onChange({ ...choice, typed: toFieldText(at(Date.now())) }),
                }))}
              />
            }
          />
          {read.kind === 'date' && <WhenDue ms={read.ms} />}
          <JobOff job={job} database={database} />
        </>
      )}
    </fieldset>
  );
}

function WhenDue({ ms }: { readonly ms: number }) {
  const [now] = useState(() => Date.now());
  const utc = new Date(ms).toISOString().replace('.000Z', 'Z');
  return (
    <p className={styles.note}>
      {utc}, {relativeTime(ms, now)}
      {ms <= now ? ': due at the next run of the job' : ''}
    </p>
  );
}

const jobs: Readonly<Record<DocumentJob, { readonly name: string; readonly section: string }>> = {
  archive: { name: 'Data archival', section: 'archival' },
  expire: { name: 'Document expiration', section: 'expiration' },
  refresh: { name: 'Document refresh', section: 'refresh' },
};

/** Says that nothing will happen at the date, where the job does not run. */
function JobOff({
  job,
  database,
}: {
  readonly job: DocumentJob;
  readonly database: DatesDialogProps['database'];
}) {
  const { name, section } = jobs[job];
  const settings = useQuery({
    // Below the key of the settings' own form, so that a save there reads this again.
    queryKey: [...database.key, 'settings', section, 'job'],
    queryFn: ({ signal }) => getJobSettings(database.client, job, { signal }),
    staleTime: 30_000,
    retry: false,
  });
  if (!settings.isSuccess || settings.data?.enabled === true) return null;
  return (
    <p className={styles.note} role="status">
      {name} is off in this database: nothing happens at that time. Turn it on under Settings.
    </p>
  );
}
