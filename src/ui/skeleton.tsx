import type { CSSProperties, ReactNode } from 'react';
import styles from './skeleton.module.css';

/** A grey bar where text will be. Hidden from those who listen: the container says that it is busy. */
export function Skeleton(props: {
  readonly width?: number | string;
  readonly height?: number | string;
}): ReactNode {
  const style: CSSProperties = { width: props.width ?? '100%', height: props.height ?? 10 };
  return <span className={styles.skeleton} style={style} aria-hidden="true" />;
}

/** Rows of them, for a list that is on its way. */
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
