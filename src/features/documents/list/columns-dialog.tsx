/** Chooses the columns of the table: which, in which order, and which stay in view. Changes apply at once. */
import { ArrowDown, ArrowUp, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { Button, Checkbox, Dialog, IconButton, TextField } from '../../../ui/index.ts';
import {
  isPinned,
  moved,
  noChoice,
  pinToggled,
  shownColumns,
  toggled,
  type ColumnChoice,
} from './column-choice.ts';
import styles from './columns-dialog.module.css';

export interface ColumnsDialogProps {
  readonly title: string;
  readonly choice: ColumnChoice;
  readonly defaults: readonly string[];
  /** Everything that the sampled documents have. */
  readonly available: readonly string[];
  readonly titleOf: (column: string) => string;
  readonly onChange: (change: (now: ColumnChoice) => ColumnChoice) => void;
  readonly onClose: () => void;
}

export function ColumnsDialog(props: ColumnsDialogProps) {
  const { choice, defaults, available, titleOf, onChange } = props;
  const [filter, setFilter] = useState('');
  const shown = shownColumns(choice, defaults);
  const names = [...shown, ...available.filter((name) => !shown.includes(name))];
  const wanted = filter.trim().toLowerCase();
  const listed = names.filter((name) => titleOf(name).toLowerCase().includes(wanted));
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={`Columns of ${props.title}`}
      footer={
        <>
          <Button variant="ghost" onClick={() => onChange(() => noChoice)}>
            Reset
          </Button>
          <Button variant="primary" onClick={props.onClose}>
            Close
          </Button>
        </>
      }
    >
      <TextField
        label="Filter columns"
        hideLabel
        placeholder="Filter columns"
        value={filter}
        onChange={setFilter}
      />
      <ul className={styles.list} aria-label="Columns">
        {listed.map((name) => {
          const title = titleOf(name);
          const visible = shown.includes(name);
          const pinned = isPinned(choice, name);
          const at = shown.indexOf(name);
          const beside = (by: -1 | 1) => {
            const neighbour = shown[at + by];
            return neighbour !== undefined && isPinned(choice, neighbour) === pinned;
          };
          return (
            <li key={name}>
              <Checkbox
                label={title}
                checked={visible}
                onChange={() => onChange((now) => toggled(now, defaults, name))}
              />
              {visible && (
                <>
                  <IconButton
                    label={`${pinned ? 'Unpin' : 'Pin'} ${title}`}
                    icon={pinned ? <PinOff /> : <Pin />}
                    onClick={() => onChange((now) => pinToggled(now, defaults, name))}
                  />
                  <IconButton
                    label={`Move ${title} up`}
                    icon={<ArrowUp />}
                    disabled={!beside(-1)}
                    onClick={() => onChange((now) => moved(now, defaults, name, -1))}
                  />
                  <IconButton
                    label={`Move ${title} down`}
                    icon={<ArrowDown />}
                    disabled={!beside(1)}
                    onClick={() => onChange((now) => moved(now, defaults, name, 1))}
                  />
                </>
              )}
            </li>
          );
        })}
        {listed.length === 0 && <li>No column matches.</li>}
      </ul>
    </Dialog>
  );
}
