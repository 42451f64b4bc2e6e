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
    shortcuts: [{ keys: 'Mod+Enter', does: 'Export dump, import the chosen file, or estimate and copy' }],
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return [
    {
      id: 'transfer.open',
      title: 'Import, export or copy documents',
      group: 'Go to',
      keywords: 'smuggler backup dump ravendbdump restore copy promote migrate clone csv json ndjson file',
      run: () => session.openScreen('transfer'),
    },
  ];
}
