import { ArrowRightLeft } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'transfer',
    title: () => 'Import/Export',
    icon: ArrowRightLeft,
    scope: 'database',
    rail: { order: 70, label: 'Import/Export' },
    load: () => import('./transfer-screen.tsx'),
    shortcuts: [{ keys: 'Mod+Enter', does: 'Export dump, or import the chosen file' }],
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return [
    {
      id: 'transfer.open',
      title: 'Import or export documents',
      group: 'Go to',
      keywords: 'smuggler backup dump ravendbdump restore copy csv json ndjson file',
      run: () => session.openScreen('transfer'),
    },
  ];
}
