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
      { keys: 'Drag', does: 'Move in time (Shift, or on the axis: select a range)' },
      { keys: '← → A D', does: 'Move in time' },
      { keys: '+ − W S', does: 'Zoom' },
      { keys: '0', does: 'Show everything' },
      { keys: 'F', does: 'Fit the selected range' },
      { keys: '[ ]', does: 'Previous or next event of the lane' },
      { keys: '↑ ↓', does: 'Nearest event of the neighbouring lane' },
      { keys: 'Home End', does: 'First or last event of the lane' },
      { keys: 'Enter', does: 'Pin a note to the event' },
      { keys: 'Esc', does: 'Close notes, then the selection, then the cursor' },
      { keys: 'L', does: 'Follow live' },
      { keys: '/', does: 'Find events' },
    ],
  },
];
