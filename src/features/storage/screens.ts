import { HardDrive } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'storage',
    title: () => 'Storage',
    icon: HardDrive,
    scope: 'database',
    rail: { order: 80, label: 'Storage' },
    load: () => import('./storage-screen.tsx'),
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return [
    {
      id: 'storage.open',
      title: 'Show what takes the space',
      group: 'Go to',
      keywords: 'storage disk size growth large documents attachments scan free',
      run: () => session.openScreen('storage'),
    },
  ];
}
