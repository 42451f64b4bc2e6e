/** Two moments of the shown time, for the keyboard; a click in a chart sets them too. */
import { useId, type ReactNode } from 'react';
import styles from '../overview.module.css';
import { formatDistance } from '../tiles/format-value.ts';
import type { Moments } from './compared-spans.ts';

const STEP_S = 5;

export function MomentChoice(props: {
  readonly moments: Moments;
  readonly now: number;
  readonly shownMs: number;
  readonly onChange: (moments: Moments) => void;
}): ReactNode {
  const { moments, now, shownMs, onChange } = props;
  return (
    <div className={styles.moments}>
      <Moment
        label="First moment"
        at={moments.first}
        now={now}
        shownMs={shownMs}
        onChange={(first) => onChange({ ...moments, first })}
      />
      <Moment
        label="Second moment"
        at={moments.second}
        now={now}
        shownMs={shownMs}
        onChange={(second) => onChange({ ...moments, second })}
      />
    </div>
  );
}

function Moment(props: {
  readonly label: string;
  readonly at: number | null;
  readonly now: number;
  readonly shownMs: number;
  readonly onChange: (at: number) => void;
}): ReactNode {
  const { label, at, now, shownMs, onChange } = props;
  const id = useId();
  const text = at === null ? 'Click in a chart' : `${formatDistance(now - at)} ago`;
  return (
    <div className={styles.moment}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={-shownMs / 1000}
        max={0}
        step={STEP_S}
        value={at === null ? 0 : Math.max(-shownMs, at - now) / 1000}
        aria-valuetext={text}
        onChange={(event) => onChange(now + Number(event.target.value) * 1000)}
      />
      <span>{text}</span>
    </div>
  );
}
