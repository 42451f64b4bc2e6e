import { Cpu } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'threads',
    title: () => 'Threads',
    icon: Cpu,
    scope: 'connection',
    rail: { order: 60, label: 'Threads' },
    load: () => import('./threads-screen.tsx'),
    shortcuts: [
      { keys: 'P', does: 'Live table: pause or resume' },
      { keys: '/', does: 'Filter the table or search frames' },
      { keys: 'Enter', does: 'Live table: capture the stack of the thread; stacks: zoom in' },
      { keys: '← → ↑ ↓', does: 'Stacks: move between frames' },
      { keys: 'Escape', does: 'Stacks: zoom out one step' },
    ],
  },
];
