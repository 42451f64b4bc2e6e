/** Data archival: on or off, frequency, and documents per run. */
import { useState } from 'react';
import { getDataArchival, setDataArchival, type DataArchival } from '../../protocol/configuration.ts';
import { Checkbox, NumberField, Select } from '../../ui/index.ts';
import {
  archivalChanges,
  frequencyText,
  NO_ARCHIVAL,
  sameArchival,
  SECONDS_IN,
  unitOf,
  type FrequencyUnit,
} from './archival-text.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { useSection, type SectionOf, type SettingsDatabase } from './use-section.ts';

const archival: SectionOf<DataArchival> = {
  name: 'archival',
  read: (db, signal) => getDataArchival(db, { signal }),
  write: setDataArchival,
  unset: NO_ARCHIVAL,
  same: sameArchival,
};

const UNITS: readonly { readonly value: FrequencyUnit; readonly label: string }[] = [
  { value: 'seconds', label: 'seconds' },
  { value: 'minutes', label: 'minutes' },
  { value: 'hours', label: 'hours' },
];

export interface ArchivalSectionProps {
  readonly database: SettingsDatabase;
  readonly edited: DataArchival | undefined;
  readonly onEdited: (setting: DataArchival | undefined) => void;
  readonly wanted: boolean;
}

export function ArchivalSection({ database, edited, onEdited, wanted }: ArchivalSectionProps) {
  const section = useSection(database, archival, { edited, onEdited });
  const { now, before, edit } = section;
  const [chosenUnit, setUnit] = useState<FrequencyUnit>();
  const unit = chosenUnit ?? unitOf(now.frequencySeconds ?? SECONDS_IN.minutes);
  const count = now.frequencySeconds === null ? null : now.frequencySeconds / SECONDS_IN[unit];

  const setFrequency = (next: number | null, of: FrequencyUnit) =>
    edit({ ...now, frequencySeconds: next === null ? null : Math.max(1, Math.round(next * SECONDS_IN[of])) });

  return (
    <SettingsSection
      title="Data archival"
      about="Documents with an archive date (@archive-at) in the past are marked as archived. They stay readable by id; indexes and subscriptions exclude them by default."
      section={section}
      state={
        before.enabled
          ? { tone: 'success', words: `on, ${frequencyText(before.frequencySeconds)}` }
          : { tone: 'neutral', words: 'off' }
      }
      neverSet="Not configured: no documents are archived, even if they have an archive date."
      changes={archivalChanges(before, now)}
      wanted={wanted}
    >
      <Checkbox
        label="Archive documents past their date"
        checked={now.enabled}
        onChange={(enabled) => edit({ ...now, enabled })}
      />
      <div className={styles.pair}>
        <NumberField
          label="Check every"
          value={count}
          min={1}
          step={Number.isInteger(count ?? 1) ? 1 : 0.01}
          placeholder="server default: every minute"
          disabled={!now.enabled}
          onChange={(next) => setFrequency(next, unit)}
        />
        <Select
          label="Unit"
          value={unit}
          options={UNITS}
          disabled={!now.enabled}
          onChange={(next) => {
            setUnit(next);
            setFrequency(count, next);
          }}
        />
      </div>
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
