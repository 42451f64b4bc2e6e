import type { ReactNode } from 'react';
import type { Hit } from './hit-test.ts';
import type { PlotPoint } from './use-plot-pointer.ts';
import styles from './timeline.module.css';

const CARD = { width: 288, height: 210 };

function placed({ x, y }: PlotPoint, box: { readonly width: number; readonly height: number }) {
  return {
    left: Math.max(0, Math.min(x + 14, box.width - CARD.width)),
    top: Math.max(0, Math.min(y + 14, box.height - CARD.height)),
  };
}

/** The card of the item under the pointer. */
export function HoverCard(props: {
  hit: Hit;
  at: PlotPoint;
  box: { readonly width: number; readonly height: number };
  children: ReactNode;
}): ReactNode {
  return (
    <div className={styles.tooltip} style={placed(props.at, props.box)} aria-hidden="true">
      <div className={styles.tooltipGroup}>{props.hit.group.detail ?? props.hit.group.label}</div>
      {props.children}
    </div>
  );
}

/** The same card, pinned next to its event until it is closed. */
export function PinnedCard(props: {
  at: PlotPoint;
  box: { readonly width: number; readonly height: number };
  heading: string;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <div
      className={`${styles.tooltip ?? ''} ${styles.pinned ?? ''}`}
      style={placed(props.at, props.box)}
      role="group"
      aria-label={`Pinned: ${props.heading}`}
    >
      <div className={styles.tooltipGroup}>{props.heading}</div>
      <button type="button" className={styles.closePin} aria-label="Close details" onClick={props.onClose}>
        ×
      </button>
      {props.children}
    </div>
  );
}
