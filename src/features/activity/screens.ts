import { Radar } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'activity',
    title: () => 'Activity',
    icon: Radar,
    scope: 'connection',
    rail: { order: 48, label: 'Activity' },
    load: () => import('./activity-screen.tsx'),
    shortcuts: [
      { keys: 'Enter', does: 'Running queries: open the query in the editor' },
      { keys: 'Delete', does: 'Running queries, operations: cancel the selected one' },
    ],
  },
];
