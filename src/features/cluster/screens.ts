import { Network } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'cluster',
    title: () => 'Cluster',
    icon: Network,
    scope: 'connection',
    rail: { order: 78, label: 'Cluster' },
    load: () => import('./cluster-screen.tsx'),
    shortcuts: [{ keys: 'F5', does: 'Refresh the cluster' }],
  },
];
