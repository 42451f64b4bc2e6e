/** Chooses the kinds of items. */
import type { ReactNode } from 'react';
import { dumpItem, type DumpItem } from '../../../contract/index.ts';
import { Button, Checkbox } from '../../../ui/index.ts';
import { itemNames, notInSandbox } from '../items.ts';
import type { Direction } from '../run-store.ts';
import styles from '../transfer.module.css';

export function ItemChoice({
  direction,
  items,
  onChange,
  disabled,
  sandbox,
}: {
  readonly direction: Direction;
  readonly items: readonly DumpItem[];
  readonly onChange: (items: DumpItem[]) => void;
  readonly disabled: boolean;
  /** The sandbox leaves some kinds out. */
  readonly sandbox: boolean;
}): ReactNode {
  const all = dumpItem.options;
  const isMissing = (item: DumpItem): boolean =>
    sandbox && direction === 'export' && notInSandbox.includes(item);
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>Items</legend>
      <div className={styles.checks}>
        {all.map((item) => (
          <Checkbox
            key={item}
            label={itemNames[item]}
            checked={items.includes(item) && !isMissing(item)}
            disabled={disabled || isMissing(item)}
            onChange={(on) => onChange(all.filter((each) => (each === item ? on : items.includes(each))))}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button variant="ghost" disabled={disabled} onClick={() => onChange([...all])}>
          Select all
        </Button>
        <Button variant="ghost" disabled={disabled} onClick={() => onChange([])}>
          Clear selection
        </Button>
      </div>
      {sandbox && items.some((item) => notInSandbox.includes(item)) && (
        <p className={styles.note}>
          {direction === 'export'
            ? 'The sandbox does not store these items: '
            : 'The sandbox counts these items and skips them: '}
          {notInSandbox.map((item) => itemNames[item].toLowerCase()).join(', ')}.
        </p>
      )}
    </fieldset>
  );
}
