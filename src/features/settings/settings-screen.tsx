/** The settings of a database, one form per feature; the tab keeps unsaved edits. */
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useSession, type ScreenProps } from '../../app/registry/index.ts';
import type { DataArchival, DocumentsCompression } from '../../protocol/configuration.ts';
import { revisionsConfiguration, type RevisionsConfiguration } from '../../protocol/revisions.ts';
import { ArchivalSection } from './archival-section.tsx';
import { CompressionSection } from './compression-section.tsx';
import { RevisionsSection } from './revisions-section.tsx';
import styles from './settings.module.css';
import { useSettingsDatabase } from './use-section.ts';

const savedEdits = z.object({
  compression: z
    .object({ collections: z.array(z.string()), allCollections: z.boolean(), revisions: z.boolean() })
    .optional(),
  archival: z
    .object({
      enabled: z.boolean(),
      frequencySeconds: z.number().nullable(),
      maxItems: z.number().nullable(),
    })
    .optional(),
  revisions: revisionsConfiguration.optional(),
});
/** Unsaved edits; undefined without any. */
interface Edits {
  readonly compression?: DocumentsCompression | undefined;
  readonly archival?: DataArchival | undefined;
  readonly revisions?: RevisionsConfiguration | undefined;
}

export default function SettingsScreen(props: ScreenProps) {
  const { tabId, params } = props;
  const session = useSession();
  const database = useSettingsDatabase(props);
  const [edits, setEdits] = useState<Edits>(() => {
    const read = savedEdits.safeParse(session.readTabState(tabId));
    return read.success ? read.data : {};
  });
  useEffect(() => {
    const dirty = Object.values(edits).some((edit) => edit !== undefined);
    session.setDirty(tabId, dirty);
    session.writeTabState(tabId, dirty ? edits : undefined);
  }, [session, tabId, edits]);

  return (
    <div className={styles.screen} data-settings-scroll="">
      <div className={styles.column}>
        <h1>{props.database} settings</h1>
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
        <ArchivalSection
          database={database}
          edited={edits.archival}
          onEdited={(archival) => setEdits((now) => ({ ...now, archival }))}
          wanted={params.section === 'archival'}
        />
      </div>
    </div>
  );
}
