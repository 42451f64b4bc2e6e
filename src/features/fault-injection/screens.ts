import { Zap } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'fault-injection',
    title: () => 'Fault injection',
    icon: Zap,
    scope: 'connection',
    load: () => import('./fault-injection-screen.tsx'),
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'fault-injection.open',
      title: 'Inject faults of the disk and the clock',
      group: 'Go to',
      keywords:
        'fault injection chaos slow disk latency fsync delay full disk enospc read error bandwidth clock offset time travel simulate',
      run: () => session.openScreen('fault-injection'),
    },
  ];
}
