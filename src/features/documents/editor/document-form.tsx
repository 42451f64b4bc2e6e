/** The panel next to the text: dates and metadata of the document, and what is stored with it. */
import { useQuery } from '@tanstack/react-query';
import type { Database } from '../../../app/registry/index.ts';
import type { DocumentJob } from '../../../protocol/document-jobs.ts';
import { getDocumentSize } from '../../../protocol/document-sizes.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { Badge, CopyButton, formatBytes, formatDateTime, pluralize } from '../../../ui/index.ts';
import { AttachmentsPanel } from '../attachments/attachments-panel.tsx';
import { CountersPanel } from '../counters/counters-panel.tsx';
import type { MetadataChange } from '../metadata/document-metadata.ts';
import { MetadataPanel } from '../metadata/metadata-panel.tsx';
import { TimeSeriesPanel } from '../time-series/time-series-panel.tsx';
import { DatesPanel } from './dates-panel.tsx';
import type { ServerDate, TypedDates } from './document-dates.ts';
import styles from '../documents.module.css';
import { RevisionsPanel } from '../revisions/revisions-panel.tsx';

export interface DocumentFormProps {
  readonly database: Database;
  /** Null for a document that is not saved yet. */
  readonly metadata: DocumentMetadata | null;
  readonly text: string | null;
  /** What the schema of the editor is based on; undefined where it has none. */
  readonly schemaOrigin: string | undefined;
  readonly onDate: (job: DocumentJob, date: ServerDate) => void;
  readonly typedDates: TypedDates;
  readonly onTypedDates: (typed: TypedDates) => void;
  readonly onMetadata: (changes: readonly MetadataChange[]) => void;
  /** Opens a clone without an id, which can be in another collection. */
  readonly onCloneElsewhere: () => void;
  /** The latest known version. */
  readonly version: string;
  /** Called after a change of attachments or counters, which creates a new version. */
  readonly onAttachmentsChanged: () => Promise<void>;
  readonly onUnarchive: () => Promise<void>;
  readonly onRevision: (revision: DocumentMetadata) => void;
}

export function DocumentForm(props: DocumentFormProps) {
  const { database, metadata } = props;
  return (
    <div className={styles.form}>
      <DatesPanel
        client={database.client}
        queryKey={database.key}
        collection={metadata?.collection}
        text={props.text}
        onDate={props.onDate}
        typed={props.typedDates}
        onTyped={props.onTypedDates}
        archived={metadata?.flags.includes('Archived') ?? false}
        writeRefusal={database.writeRefusal}
        onUnarchive={props.onUnarchive}
      />
      <MetadataPanel
        database={database}
        metadata={metadata}
        text={props.text}
        onChange={props.onMetadata}
        onClone={props.onCloneElsewhere}
      />
      {metadata ? (
        <>
          <Facts database={database} metadata={metadata} schemaOrigin={props.schemaOrigin} />
          <AttachmentsPanel
            database={database}
            id={metadata.id}
            version={props.version}
            onChanged={props.onAttachmentsChanged}
          />
          <CountersPanel
            database={database}
            id={metadata.id}
            version={props.version}
            onChanged={props.onAttachmentsChanged}
          />
          <TimeSeriesPanel
            database={database}
            id={metadata.id}
            version={props.version}
            onChanged={props.onAttachmentsChanged}
          />
          <RevisionsPanel
            database={database}
            metadata={metadata}
            version={props.version}
            onOpen={props.onRevision}
          />
        </>
      ) : (
        <p className={styles.note}>Not saved yet.</p>
      )}
    </div>
  );
}

function Facts({
  database,
  metadata,
  schemaOrigin,
}: {
  readonly database: Database;
  readonly metadata: DocumentMetadata;
  readonly schemaOrigin: string | undefined;
}) {
  const size = useQuery({
    queryKey: [...database.key, 'document-size', metadata.id, metadata.changeVector],
    queryFn: ({ signal }) => getDocumentSize(database.client, metadata.id, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <section className={styles.formGroup} aria-label="Properties">
      <dl className={styles.facts}>
        <dt>Id</dt>
        <dd className={styles.copyable}>
          <span className={styles.mono}>{metadata.id}</span>
          <CopyButton text={metadata.id} label="Copy id" iconOnly />
        </dd>
        <dt>Last modified</dt>
        <dd>
          {metadata.lastModified === undefined ? (
            'unknown'
          ) : (
            <time dateTime={metadata.lastModified} title={`${metadata.lastModified} (UTC)`}>
              {formatDateTime(metadata.lastModified)}
            </time>
          )}
        </dd>
        <dt>Change vector</dt>
        <dd className={styles.copyable}>
          <span className={styles.mono} title={metadata.changeVector}>
            {metadata.changeVector}
          </span>
          <CopyButton text={metadata.changeVector} label="Copy change vector" iconOnly />
        </dd>
        <dt>Flags</dt>
        <dd className={styles.badges}>
          {metadata.flags.length === 0
            ? 'none'
            : metadata.flags.map((flag) => (
                <Badge key={flag} tone={flag === 'Archived' ? 'warning' : 'neutral'}>
                  {flag}
                </Badge>
              ))}
        </dd>
        <dt>Size on disk</dt>
        <dd>
          {size.data ? (
            <span
              title={`${pluralize(size.data.actual, 'byte')} of data, ${pluralize(size.data.allocated, 'byte')} allocated`}
            >
              {formatBytes(size.data.actual)} ({formatBytes(size.data.allocated)} allocated)
              {size.data.compressed ? ', compressed' : ', uncompressed'}
            </span>
          ) : size.isPending ? (
            '…'
          ) : (
            'Not available'
          )}
        </dd>
        {schemaOrigin !== undefined && (
          <>
            <dt>Schema</dt>
            <dd title="Property names, values and types for completion and warnings in the text">
              {schemaOrigin}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
