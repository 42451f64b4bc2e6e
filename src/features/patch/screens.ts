import { Pencil } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'patch',
    title: () => 'Patch',
    icon: Pencil,
    scope: 'database',
    rail: { order: 45, label: 'Patch' },
    load: () => import('./patch-screen.tsx'),
    shortcuts: [
      { keys: 'Mod+Enter', does: 'Test on samples: writes nothing' },
      { keys: 'Shift+Mod+Enter', does: 'Count the documents and run' },
      { keys: 'Escape', does: 'Stop a test' },
      { keys: 'Ctrl+M', does: 'Editor: Tab moves the focus instead of indenting, and back' },
    ],
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return [
    {
      id: 'patch.open',
      title: 'Patch or delete documents by query',
      group: 'Go to',
      keywords: 'update script bulk',
      run: () => session.openScreen('patch'),
    },
  ];
}
