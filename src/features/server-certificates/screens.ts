import { BadgeCheck } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'server-certificates',
    title: () => 'Server certificates',
    icon: BadgeCheck,
    scope: 'connection',
    load: () => import('./certificates-screen.tsx'),
    shortcuts: [
      { keys: 'Enter', does: 'Server certificates: edit the selected one' },
      { keys: 'Delete', does: 'Server certificates: delete the selected one' },
    ],
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'server-certificates.open',
      title: 'Manage certificates of the server',
      group: 'Go to',
      keywords: 'client certificate clearance permissions security generate upload expiry users',
      run: () => session.openScreen('server-certificates'),
    },
  ];
}
