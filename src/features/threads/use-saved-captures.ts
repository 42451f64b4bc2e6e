/** Restores the captures of a tab after a reload, and saves new ones. */
import { useEffect, useRef } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { loadEntry, saveEntry } from './capture-storage.ts';
import { useCaptures } from './captures.ts';
import { readCaptures, writeCaptures } from './saved-captures.ts';

export function useSavedCaptures(tabId: string, key: string): void {
  const session = useSession();
  const kept = useCaptures((captures) => captures.byTab.get(tabId)?.kept);
  const latest = useRef(session);
  useEffect(() => {
    latest.current = session;
  }, [session]);

  useEffect(() => {
    if (useCaptures.getState().byTab.has(tabId)) return;
    loadEntry(key).then(
      (text) => {
        const saved = text === null ? null : readCaptures(text);
        if (saved) useCaptures.getState().restore(tabId, saved);
      },
      (thrown: unknown) => latest.current.reportError(thrown, 'Restoring stack captures'),
    );
  }, [tabId, key]);

  useEffect(() => {
    const tab = useCaptures.getState().byTab.get(tabId);
    const text = kept === undefined || !tab ? null : writeCaptures(tab);
    if (text === null) return;
    saveEntry(key, text).catch((thrown: unknown) =>
      latest.current.reportError(thrown, 'Saving stack captures'),
    );
  }, [tabId, key, kept]);
}
