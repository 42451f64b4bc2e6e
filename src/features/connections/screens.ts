import { Server } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';
import { addServer } from './overlay-store.ts';

export const screens: readonly Screen[] = [
  {
    id: 'connections',
    title: () => 'Connections',
    icon: Server,
    scope: 'app',
    load: () => import('./connections-screen.tsx'),
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'connections.open',
      title: 'Manage connections',
      group: 'Connections',
      keywords: 'servers list edit remove certificate',
      run: () => session.openScreen('connections'),
    },
    {
      id: 'connections.add',
      title: 'Add server…',
      group: 'Connections',
      keywords: 'new connection remote url certificate',
      run: addServer,
    },
  ];
}
