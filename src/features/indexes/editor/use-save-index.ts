/** Saves and unlocks the index of a tab, and reports the outcome. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { unlockIndex } from '../../../protocol/index-definitions.ts';
import { saveEffect } from './definition-text.ts';
import type { DraftEvent, IndexDraft } from './index-draft.ts';
import { saveIndex, type SaveOutcome } from './save-index.ts';

interface SaveTarget {
  readonly tabId: string;
  /** Undefined for an index that is not saved yet. */
  readonly storedName: string | undefined;
  readonly onStart: () => void;
  readonly onFailure: (error: unknown, doing: string) => void;
  /** What the user has to change first. */
  readonly onComplaint: (complaint: string) => void;
}

export interface SaveActions {
  readonly save: (draft: IndexDraft, dispatch: (event: DraftEvent) => void) => Promise<void>;
  readonly unlock: (draft: IndexDraft, dispatch: (event: DraftEvent) => void) => Promise<void>;
  readonly saving: boolean;
}

export function useSaveIndex(database: Database, target: SaveTarget): SaveActions {
  const session = useSession();
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const { tabId, storedName } = target;

  const conclude = (
    outcome: SaveOutcome,
    { form, base }: IndexDraft,
    dispatch: (event: DraftEvent) => void,
  ) => {
    const name = form.name.trim();
    if (outcome.kind === 'conflict') {
      dispatch({ type: 'read', stored: outcome.stored });
      if (base === null)
        target.onComplaint(`This database already has an index named ${name}. Choose another name.`);
      return;
    }
    if (outcome.kind === 'ignored') {
      dispatch({ type: 'saved', stored: outcome.stored, form });
      session.notify({
        kind: 'warning',
        message: `The server kept the previous definition of ${name}. Its lock mode ignores changes: unlock it, then save again.`,
      });
      return;
    }
    const { stored, left } = outcome;
    dispatch({ type: 'saved', stored, form: stored });
    session.notify({
      kind: left.length > 0 ? 'warning' : 'success',
      message: `Saved ${stored.name}.${left.length > 0 ? ` The server stored these members differently: ${left.join(', ')}.` : ''}`,
      ...(base && saveEffect(base, stored) === 'rebuild'
        ? { detail: 'The server builds the new version and then replaces the previous one.' }
        : {}),
    });
    void queries.invalidateQueries({ queryKey: database.key });
    if (storedName !== undefined) return;
    session.writeTabState(tabId, undefined);
    session.setDirty(tabId, false);
    session.openScreen('index-editor', { params: { index: stored.name } });
    session.closeTab(tabId);
  };

  return {
    saving,
    save: async (draft, dispatch) => {
      target.onStart();
      setSaving(true);
      try {
        conclude(await saveIndex(database.client, draft.form, draft.base), draft, dispatch);
      } catch (thrown) {
        target.onFailure(thrown, `Saving ${draft.form.name.trim()}`);
      } finally {
        setSaving(false);
      }
    },
    unlock: async ({ form, base }, dispatch) => {
      const name = storedName ?? form.name;
      try {
        await unlockIndex(database.client, name);
        if (base)
          dispatch({
            type: 'saved',
            stored: { ...base, lockMode: 'Unlock' },
            form: { ...form, lockMode: 'Unlock' },
          });
        session.notify({ kind: 'success', message: `Unlocked ${name}.` });
      } catch (thrown) {
        session.reportError(thrown, `Unlocking ${name}`);
      }
    },
  };
}
