/** One of the jobs that act on dates of documents: on or off, frequency, and documents per run. */
import type { Database } from '../../app/registry/index.ts';
import {
  getDataArchival,
  getExpiration,
  getRefresh,
  setDataArchival,
  setExpiration,
  setRefresh,
  type JobConfiguration,
} from '../../protocol/configuration.ts';
import type { DocumentJob } from '../../protocol/document-jobs.ts';
import { Checkbox, NumberField } from '../../ui/index.ts';
import { DueCount } from './due-count.tsx';
import { FrequencyField } from './frequency-field.tsx';
import { frequencyText, jobChanges, jobTexts, NO_JOB, sameJob } from './job-text.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSection, type SectionOf } from './use-section.ts';

const sections: Readonly<Record<DocumentJob, SectionOf<JobConfiguration>>> = {
  archive: {
    name: 'archival',
    read: (db, signal) => getDataArchival(db, { signal }),
    write: setDataArchival,
    unset: NO_JOB,
    same: sameJob,
  },
  expire: {
    name: 'expiration',
    read: (db, signal) => getExpiration(db, { signal }),
    write: setExpiration,
    unset: NO_JOB,
    same: sameJob,
  },
  refresh: {
    name: 'refresh',
    read: (db, signal) => getRefresh(db, { signal }),
    write: setRefresh,
    unset: NO_JOB,
    same: sameJob,
  },
};

/** RavenDB without a licence refuses short intervals of these jobs, and archival completely. */
const licenceHints: Readonly<Record<DocumentJob, string | undefined>> = {
  archive: undefined,
  expire: 'Choose a longer interval under “Check every”, or install a license that allows this one.',
  refresh: 'Choose a longer interval under “Check every”, or install a license that allows this one.',
};

export interface JobSectionProps {
  readonly job: DocumentJob;
  readonly database: Database;
  readonly edited: JobConfiguration | undefined;
  readonly onEdited: (setting: JobConfiguration | undefined) => void;
  readonly wanted: boolean;
}

export function JobSection({ job, database, edited, onEdited, wanted }: JobSectionProps) {
  const section = useSection(database, sections[job], { edited, onEdited });
  const { now, before, edit } = section;
  const { title, about, neverSet, enable } = jobTexts[job];

  return (
    <SettingsSection
      anchor={sections[job].name}
      title={title}
      about={about}
      section={section}
      state={
        before.enabled
          ? { tone: 'success', words: `on, ${frequencyText(before.frequencySeconds)}` }
          : { tone: 'neutral', words: 'off' }
      }
      neverSet={neverSet}
      changes={jobChanges(job, before, now)}
      licenceHint={licenceHints[job]}
      wanted={wanted}
      after={
        section.loading || section.loadError !== null ? undefined : (
          <DueCount job={job} database={database} enabled={before.enabled} />
        )
      }
    >
      <Checkbox label={enable} checked={now.enabled} onChange={(enabled) => edit({ ...now, enabled })} />
      <FrequencyField
        value={now.frequencySeconds}
        placeholder="server default: every minute"
        disabled={!now.enabled}
        onChange={(frequencySeconds) => edit({ ...now, frequencySeconds })}
      />
      <NumberField
        label="Maximum documents per run"
        value={now.maxItems}
        min={1}
        placeholder="no limit"
        disabled={!now.enabled}
        onChange={(maxItems) => edit({ ...now, maxItems })}
      />
    </SettingsSection>
  );
}
