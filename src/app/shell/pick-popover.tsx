import { Popover } from '@base-ui/react/popover';
import { ChevronsUpDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { FilterList, type FilterItem } from '../commands/filter-list.tsx';
import styles from './shell.module.css';

/** A button that shows the selection, and a filterable list to change it. */
export function PickPopover(props: {
  readonly label: string;
  readonly chosen: ReactNode;
  readonly placeholder: string;
  readonly items: readonly FilterItem[];
  readonly nothing: ReactNode;
  readonly footer?: (close: () => void) => ReactNode;
  readonly onOpen?: () => void;
}): ReactNode {
  const { label, chosen, placeholder, items, nothing, footer, onOpen } = props;
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        if (next) onOpen?.();
        setOpen(next);
      }}
    >
      <Popover.Trigger className={styles.picker} aria-label={label}>
        {chosen}
        <ChevronsUpDown size={13} aria-hidden="true" className={styles.pickerArrow} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className={styles.pickerPositioner}>
          <Popover.Popup className={styles.pickerPopup} aria-label={label}>
            <FilterList
              label={label}
              placeholder={placeholder}
              items={items}
              nothing={nothing}
              onDone={close}
              footer={footer?.(close)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
