import { ContextMenu as Base } from '@base-ui/react/context-menu';
import type { ReactElement, ReactNode } from 'react';
import { MenuItems, type MenuItem } from './menu-items.tsx';
import popup from './popup.module.css';

/** A menu at the pointer, or at the focused element for the menu key. Without items the element is unchanged. */
export function ContextMenu(props: {
  readonly target: ReactElement;
  readonly items: readonly MenuItem[];
}): ReactNode {
  const { target, items } = props;
  return (
    <Base.Root disabled={items.length === 0}>
      <Base.Trigger render={target} />
      <Base.Portal>
        <Base.Positioner className={popup.positioner}>
          <Base.Popup className={popup.popup}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
