import { Gauge } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'overview',
    title: () => 'Overview',
    icon: Gauge,
    scope: 'connection',
    rail: { order: 15, label: 'Overview' },
    load: () => import('./overview-screen.tsx'),
  },
];
