import { FileClock } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'recording',
    title: () => 'Recording',
    icon: FileClock,
    scope: 'app',
    load: () => import('./recording-screen.tsx'),
    shortcuts: [
      { keys: 'ArrowLeft', does: 'Earlier time, with the charts focused' },
      { keys: 'ArrowRight', does: 'Later time' },
      { keys: '+', does: 'Zoom in' },
      { keys: '-', does: 'Zoom out' },
      { keys: '0', does: 'Show everything' },
    ],
  },
];

export function commands(session: Session): Command[] {
  return [
    {
      id: 'recording.open',
      title: 'Open a recording of a server',
      group: 'Go to',
      keywords: 'rookery file record diagnostics support findings offline timeline stall',
      run: () => session.openScreen('recording'),
    },
  ];
}
