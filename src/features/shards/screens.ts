import { Shapes } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'shards',
    title: () => 'Shards',
    icon: Shapes,
    scope: 'database',
    load: () => import('./shards-screen.tsx'),
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'shards.find',
      title: 'Find the shard of a document id',
      group: 'Go to',
      keywords: 'sharding bucket hash anchor $ same shard',
      run: () => session.openScreen('shards'),
    },
  ];
}
