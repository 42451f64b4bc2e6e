/** Asks before a query runs on fields that no sampled document has: the server would widen an index for them. */
import { pluralize, Button, pluralNoun } from '../../../ui/index.ts';
import type { UnknownField } from './field-check.ts';
import styles from '../query.module.css';

export interface FieldWarning {
  /** The text that was to be run. */
  readonly query: string;
  readonly collection: string;
  readonly fields: readonly UnknownField[];
  readonly sampled: number;
  /** The sample holds every document of the collection. */
  readonly complete: boolean;
}

interface FieldWarningBarProps {
  readonly warning: FieldWarning;
  readonly onCorrect: (query: string) => void;
  readonly onRunAnyway: () => void;
  readonly onDismiss: () => void;
}

export function FieldWarningBar({ warning, onCorrect, onRunAnyway, onDismiss }: FieldWarningBarProps) {
  const corrected = correctedQuery(warning);
  return (
    <div className={styles.fieldWarning} role="alert" aria-label="Unknown fields">
      <p>
        {warning.fields.map((field) => (
          <span key={field.path}>
            <code>{field.path}</code> is in {where(warning)}
            {field.nearest === null ? (
              '.'
            ) : (
              <>
                ; did you mean <code>{field.nearest}</code>?
              </>
            )}{' '}
          </span>
        ))}
        The query was not run: a server would build an index for{' '}
        {pluralNoun(warning.fields.length, 'this field', 'these fields')}.
      </p>
      <div className={styles.fieldWarningActions}>
        {corrected !== null && (
          <Button variant="primary" onClick={() => onCorrect(corrected)}>
            Correct and run
          </Button>
        )}
        <Button onClick={onRunAnyway}>Run anyway</Button>
        <Button variant="ghost" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}

function where({ collection, sampled, complete }: FieldWarning): string {
  return complete
    ? `no document of ${collection}`
    : `none of ${pluralize(sampled, 'sampled document')} of ${collection}`;
}

/** Every unknown field replaced by its nearest name; null when one has none. */
function correctedQuery({ query, fields }: FieldWarning): string | null {
  let text = query;
  for (const field of [...fields].sort((a, b) => b.start - a.start)) {
    if (field.nearest === null) return null;
    // The alias before the path stays.
    const start = field.end - field.path.length;
    if (text.slice(start, field.end) !== field.path) return null;
    text = text.slice(0, start) + field.nearest + text.slice(field.end);
  }
  return text;
}
