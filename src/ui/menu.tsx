import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { MenuItems, type MenuEntry } from './menu-items.tsx';
import { classNames } from './class-names.ts';
import popup from './popup.module.css';

/** A menu behind a button. `trigger` is the element of that button. */
export function Menu(props: {
  readonly trigger: ReactElement;
  readonly items: readonly MenuEntry[];
  readonly align?: 'start' | 'end';
}): ReactNode {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={props.align ?? 'start'} className={popup.positioner}>
          <Base.Popup className={classNames(popup.popup, popup.menu)}>
            <MenuItems items={props.items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
