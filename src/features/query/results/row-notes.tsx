/** Highlights and the explanation of the score of one row, beside its JSON. */
import type { QueryAnswer } from '../../../protocol/queries.ts';
import { highlightParts, type Highlight } from '../../../protocol/query-extras.ts';
import styles from './row-notes.module.css';

export function RowNotes({
  extras,
  id,
}: {
  readonly extras: QueryAnswer['extras'];
  readonly id: string | null;
}) {
  const highlights = extras.highlights.get(id ?? '');
  const explanation = extras.explanations.get(id ?? '');
  if (!highlights && explanation === undefined) return null;
  return (
    <div className={styles.notes}>
      {highlights && (
        <section aria-label="Highlights">
          <h3>Highlights</h3>
          <Highlights highlights={highlights} />
        </section>
      )}
      {explanation !== undefined && (
        <section aria-label="Explanation of the score">
          <h3>Score</h3>
          <pre tabIndex={0}>{explanation}</pre>
        </section>
      )}
    </div>
  );
}

function Highlights({ highlights }: { readonly highlights: readonly Highlight[] }) {
  return (
    <dl className={styles.fields}>
      {highlights.map(({ field, fragments }) => (
        <div key={field}>
          <dt>{field}</dt>
          {fragments.map((fragment, index) => (
            <dd key={index}>
              <Marked fragment={fragment} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** The marks of the server, without its HTML. */
export function Marked({ fragment }: { readonly fragment: string }) {
  return highlightParts(fragment).map(({ text, marked }, index) =>
    marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
