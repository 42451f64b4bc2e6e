/** The differing properties of a merge: each value can be taken with a click. */
import { Badge, classNames, type BadgeTone } from '../../../ui/index.ts';
import { pathText, type Source } from './merge-changes.ts';
import styles from './merge.module.css';
import type { Difference } from './three-way.ts';

export type Version = 'base' | 'mine' | 'theirs';

const versions: readonly (readonly [Version, string])[] = [
  ['base', 'Base'],
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
];

/** More rows would make the dialog slow; the result can always be edited. */
const MAX_ROWS = 200;
/** Longer values are shortened; the result shows them in full. */
const MAX_LINES = 6;
const MAX_CHARACTERS = 400;

export interface MergeTableProps {
  readonly differences: readonly Difference[];
  /** Undefined while the result is not a JSON object: then there is no place to write to. */
  readonly sources: readonly Source[] | undefined;
  readonly onTake: (difference: Difference, version: Version) => void;
}

export function MergeTable({ differences, sources, onTake }: MergeTableProps) {
  return (
    // It scrolls, so the keyboard must reach it.
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Differing properties">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Property</th>
            {versions.map(([version, title]) => (
              <th key={version} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, MAX_ROWS).map((difference, at) => {
            const name = pathText(difference.path);
            const source = sources?.[at];
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                {versions.map(([version, title]) => (
                  <td key={version}>
                    <button
                      type="button"
                      className={classNames(styles.value, difference[version] === null && styles.absent)}
                      aria-pressed={isTaken(difference, version, source)}
                      title={difference[version] ?? undefined}
                      disabled={sources === undefined}
                      onClick={() => onTake(difference, version)}
                    >
                      <span className={styles.hidden}>{`Take ${title.toLowerCase()} for ${name}: `}</span>
                      {difference[version] === null ? 'absent' : shortened(difference[version])}
                    </button>
                  </td>
                ))}
                <td>{source !== undefined && <SourceBadge source={source} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {differences.length > MAX_ROWS && (
        <p className={styles.more}>
          {differences.length - MAX_ROWS} more differ; they are in the result below.
        </p>
      )}
    </div>
  );
}

/** Where two versions are equal, both are what the result holds. */
function isTaken(difference: Difference, version: Version, source: Source | undefined): boolean {
  if (source === undefined || source === 'open' || source === 'edited') return false;
  return difference[version] === difference[source];
}

const tones: Readonly<Record<Source, BadgeTone>> = {
  base: 'neutral',
  mine: 'neutral',
  theirs: 'neutral',
  edited: 'info',
  open: 'warning',
};

function SourceBadge({ source }: { readonly source: Source }) {
  return <Badge tone={tones[source]}>{source === 'open' ? 'choose' : source}</Badge>;
}

function shortened(json: string): string {
  const lines = json.split('\n');
  const kept = lines.slice(0, MAX_LINES).join('\n').slice(0, MAX_CHARACTERS);
  return kept.length < json.length ? `${kept}…` : kept;
}
