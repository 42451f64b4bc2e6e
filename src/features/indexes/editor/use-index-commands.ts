/** The commands of an index tab, for palette and shortcuts. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useSession } from '../../../app/registry/index.ts';

interface IndexCommands {
  readonly save: () => void;
  readonly tryNow: () => void;
  readonly changes: () => void;
  readonly exportDefinition: () => void;
  /** Undefined where the index cannot be deleted. */
  readonly remove: (() => void) | undefined;
}

export function useIndexCommands(tabId: string, name: string, run: IndexCommands): void {
  const session = useSession();
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const canRemove = run.remove !== undefined;
  const add = useEffectEvent(() =>
    session.addCommands([
      {
        id: `index.save:${tabId}`,
        title: `Save ${name}`,
        group: 'Index',
        shortcut: 'Mod+S',
        run: () => latest.current.save(),
      },
      {
        id: `index.try:${tabId}`,
        title: 'Try index on some documents',
        group: 'Index',
        shortcut: 'Mod+Enter',
        keywords: 'test run preview entries',
        run: () => latest.current.tryNow(),
      },
      {
        id: `index.changes:${tabId}`,
        title: 'Show unsaved changes',
        group: 'Index',
        shortcut: 'Alt+D',
        keywords: 'diff compare review',
        run: () => latest.current.changes(),
      },
      {
        id: `index.export:${tabId}`,
        title: 'Export index definition',
        group: 'Index',
        keywords: 'json file download',
        run: () => latest.current.exportDefinition(),
      },
      ...(canRemove
        ? [
            {
              id: `index.delete:${tabId}`,
              title: `Delete ${name}…`,
              group: 'Index',
              keywords: 'remove drop',
              run: () => latest.current.remove?.(),
            },
          ]
        : []),
    ]),
  );
  useEffect(() => add(), [tabId, name, canRemove]);
}
