import { Activity } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'io',
    title: () => 'I/O',
    icon: Activity,
    scope: 'database',
    rail: { order: 50, label: 'I/O' },
    load: () => import('./io-screen.tsx'),
    shortcuts: [
      { keys: 'Wheel', does: 'Zoom at the pointer (Shift: scroll lanes)' },
      { keys: 'Drag', does: 'Pan (Shift, or on the axis: select a range)' },
      { keys: '← → A D', does: 'Pan' },
      { keys: '+ − W S', does: 'Zoom' },
      { keys: '0', does: 'Show all' },
      { keys: 'F', does: 'Fit the selected range' },
      { keys: '[ ]', does: 'Previous or next event in the lane' },
      { keys: '↑ ↓', does: 'Nearest event in the next lane' },
      { keys: 'Home End', does: 'First or last event in the lane' },
      { keys: 'Enter', does: 'Pin the event details' },
      { keys: 'Esc', does: 'Close details, then the selection, then the cursor' },
      { keys: 'L', does: 'Follow live' },
      { keys: '/', does: 'Find events' },
    ],
  },
];
