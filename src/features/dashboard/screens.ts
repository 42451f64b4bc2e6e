import { LayoutDashboard } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';
import { requestCreateDatabase } from './create-request.ts';

export const screens: readonly Screen[] = [
  {
    id: 'dashboard',
    title: () => 'Dashboard',
    icon: LayoutDashboard,
    scope: 'connection',
    rail: { order: 10, label: 'Dashboard' },
    load: () => import('./dashboard-screen.tsx'),
    shortcuts: [
      { keys: 'Enter', does: 'Open the documents of the selected database' },
      { keys: 'Delete', does: 'Delete the selected database' },
    ],
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'dashboard.create-database',
      title: 'Create database…',
      group: 'Databases',
      keywords: 'new add sample data',
      run: () => {
        session.openScreen('dashboard');
        requestCreateDatabase(session.connectionId);
      },
    },
  ];
}
