import { Gauge } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'disk-check',
    title: () => 'Disk check',
    icon: Gauge,
    scope: 'connection',
    load: () => import('./disk-check-screen.tsx'),
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'disk-check.open',
      title: 'Check the speed of a disk',
      group: 'Go to',
      keywords:
        'disk check durable write fsync fdatasync latency iops throughput burst credits fio dd benchmark',
      run: () => session.openScreen('disk-check'),
    },
  ];
}
