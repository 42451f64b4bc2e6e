import { ArchiveRestore } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'backups',
    title: () => 'Backups',
    icon: ArchiveRestore,
    scope: 'database',
    rail: { order: 75, label: 'Backups' },
    load: () => import('./backups-screen.tsx'),
    shortcuts: [
      { keys: 'Mod+Enter', does: 'Back up now' },
      { keys: 'Enter', does: 'Existing backups: restore the selected one' },
    ],
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  const open = (id: string, title: string, view: string, keywords: string): Command => ({
    id,
    title,
    group: 'Go to',
    keywords,
    run: () => session.openScreen('backups', { params: { view } }),
  });
  return [
    open('backups.now', 'Back up the database', 'now', 'backup snapshot save copy folder'),
    open('backups.restore', 'Restore a backup', 'existing', 'restore backup point recover'),
    open('backups.schedule', 'Schedule backups', 'scheduled', 'periodic backup task cron retention'),
  ];
}
