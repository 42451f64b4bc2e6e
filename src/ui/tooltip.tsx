import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './tooltip.module.css';

/** A tooltip on hover and on keyboard focus. The child must accept a ref and props (any element does). */
export function Tooltip(props: {
  readonly content: ReactNode;
  readonly children: ReactElement<Record<string, unknown>>;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
}): ReactNode {
  const { content, children, side = 'bottom' } = props;
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} closeOnClick />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.popup}>{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
