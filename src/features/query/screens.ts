import { Search } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'query',
    title: ({ name }) => name ?? 'Query',
    icon: Search,
    scope: 'database',
    rail: { order: 30, label: 'Query', key: '3' },
    load: () => import('./query-screen.tsx'),
    shortcuts: [
      { keys: 'Mod+Enter', does: 'Run the query' },
      { keys: 'Shift+Mod+Enter', does: 'Run with timings and plan' },
      { keys: 'Escape', does: 'Stop the running query' },
      { keys: 'Enter', does: 'Results: open the document' },
      { keys: 'Space', does: 'Results: show the row in full' },
      { keys: '← → ↑ ↓', does: 'Plan: go from operator to operator; Enter shows details' },
      { keys: '+ − 0', does: 'Plan: zoom in, out, fit' },
    ],
  },
];
