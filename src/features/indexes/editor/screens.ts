import { FileCode2 } from 'lucide-react';
import type { Command, Screen, Session } from '../../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'index-editor',
    title: ({ index }) => index ?? 'New index',
    icon: FileCode2,
    scope: 'database',
    load: () => import('./index-editor-screen.tsx'),
    shortcuts: [
      { keys: 'Mod+S', does: 'Save index' },
      { keys: 'Mod+Enter', does: 'Try index on some documents' },
      { keys: 'Alt+D', does: 'Show unsaved changes' },
      { keys: 'Ctrl+M', does: 'Editor: Tab moves the focus instead of indenting, and back' },
    ],
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return [
    {
      id: 'indexes.create',
      title: 'Create index',
      group: 'Indexes',
      keywords: 'new static map reduce javascript',
      run: () => session.openScreen('index-editor'),
    },
  ];
}
