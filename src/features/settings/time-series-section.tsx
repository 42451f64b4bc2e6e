/** Policies of time series: retention and rollups per collection. */
import { useState } from 'react';
import type { Database } from '../../app/registry/index.ts';
import {
  FOREVER,
  getTimeSeriesConfiguration,
  setTimeSeriesConfiguration,
  type TimeSeriesConfiguration,
} from '../../protocol/time-series-policies.ts';
import { AddCollection } from './add-collection.tsx';
import { FrequencyField } from './frequency-field.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { TimeSeriesRuleItem } from './time-series-rule.tsx';
import {
  checkSeconds,
  NO_POLICIES,
  rollupProblems,
  rulesOf,
  sameTimeSeries,
  timeSeriesChanges,
  withCheckSeconds,
  withTimeSeriesRule,
} from './time-series-text.ts';
import { useSection, type SectionOf } from './use-section.ts';

const timeSeries: SectionOf<TimeSeriesConfiguration> = {
  name: 'time series policies',
  read: (db, signal) => getTimeSeriesConfiguration(db, { signal }),
  write: setTimeSeriesConfiguration,
  unset: NO_POLICIES,
  same: sameTimeSeries,
};

export interface TimeSeriesSectionProps {
  readonly database: Database;
  readonly edited: TimeSeriesConfiguration | undefined;
  readonly onEdited: (setting: TimeSeriesConfiguration | undefined) => void;
  readonly wanted: boolean;
}

export function TimeSeriesSection({ database, edited, onEdited, wanted }: TimeSeriesSectionProps) {
  const section = useSection(database, timeSeries, { edited, onEdited });
  const { now, before, edit } = section;
  /** The collection whose fields are shown. */
  const [open, setOpen] = useState<string>();
  const rules = rulesOf(now);
  const isActive = rulesOf(before).some(([, rule]) => rule.Disabled !== true);
  const wrong = rules.find(([, rule]) => rollupProblems(rule).some((each) => each !== undefined));
  return (
    <SettingsSection
      anchor="time-series"
      title="Time series policies"
      about="Removes entries after their time, and summarizes them: a rollup ByHour of HeartRate is the series HeartRate@ByHour, with first, last, minimum, maximum, sum and count of each hour. Each rollup is made of the one before it; entries can have up to 5 values."
      section={section}
      state={isActive ? { tone: 'success', words: 'on' } : { tone: 'neutral', words: 'off' }}
      neverSet="Not configured: entries are kept forever, without rollups."
      changes={timeSeriesChanges(before, now)}
      blocked={wrong && `${wrong[0]}: correct the rollups, or remove them.`}
      wanted={wanted}
    >
      {rules.length === 0 && <p className={styles.hint}>No collection has policies.</p>}
      {rules.length > 0 && (
        <ul className={styles.rules} aria-label="Collections with policies">
          {rules.map(([collection, rule]) => (
            <TimeSeriesRuleItem
              key={collection}
              collection={collection}
              rule={rule}
              open={open === collection}
              onOpen={(next) => setOpen(next ? collection : undefined)}
              onChange={(next) => edit(withTimeSeriesRule(now, collection, next))}
            />
          ))}
        </ul>
      )}
      <FrequencyField
        value={checkSeconds(now)}
        placeholder="10 minutes"
        unitLabel="Unit of checks"
        hint="Rollups are made, and entries removed, at a check."
        onChange={(seconds) => edit(withCheckSeconds(now, seconds))}
      />
      <AddCollection
        database={database}
        configured={rules.map(([collection]) => collection)}
        onAdd={(collection) => {
          edit(
            withTimeSeriesRule(now, collection, {
              Disabled: false,
              RawPolicy: { RetentionTime: { ...FOREVER } },
              Policies: [],
            }),
          );
          setOpen(collection);
        }}
      />
    </SettingsSection>
  );
}
