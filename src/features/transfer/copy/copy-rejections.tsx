/** The rejected items of a copy: the first ones in a grid, all of them in a file. */
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { CopyItem, CopyReport } from '../../../contract/index.ts';
import { getRejectedDocuments } from '../../../protocol/copies.ts';
import { Badge, Button, SortedGrid, fileName, formatCount, pluralize, saveFile } from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import copyStyles from './copy.module.css';
import { rejectedItems, rejectionsAsCsv, rejectionsAsNdjson } from './copy-report-text.ts';
import { nameOf } from './estimate-view.tsx';

interface CopyRejectionsProps {
  readonly id: string;
  readonly report: CopyReport;
  readonly database: string;
}

export function CopyRejections({ id, report, database }: CopyRejectionsProps): ReactNode {
  const session = useSession();
  const [selected, setSelected] = useState<number | null>(null);
  const [saving, setSaving] = useState(false);
  const items = report.rejected;
  const total = rejectedItems(report);
  const item = selected === null ? undefined : items[selected];

  async function save(ending: 'csv' | 'ndjson'): Promise<void> {
    setSaving(true);
    try {
      const hasDocuments = items.some(({ kind }) => kind === 'document');
      const documents = hasDocuments ? await getRejectedDocuments(session.port, id) : [];
      const all = [...documents, ...items.filter(({ kind }) => kind !== 'document')];
      const name = fileName('rejected-items', database, ending);
      if (ending === 'csv') saveFile(name, 'text/csv', rejectionsAsCsv(all));
      else saveFile(name, 'application/x-ndjson', rejectionsAsNdjson(all));
    } catch (thrown) {
      session.reportError(thrown, 'Saving the rejected items');
    }
    setSaving(false);
  }

  return (
    <>
      <h3 className={copyStyles.title}>{pluralize(total, 'rejected item')}</h3>
      <div className={styles.buttons}>
        <Button icon={<Download />} variant="ghost" busy={saving} onClick={() => void save('csv')}>
          Save all as CSV
        </Button>
        <Button icon={<Download />} variant="ghost" busy={saving} onClick={() => void save('ndjson')}>
          Save all as NDJSON
        </Button>
        {items.length < total && (
          <span className={styles.note}>The first {formatCount(items.length)} are listed.</span>
        )}
      </div>
      <div className={styles.messages}>
        <SortedGrid<CopyItem>
          label="Rejected items"
          rowCount={items.length}
          row={(index) => items[index]}
          selected={selected}
          onSelect={setSelected}
          empty={<p className={styles.note}>Nothing was rejected.</p>}
          columns={[
            {
              id: 'kind',
              title: 'Kind',
              width: 90,
              value: ({ kind }) => kind,
              render: ({ kind }) => <Badge tone="danger">{kind}</Badge>,
            },
            {
              id: 'name',
              title: 'Name',
              width: 200,
              mono: true,
              value: ({ kind, name }) => nameOf(kind, name),
              render: ({ kind, name }) => nameOf(kind, name),
            },
            {
              id: 'collection',
              title: 'Collection',
              width: 120,
              value: ({ collection }) => collection ?? '',
              render: ({ collection }) => collection ?? '',
            },
            {
              id: 'position',
              title: 'Position',
              width: 90,
              align: 'end',
              mono: true,
              value: ({ position }) => position ?? 0,
              render: ({ position }) => (position === null ? '' : formatCount(position)),
            },
            {
              id: 'reason',
              title: 'Reason',
              width: 700,
              value: ({ reason }) => reason,
              render: ({ reason }) => reason,
            },
          ]}
        />
      </div>
      {item !== undefined && <pre className={styles.message}>{item.reason}</pre>}
    </>
  );
}
