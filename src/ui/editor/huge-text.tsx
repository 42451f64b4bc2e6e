/** A text too large to edit: shown read-only in parts, with a button to edit it anyway. */
import { useState } from 'react';
import { Button } from '../button.tsx';
import styles from './editor.module.css';

/**
 * Above this number of characters no editor opens by itself: Monaco is usable well below, and stalls well above.
 */
export const HUGE_CHARACTERS = 5_000_000;
/** Characters per part; small enough for the layout of one very long line. */
const PART = 50_000;

export interface HugeTextProps {
  readonly text: string;
  readonly label: string;
  readonly onOpenAnyway: () => void;
}

export function HugeText({ text, label, onOpenAnyway }: HugeTextProps) {
  const [part, setPart] = useState(0);
  const parts = Math.ceil(text.length / PART);
  const shown = Math.min(part, parts - 1);
  const megabytes = (text.length / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 });
  return (
    <section className={styles.huge} aria-label={label}>
      <div className={styles.hugeBar} role="status">
        <p>
          This text has {megabytes} million characters, which is slow to edit. It is shown read-only, in
          parts.
        </p>
        <div className={styles.hugeActions}>
          <Button disabled={shown === 0} onClick={() => setPart(shown - 1)}>
            Previous
          </Button>
          <span>
            Part {shown + 1} of {parts}
          </span>
          <Button disabled={shown === parts - 1} onClick={() => setPart(shown + 1)}>
            Next
          </Button>
          <Button onClick={onOpenAnyway}>Open in editor anyway</Button>
        </div>
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre
        className={styles.plain}
        tabIndex={0}
        role="textbox"
        aria-readonly="true"
        aria-multiline="true"
        aria-label={`${label}, part ${shown + 1} of ${parts}`}
      >
        {text.slice(shown * PART, (shown + 1) * PART)}
      </pre>
    </section>
  );
}
