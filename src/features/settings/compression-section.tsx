/** Documents compression: off, all or selected collections, and revisions. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Database } from '../../app/registry/index.ts';
import { getCollectionStats } from '../../protocol/collections.ts';
import {
  getDocumentsCompression,
  setDocumentsCompression,
  type DocumentsCompression,
} from '../../protocol/configuration.ts';
import { Checkbox, pluralize } from '../../ui/index.ts';
import { AddByName } from './add-collection.tsx';
import { CompactAction } from './compact-action.tsx';
import { CompressionEstimatePanel } from './compression-estimate.tsx';
import { CompressionResults } from './compression-results.tsx';
import {
  compressionChanges,
  compressionMode,
  NO_COMPRESSION,
  sameCompression,
  type CompressionMode,
} from './compression-text.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { useSection, type SectionOf } from './use-section.ts';

const compression: SectionOf<DocumentsCompression> = {
  name: 'compression',
  read: (db, signal) => getDocumentsCompression(db, { signal }),
  write: setDocumentsCompression,
  unset: NO_COMPRESSION,
  same: sameCompression,
};

const MODES: readonly { readonly mode: CompressionMode; readonly label: string; readonly hint: string }[] = [
  { mode: 'off', label: 'None', hint: 'Documents are stored uncompressed.' },
  { mode: 'all', label: 'All collections', hint: 'Includes collections created later.' },
  {
    mode: 'chosen',
    label: 'Selected collections',
    hint: 'For collections with many similar documents.',
  },
];

export interface CompressionSectionProps {
  readonly database: Database;
  readonly edited: DocumentsCompression | undefined;
  readonly onEdited: (setting: DocumentsCompression | undefined) => void;
  readonly wanted: boolean;
}

export function CompressionSection({ database, edited, onEdited, wanted }: CompressionSectionProps) {
  const section = useSection(database, compression, { edited, onEdited });
  const { now, before, edit } = section;
  // "Selected" without a collection is an intermediate state, not a valid setting.
  const [choosing, setChoosing] = useState(false);
  const mode = choosing && !now.allCollections ? 'chosen' : compressionMode(now);

  const choose = (next: CompressionMode) => {
    setChoosing(next === 'chosen');
    if (next === 'all') edit({ ...now, allCollections: true, collections: [] });
    else if (next === 'off') edit({ ...now, allCollections: false, collections: [] });
    else edit({ ...now, allCollections: false, collections: before.collections });
  };

  return (
    <SettingsSection
      anchor="compression"
      title="Documents compression"
      about="Compresses documents with a dictionary per collection. Saves disk space; writes cost a little more CPU."
      section={section}
      state={
        compressionMode(before) === 'off' && !before.revisions
          ? { tone: 'neutral', words: 'off' }
          : { tone: 'success', words: 'on' }
      }
      neverSet="Not configured: the server default applies and documents are stored uncompressed."
      changes={compressionChanges(before, now)}
      blocked={
        mode === 'chosen' && now.collections.length === 0
          ? 'Select at least one collection, or turn compression off.'
          : undefined
      }
      wanted={wanted}
      after={
        <>
          {section.loadError === null && !section.loading && !before.allCollections && (
            <CompressionEstimatePanel database={database} before={before} now={now} />
          )}
          <CompressionResults database={database} />
          <CompactAction database={database} />
        </>
      }
    >
      <fieldset className={styles.choices}>
        <legend>Collections to compress</legend>
        {MODES.map(({ mode: each, label, hint }) => (
          <label key={each} className={styles.choice}>
            <input type="radio" name="compression" checked={mode === each} onChange={() => choose(each)} />
            <span>
              {label}
              <span className={styles.hint}>{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {mode === 'chosen' && (
        <CollectionChoice
          database={database}
          chosen={now.collections}
          onChange={(collections) => edit({ ...now, collections })}
        />
      )}
      <Checkbox
        label="Compress revisions"
        hint="Revisions of a document are very similar and compress best."
        checked={now.revisions}
        onChange={(revisions) => edit({ ...now, revisions })}
      />
    </SettingsSection>
  );
}

interface CollectionChoiceProps {
  readonly database: Database;
  readonly chosen: readonly string[];
  readonly onChange: (collections: readonly string[]) => void;
}

function CollectionChoice({ database, chosen, onChange }: CollectionChoiceProps) {
  const stats = useQuery({
    queryKey: [...database.key, 'collections', 'stats'],
    queryFn: ({ signal }) => getCollectionStats(database.client, { signal }),
  });
  const counts = new Map(
    stats.data?.collections
      .filter((each) => !each.name.startsWith('@'))
      .map((each) => [each.name, each.documents]),
  );
  const names = [...new Set([...counts.keys(), ...chosen])].sort((a, b) => a.localeCompare(b));
  return (
    <fieldset className={styles.choices}>
      <legend>Collections</legend>
      <div className={styles.collections}>
        {names.map((each) => {
          const count = counts.get(each);
          return (
            <Checkbox
              key={each}
              label={each}
              hint={count === undefined ? 'no documents yet' : pluralize(count, 'document')}
              checked={chosen.includes(each)}
              onChange={(on) => onChange(on ? [...chosen, each] : chosen.filter((other) => other !== each))}
            />
          );
        })}
      </div>
      <AddByName
        onAdd={(name) => {
          if (!chosen.includes(name)) onChange([...chosen, name]);
        }}
      />
    </fieldset>
  );
}
