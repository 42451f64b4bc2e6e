import type { CSSProperties, ReactNode } from 'react';
import styles from './skeleton.module.css';

/** A placeholder for text that moves while it is shown. Hidden from screen readers: the container is marked as busy. */
export function Skeleton(props: {
  readonly width?: number | string;
  readonly height?: number | string;
}): ReactNode {
  const style: CSSProperties = { width: props.width ?? '100%', height: props.height ?? 10 };
  return <span className={styles.skeleton} style={style} aria-hidden="true" />;
}

/**
 * A placeholder for text in a row of a grid. It does not move: each animated element is a layer of its own, which many
 * of them make expensive in each frame of a scroll.
 */
export function StillSkeleton({ width }: { readonly width: string }): ReactNode {
  return <span className={styles.still} style={{ width }} aria-hidden="true" />;
}

/** Placeholder rows for a list that loads. */
export function SkeletonRows({
  rows = 6,
  label,
}: {
  readonly rows?: number;
  readonly label: string;
}): ReactNode {
  return (
    <div role="status" aria-label={label} className={styles.rows}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton width={`${30 + ((index * 23) % 45)}%`} />
        </div>
      ))}
    </div>
  );
}
