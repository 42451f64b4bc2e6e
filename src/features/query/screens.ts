import { Search } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'query',
    title: ({ name }) => name ?? 'Query',
    icon: Search,
    scope: 'database',
    rail: { order: 30, label: 'Query' },
    load: () => import('./query-screen.tsx'),
    shortcuts: [
      { keys: 'Mod+Enter', does: 'Run query' },
      { keys: 'Shift+Mod+Enter', does: 'Run with timings and plan' },
      { keys: 'Escape', does: 'Stop query' },
      { keys: 'Shift+Alt+F', does: 'Format query' },
      { keys: 'Mod+S', does: 'Save query' },
      { keys: 'Mod+O', does: 'Saved queries and history' },
      { keys: 'Ctrl+M', does: 'Editor: Tab moves the focus instead of indenting, and back' },
      { keys: 'Enter', does: 'Results: open document' },
      { keys: 'Space', does: 'Results: show row details' },
      { keys: '← → ↑ ↓', does: 'Plan: select an operator; Enter shows details' },
      { keys: '+ − 0', does: 'Plan and map: zoom in, out, fit' },
      { keys: 'PgUp PgDn', does: 'Map: select the previous or next point' },
    ],
  },
];
