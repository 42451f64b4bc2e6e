/** The screen of this feature, and a command for each of its sections. */
import { Settings } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';
import { sectionEntries } from './sections.ts';

export const screens: readonly Screen[] = [
  {
    id: 'settings',
    title: () => 'Settings',
    icon: Settings,
    scope: 'database',
    worksWhileDisabled: true,
    rail: { order: 90, label: 'Settings' },
    load: () => import('./settings-screen.tsx'),
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return sectionEntries.map(({ anchor, title, keywords }) => ({
    id: `settings.${anchor}`,
    title,
    group: 'Settings',
    keywords,
    run: () => session.openScreen('settings', { params: { section: anchor } }),
  }));
}
