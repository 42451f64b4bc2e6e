/** The collection of a document: chosen before the first save, fixed afterwards. */
import { useQuery } from '@tanstack/react-query';
import { CopyPlus } from 'lucide-react';
import { useId, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getCollectionNames } from '../../../protocol/collections.ts';
import { Button, TextField } from '../../../ui/index.ts';
import styles from '../documents.module.css';
import type { CollectionInText } from './document-metadata.ts';

export interface NewCollectionProps {
  readonly database: Database;
  readonly inText: CollectionInText;
  /** The text has no place to write to. */
  readonly disabled: boolean;
  readonly onCollection: (name: string) => void;
}

export function NewCollection({ database, inText, disabled, onCollection }: NewCollectionProps) {
  const list = useId();
  // What is typed goes into the text at once. The text comes back later, when the next key may be pressed already.
  const [typed, setTyped] = useState<string>();
  const { data: names } = useQuery({
    queryKey: [...database.key, 'collections', 'names'],
    queryFn: ({ signal }) => getCollectionNames(database.client, { signal }),
    staleTime: 60_000,
    // Only suggestions depend on it.
    retry: false,
  });
  const shown = typed ?? (inText.kind === 'name' ? inText.name : '');
  const odd =
    typed === undefined && inText.kind === 'odd'
      ? `The text holds ${inText.json} as @collection, which is not a name.`
      : undefined;
  return (
    <div onBlur={() => setTyped(undefined)}>
      <TextField
        label="Collection"
        value={shown}
        onChange={(text) => {
          setTyped(text);
          onCollection(text.trim());
        }}
        list={list}
        disabled={disabled}
        readOnly={database.writeRefusal !== undefined}
        error={odd}
        hint={collectionHint(shown.trim(), names)}
      />
      <datalist id={list}>
        {names?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

function collectionHint(name: string, names: readonly string[] | undefined): string {
  if (name === '' || name === '@empty')
    return 'Left empty, the document is in no collection. It cannot be set later.';
  const known = names?.some((each) => each.toLowerCase() === name.toLowerCase());
  return `${known === false ? 'A new collection. ' : ''}It cannot be changed after the first save.`;
}

export interface StoredCollectionProps {
  readonly stored: string;
  /** Undefined while it cannot be read. */
  readonly inText: CollectionInText | undefined;
  /** Why the text cannot be changed now. */
  readonly refusal: string | undefined;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  readonly onRestore: () => void;
  readonly onClone: () => void;
}

export function StoredCollection(props: StoredCollectionProps) {
  const { stored, inText } = props;
  const other = inText && otherCollection(stored, inText);
  return (
    <>
      <dl className={styles.facts}>
        <dt>Collection</dt>
        <dd>{stored === '@empty' ? 'none' : stored}</dd>
      </dl>
      <p className={styles.note}>
        Fixed since the first save: RavenDB and the sandbox refuse to save a document into another collection.
      </p>
      {other !== undefined && (
        <div className={styles.warning} role="status">
          <p>{other} The server will refuse to save it.</p>
          <Button disabledReason={props.refusal} onClick={props.onRestore}>
            {stored === '@empty' ? 'Remove @collection' : `Restore ${stored}`}
          </Button>
        </div>
      )}
      <div className={styles.buttonRow}>
        <Button icon={<CopyPlus />} disabledReason={props.writeRefusal} onClick={props.onClone}>
          Clone to another collection
        </Button>
      </div>
    </>
  );
}

/** What the text says instead of the stored collection. Servers ignore letter case in its name. */
function otherCollection(stored: string, inText: CollectionInText): string | undefined {
  switch (inText.kind) {
    case 'none':
      return stored === '@empty' ? undefined : 'The text names no collection.';
    case 'odd':
      return `The text holds ${inText.json} as @collection, which is not a name.`;
    case 'name':
      return inText.name.toLowerCase() === stored.toLowerCase()
        ? undefined
        : `The text names the collection ${inText.name}.`;
  }
}
