/** Chooses the stored recording that another one is compared with. */
import { useMemo, useState, type ReactNode } from 'react';
import { Button, Dialog, ErrorView, SkeletonRows, TextField } from '../../../ui/index.ts';
import { StoredGrid } from '../library/stored-grid.tsx';
import { matches, newestFirst } from '../library/stored-text.ts';
import { useRecordingsList } from '../library/use-recordings-list.ts';
import styles from './comparison.module.css';

export function CompareDialog(props: {
  /** The name of the first. */
  readonly name: string;
  /** Whether the first is in the list too, where it is left out. */
  readonly isStored: boolean;
  readonly onClose: () => void;
  readonly onCompare: (name: string) => void;
}): ReactNode {
  const { name, isStored, onClose, onCompare } = props;
  const { list, error, reopen } = useRecordingsList();
  const [filter, setFilter] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const others = useMemo(
    () =>
      newestFirst(list?.stored ?? []).filter(
        (each) => each.about !== null && !(isStored && each.name === name),
      ),
    [list?.stored, isStored, name],
  );
  const shown = others.filter((each) => matches(each, filter));
  const chosen = shown.find((each) => each.name === selected);
  return (
    <Dialog
      open
      width="wide"
      title={`Compare ${name} with…`}
      description="It is A of the comparison, the chosen recording is B."
      onClose={onClose}
      onSubmit={() => {
        if (chosen) onCompare(chosen.name);
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={chosen === undefined ? 'Choose a recording.' : undefined}
          >
            Compare
          </Button>
        </>
      }
    >
      <TextField
        label="Filter recordings"
        hideLabel
        placeholder="Filter by name, server, note…"
        value={filter}
        onChange={setFilter}
      />
      {list === null &&
        (error === null ? (
          <SkeletonRows label="Reading the list of recordings" />
        ) : (
          <ErrorView compact error={error} doing="Reading the list of recordings" onRetry={reopen} />
        ))}
      {list !== null && (
        <div className={styles.choice}>
          <StoredGrid
            label="Recordings to compare with"
            stored={shown}
            few
            selected={selected}
            onSelect={setSelected}
            onOpen={(each) => onCompare(each.name)}
            empty={
              <p className={styles.none}>
                {others.length === 0 ? 'There is no second stored recording.' : 'No recording matches.'}
              </p>
            }
          />
        </div>
      )}
    </Dialog>
  );
}
