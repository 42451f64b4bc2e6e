/** The commands of a document tab, for palette and shortcuts. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useSession } from '../../../app/registry/index.ts';

interface DocumentCommands {
  readonly save: () => void;
  readonly changes: () => void;
  readonly layOut: () => void;
  /** Undefined where the document cannot be deleted. */
  readonly remove: (() => void) | undefined;
}

export function useDocumentCommands(tabId: string, id: string, run: DocumentCommands): void {
  const session = useSession();
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const canRemove = run.remove !== undefined;
  const add = useEffectEvent(() =>
    session.addCommands([
      {
        id: `document.save:${tabId}`,
        title: `Save ${id}`,
        group: 'Document',
        shortcut: 'Mod+S',
        run: () => latest.current.save(),
      },
      {
        id: `document.changes:${tabId}`,
        title: 'Show unsaved changes',
        group: 'Document',
        shortcut: 'Alt+D',
        keywords: 'diff compare review',
        run: () => latest.current.changes(),
      },
      {
        id: `document.format:${tabId}`,
        title: 'Format JSON',
        group: 'Document',
        shortcut: 'Shift+Alt+F',
        keywords: 'format indent pretty print',
        run: () => latest.current.layOut(),
      },
      ...(canRemove
        ? [
            {
              id: `document.delete:${tabId}`,
              title: `Delete ${id}…`,
              group: 'Document',
              run: () => latest.current.remove?.(),
            },
          ]
        : []),
    ]),
  );
  useEffect(() => add(), [tabId, id, canRemove]);
}
