import { Menu as Base } from '@base-ui/react/menu';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { KeyHint } from './key-hint.tsx';
import popup from './popup.module.css';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly hint?: string;
  readonly shortcut?: string | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Draws a separator above it. */
  readonly separated?: boolean;
}

/** A menu behind a button. `trigger` is the element of that button. */
export function Menu(props: {
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
}): ReactNode {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={props.align ?? 'start'} className={popup.positioner}>
          <Base.Popup className={popup.popup}>
            {props.items.map((item) => (
              <Fragment key={item.id}>
                {item.separated && <Base.Separator className={popup.separator} />}
                <Base.Item
                  onClick={item.onSelect}
                  disabled={item.disabled ?? false}
                  label={item.label}
                  className={classNames(popup.item, item.danger && popup.danger)}
                >
                  <span className={popup.itemIcon} aria-hidden="true">
                    {item.icon}
                  </span>
                  <span className={popup.itemText}>
                    {item.label}
                    {item.hint !== undefined && <span className={popup.itemHint}>{item.hint}</span>}
                  </span>
                  {item.shortcut !== undefined && <KeyHint keys={item.shortcut} />}
                </Base.Item>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
