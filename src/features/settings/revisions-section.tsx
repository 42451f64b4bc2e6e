/** Revisions: a default and rules per collection. */
import { useState } from 'react';
import { type Database, useSession } from '../../app/registry/index.ts';
import {
  getRevisionsConfiguration,
  setRevisionsConfiguration,
  type RevisionsConfiguration,
} from '../../protocol/revisions.ts';
import { Button } from '../../ui/index.ts';
import { AddCollection } from './add-collection.tsx';
import { EnforceAction } from './enforce-action.tsx';
import { revisionsCosts } from './revisions-cost.ts';
import { RevisionsRuleItem } from './revisions-rule.tsx';
import { NO_REVISIONS, placedRules, revisionsChanges, sameRevisions, withRule } from './revisions-text.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { useSection, type SectionOf } from './use-section.ts';

const revisions: SectionOf<RevisionsConfiguration> = {
  name: 'revisions',
  read: (db, signal) => getRevisionsConfiguration(db, { signal }),
  write: setRevisionsConfiguration,
  unset: NO_REVISIONS,
  same: sameRevisions,
};

export interface RevisionsSectionProps {
  readonly database: Database;
  readonly edited: RevisionsConfiguration | undefined;
  readonly onEdited: (setting: RevisionsConfiguration | undefined) => void;
  readonly wanted: boolean;
}

export function RevisionsSection({ database, edited, onEdited, wanted }: RevisionsSectionProps) {
  const session = useSession();
  const section = useSection(database, revisions, { edited, onEdited });
  const { now, before, edit } = section;
  /** The rule whose fields are shown; null is the default. */
  const [open, setOpen] = useState<string | null>();
  const rules = placedRules(now);
  const active = placedRules(before).some(({ rule }) => rule.Disabled !== true);
  const add = (collection: string | null) => {
    edit(withRule(now, collection, { Disabled: false }));
    setOpen(collection);
  };

  return (
    <SettingsSection
      anchor="revisions"
      title="Document revisions"
      about="A revision is created each time a document is saved or deleted. Revisions can be compared and restored; they use disk space."
      section={section}
      state={active ? { tone: 'success', words: 'on' } : { tone: 'neutral', words: 'off' }}
      neverSet="Not configured: no revisions are created."
      changes={[...revisionsChanges(before, now), ...revisionsCosts(before, now)]}
      wanted={wanted}
      after={
        <>
          <div>
            <Button onClick={() => session.openScreen('revisions-bin')}>Open revisions bin</Button>
          </div>
          {!section.loading && section.loadError === null && (
            <EnforceAction database={database} stored={before} dirty={section.dirty} />
          )}
        </>
      }
    >
      {rules.length === 0 && <p className={styles.hint}>No collection creates revisions.</p>}
      {rules.length > 0 && (
        <ul className={styles.rules} aria-label="Rules">
          {rules.map(({ collection, rule }) => (
            <RevisionsRuleItem
              key={collection ?? ''}
              collection={collection}
              rule={rule}
              open={open === collection}
              onOpen={(next) => setOpen(next ? collection : undefined)}
              onChange={(next) => edit(withRule(now, collection, next))}
            />
          ))}
        </ul>
      )}
      <AddCollection
        database={database}
        configured={rules.flatMap(({ collection }) => collection ?? [])}
        onAdd={add}
      />
      {!now.Default && (
        <div>
          <Button onClick={() => add(null)}>Add default for other collections</Button>
        </div>
      )}
    </SettingsSection>
  );
}
