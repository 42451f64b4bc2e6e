/** The collections of a database with their counts and a filter; arrow keys move the selection. */
import { FileClock } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { CollectionStats } from '../../../protocol/collections.ts';
import { Button, formatCount, TextField } from '../../../ui/index.ts';
import styles from '../documents.module.css';

export interface CollectionListProps {
  readonly stats: CollectionStats;
  /** Null: all documents. */
  readonly selected: string | null;
  readonly onSelect: (collection: string | null) => void;
  readonly onOpenBin: () => void;
}

const SERVER_NAMES: Readonly<Record<string, string>> = {
  '@empty': 'No collection',
  '@hilo': 'Hi-lo counters (@hilo)',
};

export function collectionLabel(name: string | null): string {
  return name === null ? 'All documents' : (SERVER_NAMES[name] ?? name);
}

export function CollectionList({ stats, selected, onSelect, onOpenBin }: CollectionListProps) {
  const [filter, setFilter] = useState('');
  const words = filter.trim().toLowerCase();
  const shown = stats.collections.filter(({ name }) => collectionLabel(name).toLowerCase().includes(words));

  const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[at + step]?.focus();
    event.preventDefault();
  };
  const item = (name: string | null, documents: number) => (
    <li key={name ?? ''}>
      <button
        type="button"
        className={styles.collection}
        aria-current={name === selected ? 'true' : undefined}
        onClick={() => onSelect(name)}
      >
        <span className={styles.collectionName} title={name ?? undefined}>
          {collectionLabel(name)}
        </span>
        <span className={styles.count}>{formatCount(documents)}</span>
      </button>
    </li>
  );

  return (
    <nav className={styles.collections} aria-label="Collections">
      <div className={styles.collectionFilter}>
        <TextField
          label="Filter collections"
          hideLabel
          placeholder="Filter collections"
          value={filter}
          onChange={setFilter}
        />
      </div>
      <ul onKeyDown={moveFocus}>
        {words === '' && item(null, stats.documents)}
        {shown.map(({ name, documents }) => item(name, documents))}
      </ul>
      {shown.length === 0 && words !== '' && <p className={styles.note}>No collection matches</p>}
      <div className={styles.collectionsEnd}>
        <Button variant="ghost" icon={<FileClock />} onClick={onOpenBin}>
          Revisions bin
        </Button>
      </div>
    </nav>
  );
}
