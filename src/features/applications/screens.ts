import { PlugZap } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'applications',
    title: () => 'Applications',
    icon: PlugZap,
    scope: 'connection',
    load: () => import('./applications-screen.tsx'),
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'applications.open',
      title: 'Connect an application',
      group: 'Go to',
      keywords:
        'application client connect address url port http listen document store node csharp .net java python code sandbox',
      run: () => session.openScreen('applications'),
    },
  ];
}
