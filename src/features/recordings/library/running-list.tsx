/** Recordings that are made or wait for their start. */
import { FolderOpen, Square, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunningRecording } from '../../../contract/index.ts';
import {
  Badge,
  Button,
  formatBytes,
  formatCount,
  formatDateTime,
  pluralize,
  useNow,
  type BadgeTone,
} from '../../../ui/index.ts';
import styles from './library.module.css';
import {
  databasesText,
  isSilent,
  lengthText,
  progressShare,
  progressText,
  stateNames,
} from './running-text.ts';

export interface RunningActions {
  /** Ids of recordings that are being stopped. */
  readonly stopping: ReadonlySet<string>;
  readonly onStop: (recording: RunningRecording) => void;
  readonly onStopAndOpen: (recording: RunningRecording) => void;
}

const tones: Readonly<Record<RunningRecording['state'], BadgeTone>> = {
  waiting: 'neutral',
  starting: 'info',
  recording: 'success',
  ending: 'info',
};

export function RunningList(
  props: RunningActions & { readonly running: readonly RunningRecording[] },
): ReactNode {
  const { running, ...actions } = props;
  const now = useNow(1000);
  return (
    <ul className={styles.running} aria-label="Running recordings">
      {running.map((each) => (
        <li key={each.id}>
          <RunningItem recording={each} now={now} {...actions} />
        </li>
      ))}
    </ul>
  );
}

function RunningItem(
  props: RunningActions & { readonly recording: RunningRecording; readonly now: number },
): ReactNode {
  const { recording, now, stopping, onStop, onStopAndOpen } = props;
  const { connectionName, state, databases, length, rows, bytes, leftOut, fired, firedCount, problems } =
    recording;
  const share = progressShare(recording, now);
  const silent = isSilent(recording);
  const ends = state === 'ending' || stopping.has(recording.id);
  return (
    <article className={styles.item} aria-label={`Recording of ${connectionName}`}>
      <header className={styles.itemHead}>
        <h3>{connectionName}</h3>
        <Badge tone={silent ? 'warning' : tones[state]}>
          {ends && state !== 'waiting' ? stateNames.ending : silent ? 'No answers' : stateNames[state]}
        </Badge>
        <span className={styles.progressText}>{progressText(recording, now)}</span>
        <span className={styles.space} />
        {state === 'waiting' ? (
          <Button icon={X} busy={stopping.has(recording.id)} onClick={() => onStop(recording)}>
            Cancel
          </Button>
        ) : (
          <>
            <Button variant="primary" icon={FolderOpen} busy={ends} onClick={() => onStopAndOpen(recording)}>
              Stop and open
            </Button>
            <Button icon={Square} disabled={ends} onClick={() => onStop(recording)}>
              Stop
            </Button>
          </>
        )}
      </header>
      {share !== null && (
        <progress
          className={styles.progress}
          aria-label={`Time of ${connectionName}`}
          max={1}
          value={share}
        />
      )}
      <dl className={styles.facts}>
        <Fact name="Databases" title={databases.join(', ')}>
          {databasesText(databases)}
        </Fact>
        <Fact name="Keeps">{lengthText(length)}</Fact>
        {state !== 'waiting' && (
          <>
            <Fact name="Rows">{formatCount(rows)}</Fact>
            <Fact name={length.kind === 'last' ? 'In memory' : 'Size'}>{formatBytes(bytes)}</Fact>
            <Fact name="Triggers fired">{formatCount(firedCount)}</Fact>
          </>
        )}
        {recording.failingSources > 0 && (
          <Fact name="Not read now">
            {silent
              ? 'All sources: the server gives no answers, and is tried every 5 s'
              : `${pluralize(recording.failingSources, 'source')} of ${formatCount(recording.sources)}, tried every 5 s`}
          </Fact>
        )}
        {leftOut > 0 && <Fact name="Left out">{pluralize(leftOut, 'row')}, because a limit was reached</Fact>}
      </dl>
      {fired.length > 0 && (
        <ul className={styles.lines} aria-label={`Triggers of ${connectionName}`}>
          {fired.map(({ time, name, text }) => (
            <li key={`${time} ${name} ${text}`}>
              <time dateTime={new Date(time).toISOString()} title={formatDateTime(time, { utc: true })}>
                {formatDateTime(time).slice(11)}
              </time>{' '}
              <b>{name}</b> {text}
            </li>
          ))}
          {firedCount > fired.length && <li>{formatCount(firedCount - fired.length)} earlier</li>}
        </ul>
      )}
      {problems.length > 0 && (
        <details className={styles.problems}>
          <summary>
            {pluralize(problems.length, 'source was', 'sources were')} not read, or not all the time
          </summary>
          <ul className={styles.lines}>
            {problems.map(({ source, database, problem }) => (
              <li key={`${source} ${database} ${problem}`}>
                <b>{database === '' ? source : `${source} of ${database}`}</b>: {problem}
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

function Fact(props: {
  readonly name: string;
  readonly title?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd title={props.title}>{props.children}</dd>
    </div>
  );
}
