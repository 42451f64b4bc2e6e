import { ChartGantt } from 'lucide-react';
import type { Command, Screen, Session } from '../../../app/registry/index.ts';

export const BATCHES = 'indexing-batches';

export const screens: readonly Screen[] = [
  {
    id: BATCHES,
    title: ({ index }) => (index === undefined ? 'Indexing batches' : `Batches of ${index}`),
    icon: ChartGantt,
    scope: 'database',
    load: () => import('./batches-screen.tsx'),
    shortcuts: [
      { keys: '[', does: 'Select the previous batch of the index' },
      { keys: ']', does: 'Select the next batch of the index' },
      { keys: 'ArrowDown', does: 'Select the nearest batch of the next index' },
      { keys: 'Enter', does: 'Zoom to the selected batch' },
      { keys: '0', does: 'Show all batches' },
    ],
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return [
    {
      id: 'indexes.batches',
      title: 'Show indexing batches',
      group: 'Go to',
      keywords: 'index performance timeline flame why slow stopped',
      run: () => session.openScreen(BATCHES),
    },
  ];
}
