/** The metadata of the document, in step with its text: collection, properties of users, and what the server sets. */
import { Plus } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { Badge, Button, formatCount } from '../../../ui/index.ts';
import styles from '../attachments/attachments.module.css';
import { NewCollection, StoredCollection } from './collection-form.tsx';
import {
  collectionChange,
  collectionInText,
  listedProperties,
  metadataInText,
  type MetadataChange,
  type MetadataProperty,
} from './document-metadata.ts';
import { PropertyDialog } from './property-dialog.tsx';
import { PropertyRow } from './property-row.tsx';
import { ServerProperties } from './server-properties-list.tsx';

export interface MetadataPanelProps {
  readonly database: Database;
  /** Null for a document that is not saved yet. */
  readonly metadata: DocumentMetadata | null;
  /** The document's text; null while it is not valid JSON. */
  readonly text: string | null;
  /** Changes the current text, which can be newer than `text`. */
  readonly onChange: (changes: readonly MetadataChange[]) => void;
  /** Opens a new document with the content of this one. */
  readonly onClone: () => void;
}

interface OpenDialog {
  /** Undefined for a new one. */
  readonly property: MetadataProperty | undefined;
}

export function MetadataPanel({ database, metadata, text, onChange, onClone }: MetadataPanelProps) {
  const heading = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<OpenDialog>();
  // While the text is invalid, the last valid metadata stays, so that typing moves nothing in the panel.
  const [lastText, setLastText] = useState(text);
  if (text !== null && text !== lastText) setLastText(text);

  const { writeRefusal } = database;
  const shown = useMemo(() => metadataInText(lastText), [lastText]);
  const current = text === null ? metadataInText(null) : shown;
  const properties = shown.kind === 'readable' ? shown.properties : [];
  const listed = listedProperties(properties);
  const unreadable = current.kind === 'unreadable' ? current.reason : undefined;
  const refusal = writeRefusal ?? unreadable;
  const collection = collectionInText(properties);
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header className={styles.head}>
        <h3 id={heading}>Metadata</h3>
        {listed.length > 0 && <Badge>{formatCount(listed.length)}</Badge>}
        <Button
          ref={addButton}
          icon={<Plus />}
          disabledReason={refusal}
          onClick={() => setDialog({ property: undefined })}
        >
          Add property…
        </Button>
      </header>
      {metadata === null ? (
        <NewCollection
          database={database}
          inText={collection}
          disabled={unreadable !== undefined}
          onCollection={(name) => onChange([collectionChange(name)])}
        />
      ) : (
        <StoredCollection
          stored={metadata.collection}
          inText={shown.kind === 'readable' ? collection : undefined}
          refusal={refusal}
          writeRefusal={writeRefusal}
          onRestore={() => onChange([collectionChange(metadata.collection)])}
          onClone={onClone}
        />
      )}
      {unreadable !== undefined && <p className={styles.note}>{unreadable}</p>}
      {listed.length === 0 ? (
        unreadable === undefined && (
          <p className={styles.note}>Own properties, such as tags, are stored with the document.</p>
        )
      ) : (
        <ul className={styles.list}>
          {listed.map((property, at) => (
            <PropertyRow
              // A renamed property keeps its row, and so the focus.
              key={at}
              property={property}
              refusal={refusal}
              onEdit={() => setDialog({ property })}
              onRemove={() => {
                onChange([{ kind: 'remove', name: property.name }]);
                // The button with the focus disappears.
                addButton.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <ServerProperties metadata={metadata} />
      {dialog && (
        <PropertyDialog
          property={dialog.property}
          taken={properties.map(({ name }) => name).filter((name) => name !== dialog.property?.name)}
          onApply={(changes) => {
            onChange(changes);
            setDialog(undefined);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  );
}
