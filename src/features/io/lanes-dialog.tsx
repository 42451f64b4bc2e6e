import { ArrowDown, ArrowUp, Pin } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  arrangeGroups,
  defaultArrangement,
  type LaneArrangement,
  type TimelineGroup,
} from '../../charts/timeline/index.ts';
import { Button, Checkbox, Dialog, IconButton, TextField } from '../../ui/index.ts';
import { ioKinds } from './io-kinds.ts';
import styles from './io.module.css';

const toggled = <T,>(list: readonly T[], item: T): readonly T[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];

/** Visibility and order of lanes. */
export function LanesDialog(props: {
  open: boolean;
  onClose: () => void;
  groups: readonly TimelineGroup[];
  arrangement: LaneArrangement;
  onArrangement: (arrangement: LaneArrangement) => void;
}): ReactNode {
  const { open, onClose, groups, arrangement, onArrangement } = props;
  const [filter, setFilter] = useState('');
  const ordered = arrangeGroups(groups, { ...arrangement, hidden: [] });
  const words = filter.trim().toLowerCase();
  const matching = ordered.filter(({ label, detail }) =>
    `${label} ${detail ?? ''}`.toLowerCase().includes(words),
  );

  function move(key: string, step: number): void {
    const order = ordered.map((group) => group.key);
    const from = order.indexOf(key);
    const to = from + step;
    const other = order[to];
    if (other === undefined) return;
    order[from] = other;
    order[to] = key;
    onArrangement({ ...arrangement, order });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Lanes"
      width="wide"
      footer={
        <>
          <Button variant="ghost" onClick={() => onArrangement(defaultArrangement)}>
            Reset
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <fieldset className={styles.kinds}>
        <legend>Kinds</legend>
        {ioKinds.map(({ label }, kind) => (
          <Checkbox
            key={label}
            label={label}
            checked={!arrangement.hiddenKinds.includes(kind)}
            onChange={() =>
              onArrangement({ ...arrangement, hiddenKinds: toggled(arrangement.hiddenKinds, kind) })
            }
          />
        ))}
      </fieldset>
      <div className={styles.findForm}>
        <TextField
          label="Filter environments"
          hideLabel
          placeholder="Filter environments"
          value={filter}
          onChange={setFilter}
        />
        <Button
          variant="ghost"
          onClick={() =>
            onArrangement({
              ...arrangement,
              hidden: [...new Set([...arrangement.hidden, ...ordered.map(({ key }) => key)])].filter(
                (key) => !matching.some((group) => group.key === key),
              ),
            })
          }
        >
          Show only matches
        </Button>
        <Button
          variant="ghost"
          onClick={() => onArrangement({ ...arrangement, collapsed: ordered.map(({ key }) => key) })}
        >
          Collapse all
        </Button>
        <Button variant="ghost" onClick={() => onArrangement({ ...arrangement, collapsed: [] })}>
          Expand all
        </Button>
      </div>
      <ul className={styles.sourceList}>
        {matching.map(({ key, label, detail }, place) => (
          <li key={key} title={detail}>
            <span className={styles.sourceName}>
              <Checkbox
                label={label}
                checked={!arrangement.hidden.includes(key)}
                onChange={() => onArrangement({ ...arrangement, hidden: toggled(arrangement.hidden, key) })}
              />
            </span>
            <IconButton
              label={`Pin ${label} to the top`}
              icon={Pin}
              pressed={arrangement.pinned.includes(key)}
              onClick={() => onArrangement({ ...arrangement, pinned: toggled(arrangement.pinned, key) })}
            />
            <IconButton
              label={`Move ${label} up`}
              icon={ArrowUp}
              disabled={place === 0 || words !== ''}
              onClick={() => move(key, -1)}
            />
            <IconButton
              label={`Move ${label} down`}
              icon={ArrowDown}
              disabled={place === matching.length - 1 || words !== ''}
              onClick={() => move(key, 1)}
            />
          </li>
        ))}
        {matching.length === 0 && <li className={styles.muted}>No environment matches</li>}
      </ul>
    </Dialog>
  );
}
