/** The limits of revisions that replication conflicts create. */
import type { Database } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { getConflictRevisions, setConflictRevisions } from '../../protocol/conflict-revisions.ts';
import type { RevisionsRule } from '../../protocol/revisions.ts';
import { RuleFields } from './revisions-rule.tsx';
import { conflictRuleChanges, ruleText, sameRule } from './revisions-text.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { useSection, type SectionOf } from './use-section.ts';

const conflictRevisions: SectionOf<RevisionsRule> = {
  name: 'revisions of conflicts',
  read: (db, signal) => getConflictRevisions(db, { signal }),
  write: setConflictRevisions,
  unset: {},
  same: sameRule,
};

export interface ConflictRevisionsSectionProps {
  readonly database: Database;
  readonly edited: RevisionsRule | undefined;
  readonly onEdited: (setting: RevisionsRule | undefined) => void;
  readonly wanted: boolean;
}

export function ConflictRevisionsSection(props: ConflictRevisionsSectionProps) {
  const { database, edited, onEdited, wanted } = props;
  const section = useSection(database, conflictRevisions, { edited, onEdited });
  const { now, before, edit } = section;
  return (
    <SettingsSection
      anchor="conflict-revisions"
      title="Revisions of conflicts"
      about="Each version of a document in conflict, and its resolution, is kept as a revision. Rules under Document revisions come first."
      section={section}
      state={before.Disabled === true ? { tone: 'neutral', words: 'off' } : { tone: 'success', words: 'on' }}
      neverSet="Not configured: the server default applies."
      changes={conflictRuleChanges(before, now)}
      wanted={wanted}
    >
      {!capabilitiesOf(database.client.server.connection).replication && (
        <p className={styles.hint}>The sandbox stores this setting; no conflict can occur in it.</p>
      )}
      <p className={styles.hint}>{ruleText(now)}.</p>
      <RuleFields rule={now} onChange={edit} />
    </SettingsSection>
  );
}
