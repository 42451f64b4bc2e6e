/** The screen of this feature. */
import { Settings } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'settings',
    title: () => 'Settings',
    icon: Settings,
    scope: 'database',
    rail: { order: 90, label: 'Settings' },
    load: () => import('./settings-screen.tsx'),
  },
];
