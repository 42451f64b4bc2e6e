import { GitCompareArrows } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'compare',
    title: () => 'Compare',
    icon: GitCompareArrows,
    scope: 'database',
    rail: { order: 75, label: 'Compare' },
    load: () => import('./compare-screen.tsx'),
    shortcuts: [{ keys: 'F5', does: 'Refresh both databases' }],
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return [
    {
      id: 'compare.open',
      title: 'Compare with another database or server',
      group: 'Go to',
      keywords: 'diff staging production mismatch lag replication missing documents indexes',
      run: () => session.openScreen('compare'),
    },
  ];
}
