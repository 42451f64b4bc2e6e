import { Activity } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'io',
    title: () => 'I/O',
    icon: Activity,
    scope: 'database',
    rail: { order: 50, label: 'I/O', key: '5' },
    load: () => import('./io-screen.tsx'),
    shortcuts: [
      { keys: 'Wheel', does: 'Zoom at the pointer (Shift: scroll the lanes)' },
      { keys: '← → A D', does: 'Move in time' },
      { keys: '+ − W S', does: 'Zoom' },
      { keys: '0', does: 'Show everything' },
      { keys: '[ ]', does: 'Previous or next event of the lane' },
      { keys: '↑ ↓', does: 'Nearest event of the neighbouring lane' },
      { keys: 'L', does: 'Follow live' },
    ],
  },
];
