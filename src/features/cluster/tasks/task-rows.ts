/** The ongoing tasks of all read databases, with their lag. Pure. */
import { changesMissing, readChangeVector } from '../../../protocol/change-vector.ts';
import type { OngoingTask, TaskProgress } from '../../../protocol/ongoing-tasks.ts';
import { parseServerDate } from '../../../protocol/server-date.ts';
import {
  formatAgo,
  formatCount,
  formatDateTime,
  formatMs,
  pluralize,
  type BadgeTone,
} from '../../../ui/index.ts';

export interface TaskRow {
  readonly key: string;
  readonly database: string;
  readonly task: OngoingTask;
  readonly progress: TaskProgress | null;
  readonly state: { readonly tone: BadgeTone; readonly text: string };
  /** How far it is behind, or when it runs next. */
  readonly lag: string;
  readonly late: boolean;
}

const types: Readonly<Record<string, string>> = {
  Replication: 'External replication',
  PullReplicationAsHub: 'Replication hub',
  PullReplicationAsSink: 'Replication sink',
  RavenEtl: 'RavenDB ETL',
  SqlEtl: 'SQL ETL',
  OlapEtl: 'OLAP ETL',
  ElasticSearchEtl: 'Elasticsearch ETL',
  QueueEtl: 'Queue ETL',
  SnowflakeEtl: 'Snowflake ETL',
  QueueSink: 'Queue sink',
};

export const taskTypeText = (type: string): string => types[type] ?? type;
export const isEtl = (type: string): boolean => type.endsWith('Etl');
export const isReplication = (type: string): boolean => type.includes('Replication');

/** A backup counts as late this long after its time. */
const LATE_MS = 60_000;

export function taskRow(
  database: string,
  task: OngoingTask,
  progress: TaskProgress | null,
  /** Of the database on the connected node. */
  changeVector: string | null,
  now: number,
): TaskRow {
  const { text, late } = lagOf(task, progress, changeVector, now);
  return {
    key: `${database} ${task.type} ${task.id ?? task.name}`,
    database,
    task,
    progress,
    state: stateOf(task, late),
    lag: text,
    late,
  };
}

function stateOf(task: OngoingTask, late: boolean): TaskRow['state'] {
  if (task.state === 'Disabled') return { tone: 'neutral', text: 'Disabled' };
  if (task.error !== null && task.error !== '') return { tone: 'danger', text: 'Error' };
  if (task.connection === 'Reconnect') return { tone: 'danger', text: 'Reconnecting' };
  if (late) return { tone: 'warning', text: 'Late' };
  if (task.connection === 'Active') return { tone: 'success', text: 'Active' };
  if (task.connection === 'NotActive')
    return { tone: 'neutral', text: task.type === 'Subscription' ? 'No client' : 'Not active' };
  if (task.connection === 'NotOnThisNode') return { tone: 'neutral', text: 'Other node' };
  return { tone: 'neutral', text: task.state ?? 'Unknown' };
}

function lagOf(
  task: OngoingTask,
  progress: TaskProgress | null,
  changeVector: string | null,
  now: number,
): { readonly text: string; readonly late: boolean } {
  if (task.backup) {
    const { running, next, lastFull, lastIncremental } = task.backup;
    if (running !== null) return { text: `Running since ${formatDateTime(running)}`, late: false };
    const due = next === null ? Number.NaN : parseServerDate(next);
    const last = [lastFull, lastIncremental]
      .filter((each) => each !== null)
      .sort()
      .at(-1);
    const before = last === undefined ? 'never ran' : `last ${formatAgo(last, now)}`;
    if (Number.isNaN(due)) return { text: before, late: false };
    return now - due > LATE_MS && task.state !== 'Disabled'
      ? { text: `Due ${formatAgo(due, now)}, ${before}`, late: true }
      : { text: `Next in ${formatMs(Math.max(0, due - now))}, ${before}`, late: false };
  }
  if (task.subscription) {
    if (changeVector === null) return { text: 'Not reported', late: false };
    const behind = changesMissing(
      readChangeVector(task.subscription.changeVector),
      readChangeVector(changeVector),
    );
    // Changes of other collections count too.
    return { text: behind === 0 ? 'Current' : `≤ ${pluralize(behind, 'change')} behind`, late: false };
  }
  if (progress === null) return { text: 'Not reported', late: false };
  if (progress.remaining === 0) return { text: 'Current', late: false };
  const rate = progress.perSecond !== null && progress.perSecond > 0 ? progress.perSecond : null;
  return {
    text: `${formatCount(progress.remaining)} behind${rate === null ? ', not moving' : `, about ${formatMs((progress.remaining / rate) * 1000)}`}`,
    late: rate === null,
  };
}
