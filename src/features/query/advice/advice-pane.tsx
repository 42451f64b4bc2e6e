/** Advice with its evidence and what to write instead. */
import { Lightbulb } from 'lucide-react';
import { CopyButton } from '../../../ui/index.ts';
import styles from './advice.module.css';
import type { Advice } from './rules.ts';

export function AdviceList({ advice }: { readonly advice: readonly Advice[] }) {
  return (
    <ul className={styles.list} aria-label="Advice" tabIndex={0}>
      {advice.map(({ id, title, evidence, instead }) => (
        <li key={id}>
          <h3>
            <Lightbulb size={14} aria-hidden="true" /> {title}
          </h3>
          <p>{evidence}</p>
          <div className={styles.instead}>
            <span>Instead:</span>
            {isSentence(instead) ? (
              <span>{instead}</span>
            ) : (
              <>
                <code>{instead}</code>
                <CopyButton label="Copy" text={() => instead} />
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Advice in words; anything else is RQL to copy. */
function isSentence(text: string): boolean {
  return /^[A-Z][a-z]+ .*\.$/.test(text);
}
