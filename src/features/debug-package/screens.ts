import { PackageOpen } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'debug-package',
    title: () => 'Debug package',
    icon: PackageOpen,
    scope: 'connection',
    load: () => import('./debug-package-screen.tsx'),
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'debug-package.open',
      title: 'Download or open a debug package',
      group: 'Go to',
      keywords: 'zip info-package support offline diagnostics cluster node',
      run: () => session.openScreen('debug-package'),
    },
  ];
}
