/** The databases of a recording, with those that are idle marked: recording them loads them. */
import { useState, type ReactNode } from 'react';
import { MAX_RECORDED_DATABASES } from '../../../contract/index.ts';
import type { DatabaseInfo } from '../../../protocol/databases.ts';
import { Checkbox, ErrorView, formatCount, SkeletonRows, TextField } from '../../../ui/index.ts';
import styles from './record.module.css';

/** A shorter list needs no filter. */
const FILTER_FROM = 9;
/** More rows would make the dialog slow; the filter finds the others. */
const MAX_SHOWN = 200;

export function DatabasesField(props: {
  readonly databases: readonly DatabaseInfo[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly chosen: readonly string[];
  readonly isDefault: boolean;
  readonly problem: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}): ReactNode {
  const { databases, error, onRetry, chosen, isDefault, problem, onChange } = props;
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const matching = databases?.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? [];
  const shown = matching.slice(0, MAX_SHOWN);
  return (
    <fieldset className={styles.group}>
      <legend>
        Databases <span className={styles.count}>{countText(chosen.length, databases?.length)}</span>
      </legend>
      <p className={styles.hint}>
        {isDefault && chosen.length > 0 ? 'Loaded databases are chosen. ' : ''}
        Recording an idle database loads it. Without a database, the server alone is recorded.
      </p>
      {databases === undefined && (error === null ? <SkeletonRows label="Reading the databases" /> : null)}
      {error !== null && databases === undefined && (
        <ErrorView compact error={error} doing="Reading the databases" onRetry={onRetry} />
      )}
      {databases !== undefined && databases.length >= FILTER_FROM && (
        <TextField
          label="Filter databases"
          hideLabel
          placeholder="Filter by name…"
          value={filter}
          onChange={setFilter}
        />
      )}
      {databases?.length === 0 && <p className={styles.hint}>The server has no databases.</p>}
      {shown.length > 0 && (
        <ul className={styles.databases} aria-label="Databases">
          {shown.map(({ name, upTime, disabled }) => (
            <li key={name}>
              <Checkbox
                label={name}
                hint={disabled ? 'Disabled' : upTime === null ? 'Idle' : undefined}
                disabled={disabled && !chosen.includes(name)}
                checked={chosen.includes(name)}
                onChange={(on) => onChange(on ? [...chosen, name] : chosen.filter((each) => each !== name))}
              />
            </li>
          ))}
        </ul>
      )}
      {databases !== undefined && databases.length > 0 && shown.length === 0 && (
        <p className={styles.hint}>No database matches.</p>
      )}
      {matching.length > shown.length && (
        <p className={styles.hint}>
          The first {MAX_SHOWN} of {formatCount(matching.length)} are shown: filter by name.
        </p>
      )}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function countText(chosen: number, all: number | undefined): string {
  const of = all === undefined ? '' : ` of ${formatCount(all)}`;
  return `${chosen}${of}, at most ${MAX_RECORDED_DATABASES}`;
}
