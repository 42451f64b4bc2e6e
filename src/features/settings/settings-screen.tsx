/** The settings of a database, one section per feature; the tab keeps unsaved edits. */
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { type ScreenProps, useDatabase, useSession } from '../../app/registry/index.ts';
import { storedClientConfiguration, type ClientConfiguration } from '../../protocol/client-configuration.ts';
import type { DocumentsCompression, JobConfiguration } from '../../protocol/configuration.ts';
import {
  revisionsConfiguration,
  revisionsRule,
  type RevisionsConfiguration,
  type RevisionsRule,
} from '../../protocol/revisions.ts';
import {
  timeSeriesConfiguration,
  type TimeSeriesConfiguration,
} from '../../protocol/time-series-policies.ts';
import { Banner } from '../../ui/index.ts';
import { ClientSection } from './client-section.tsx';
import { CompressionSection } from './compression-section.tsx';
import { ConflictRevisionsSection } from './conflict-revisions-section.tsx';
import { ConflictsSection } from './conflicts-section.tsx';
import { IdentitiesSection } from './identities-section.tsx';
import { JobSection } from './job-section.tsx';
import { RevisionsSection } from './revisions-section.tsx';
import { SectionList } from './section-list.tsx';
import styles from './settings.module.css';
import { TimeSeriesSection } from './time-series-section.tsx';
import { StateSection, useDatabaseState } from './state-section.tsx';

const job = z.object({
  enabled: z.boolean(),
  frequencySeconds: z.number().nullable(),
  maxItems: z.number().nullable(),
});
const savedEdits = z.object({
  compression: z
    .object({ collections: z.array(z.string()), allCollections: z.boolean(), revisions: z.boolean() })
    .optional(),
  archival: job.optional(),
  expiration: job.optional(),
  refresh: job.optional(),
  revisions: revisionsConfiguration.optional(),
  conflictRevisions: revisionsRule.optional(),
  client: storedClientConfiguration.optional(),
  timeSeries: timeSeriesConfiguration.optional(),
});
/** Unsaved edits; undefined without any. */
interface Edits {
  readonly compression?: DocumentsCompression | undefined;
  readonly archival?: JobConfiguration | undefined;
  readonly expiration?: JobConfiguration | undefined;
  readonly refresh?: JobConfiguration | undefined;
  readonly revisions?: RevisionsConfiguration | undefined;
  readonly conflictRevisions?: RevisionsRule | undefined;
  readonly client?: ClientConfiguration | undefined;
  readonly timeSeries?: TimeSeriesConfiguration | undefined;
}

/** In the order of the screen. `name` is the section in links from other screens. */
const jobSections = [
  { job: 'archive', name: 'archival' },
  { job: 'expire', name: 'expiration' },
  { job: 'refresh', name: 'refresh' },
] as const;

export default function SettingsScreen(props: ScreenProps) {
  const { tabId, params } = props;
  const session = useSession();
  const database = useDatabase(props);
  const state = useDatabaseState(database);
  const [edits, setEdits] = useState<Edits>(() => {
    const read = savedEdits.safeParse(session.readTabState(tabId));
    return read.success ? read.data : {};
  });
  useEffect(() => {
    const dirty = Object.values(edits).some((edit) => edit !== undefined);
    session.setDirty(tabId, dirty);
    session.writeTabState(tabId, dirty ? edits : undefined);
  }, [session, tabId, edits]);
  // A disabled database answers no request for its settings.
  const disabled = state.data?.disabled === true;

  return (
    <div className={styles.screen} data-settings-scroll="">
      {!disabled && <SectionList />}
      <div className={styles.column}>
        <h1>{props.database} settings</h1>
        {disabled ? (
          <Banner tone="warning">
            {props.database} is disabled, so its settings cannot be read. Enable it to see and change them.
          </Banner>
        ) : (
          <>
            <div className={styles.group}>
              <CompressionSection
                database={database}
                edited={edits.compression}
                onEdited={(compression) => setEdits((now) => ({ ...now, compression }))}
                wanted={params.section === 'compression'}
              />
              <RevisionsSection
                database={database}
                edited={edits.revisions}
                onEdited={(revisions) => setEdits((now) => ({ ...now, revisions }))}
                wanted={params.section === 'revisions'}
              />
              <ConflictsSection database={database} wanted={params.section === 'conflicts'} />
              <ConflictRevisionsSection
                database={database}
                edited={edits.conflictRevisions}
                onEdited={(conflictRevisions) => setEdits((now) => ({ ...now, conflictRevisions }))}
                wanted={params.section === 'conflict-revisions'}
              />
            </div>
            <div className={styles.group}>
              {jobSections.map(({ job, name }) => (
                <JobSection
                  key={job}
                  job={job}
                  database={database}
                  edited={edits[name]}
                  onEdited={(edited) => setEdits((now) => ({ ...now, [name]: edited }))}
                  wanted={params.section === name}
                />
              ))}
              <TimeSeriesSection
                database={database}
                edited={edits.timeSeries}
                onEdited={(timeSeries) => setEdits((now) => ({ ...now, timeSeries }))}
                wanted={params.section === 'time-series'}
              />
              <IdentitiesSection database={database} wanted={params.section === 'identities'} />
              <ClientSection
                database={database}
                edited={edits.client}
                onEdited={(client) => setEdits((now) => ({ ...now, client }))}
                wanted={params.section === 'client'}
              />
            </div>
          </>
        )}
        <StateSection database={database} wanted={params.section === 'state'} />
      </div>
    </div>
  );
}
