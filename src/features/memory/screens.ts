import { MemoryStick } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'memory',
    title: () => 'Memory',
    icon: MemoryStick,
    scope: 'connection',
    rail: { order: 65, label: 'Memory' },
    load: () => import('./memory-screen.tsx'),
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'memory.open',
      title: 'Show memory by owner',
      group: 'Go to',
      keywords: 'heap unmanaged mapped files garbage collection gc ram working set treemap',
      run: () => session.openScreen('memory'),
    },
  ];
}
