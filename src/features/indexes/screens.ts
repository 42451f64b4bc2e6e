/** The screens of this feature; their code loads on first display. */
import { ListTree } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';
import { commands as editorCommands, screens as editorScreens } from './editor/screens.ts';
import { requestPanel, type IndexPanel } from './panel-request.ts';
import { commands as batchCommands, screens as batchScreens } from './performance/screens.ts';

export const screens: readonly Screen[] = [
  {
    id: 'indexes',
    title: () => 'Indexes',
    icon: ListTree,
    scope: 'database',
    rail: { order: 40, label: 'Indexes' },
    load: () => import('./list/indexes-screen.tsx'),
    shortcuts: [
      { keys: 'Enter', does: 'Open the current index, or fold its group' },
      { keys: 'Space', does: 'Select or deselect the current index or group' },
      { keys: 'Shift+ArrowDown', does: 'Select a range of indexes' },
      { keys: 'Mod+A', does: 'Select all indexes' },
      { keys: 'Delete', does: 'Delete the selected indexes' },
    ],
  },
  ...editorScreens,
  ...batchScreens,
];

export function commands(session: Session): Command[] {
  const { connectionId, database } = session;
  if (database === null) return [];
  const show = (panel: IndexPanel) => (): void => {
    requestPanel({ connectionId, database, panel });
    session.openScreen('indexes');
  };
  return [
    ...editorCommands(session),
    ...batchCommands(session),
    {
      id: 'indexes.errors',
      title: 'Show indexing errors',
      group: 'Go to',
      keywords: 'index errors failures',
      run: show('errors'),
    },
    {
      id: 'indexes.dependents',
      title: 'Find indexes that depend on a document',
      group: 'Go to',
      keywords: 'load reference change re-index impact',
      run: show('dependents'),
    },
    {
      id: 'indexes.cleanup',
      title: 'Find unused and duplicate indexes',
      group: 'Go to',
      keywords: 'index cleanup advice redundant merge',
      run: show('cleanup'),
    },
  ];
}
