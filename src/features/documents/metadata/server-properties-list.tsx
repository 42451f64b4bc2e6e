/** What the server writes into the metadata: read-only, each with the reason. */
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { pluralize } from '../../../ui/index.ts';
import documentStyles from '../documents.module.css';
import styles from './metadata.module.css';
import { serverProperties } from './server-properties.ts';

export function ServerProperties({ metadata }: { readonly metadata: DocumentMetadata | null }) {
  if (metadata === null)
    return (
      <p className={documentStyles.note}>
        The server adds @id, @change-vector and @last-modified when it saves the document.
      </p>
    );
  const properties = serverProperties(metadata);
  return (
    <details className={styles.ofServer}>
      <summary>
        {pluralize(properties.length, 'read-only property', 'read-only properties')} of the server
      </summary>
      <dl>
        {properties.map(({ name, value, reason }) => (
          <div key={name}>
            <dt className={documentStyles.mono}>{name}</dt>
            <dd>
              <span className={documentStyles.mono}>{value}</span>
              <span className={documentStyles.note}>{reason}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
