/** What the recording is, and what is missing in it. */
import type { ReactNode } from 'react';
import type { RecordingOverview } from '../../contract/index.ts';
import { Badge, Banner, formatMs, pluralize } from '../../ui/index.ts';
import styles from './recordings.module.css';
import { localText, utcText } from './times.ts';

/** A smaller difference does not move anything visibly. */
const CLOCK_DIFFERENCE_US = 1_000_000;
const MAX_DATABASES = 5;

export function RecordingHeader({ overview }: { readonly overview: RecordingOverview }): ReactNode {
  const { manifest, ending, span } = overview;
  const { databases } = manifest;
  const rest = databases.length - MAX_DATABASES;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Server', manifest.server === '' ? '–' : manifest.server],
    ['Version', manifest.serverVersion === '' ? '–' : manifest.serverVersion],
    [
      'Time',
      <span key="time" title={`${utcText(span.from)} to ${utcText(span.to)}`}>
        {utcText(span.from)}, {formatMs((span.to - span.from) / 1000)}
      </span>,
    ],
    ['Local', `${localText(span.from)} to ${localText(span.to).slice(-8)}`],
    [
      databases.length === 1 ? 'Database' : 'Databases',
      databases.length === 0
        ? '–'
        : `${databases.slice(0, MAX_DATABASES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
    ],
    ['Ended', ending === null ? 'Cut off' : ending.reason === '' ? 'Completed' : ending.reason],
  ];
  return (
    <header className={styles.header}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {manifest.masked && (
          <div>
            <dt>Texts</dt>
            <dd>
              <Badge title="Texts and ids were replaced before the file was passed on.">Masked</Badge>
            </dd>
          </div>
        )}
      </dl>
      {manifest.note !== '' && (
        <p className={styles.remark} tabIndex={0}>
          <b>Note:</b> {manifest.note}
        </p>
      )}
    </header>
  );
}

export function RecordingNotices({ overview }: { readonly overview: RecordingOverview }): ReactNode {
  const { ending, damage, manifest } = overview;
  const lost = ending?.sources.filter(({ problem, rows }) => problem !== '' && rows > 0) ?? [];
  const offset = manifest.clockOffset;
  return (
    <>
      {ending === null && (
        <Banner tone="warning">
          The recording was cut off: it has no ending.
          {damage.length > 0 ? ` ${damage.join(' ')}` : ' Everything before is complete.'}
        </Banner>
      )}
      {ending !== null && damage.length > 0 && (
        <Banner tone="warning">The file is damaged: {damage.join(' ')}</Banner>
      )}
      {lost.length > 0 && (
        <Banner tone="warning">
          <details>
            <summary>{pluralize(lost.length, 'source was', 'sources were')} not read all the time</summary>
            <ul className={styles.lost}>
              {lost.map(({ source, database, problem }) => (
                <li key={`${source} ${database}`}>
                  <b>{database === '' ? source : `${source} of ${database}`}</b>: {problem}
                </li>
              ))}
            </ul>
          </details>
        </Banner>
      )}
      {ending !== null && ending.leftOut > 0 && (
        <Banner tone="info">
          {pluralize(ending.leftOut, 'row was', 'rows were')} left out, because a limit of the recorder was
          reached.
        </Banner>
      )}
      {Math.abs(offset) > CLOCK_DIFFERENCE_US && (
        <Banner tone="info">
          The server’s clock is {formatMs(Math.abs(offset) / 1000)} {offset > 0 ? 'ahead of' : 'behind'} the
          recorder’s. Rows of the server have the server’s time.
        </Banner>
      )}
    </>
  );
}
