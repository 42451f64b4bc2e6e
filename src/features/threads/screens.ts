import { Cpu } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'threads',
    title: () => 'Threads',
    icon: Cpu,
    scope: 'connection',
    rail: { order: 60, label: 'Threads', key: '6' },
    load: () => import('./threads-screen.tsx'),
    shortcuts: [
      { keys: 'P', does: 'Live table: pause or go on' },
      { keys: '/', does: 'Filter the table, or search the frames' },
      { keys: 'Enter', does: 'Live table: capture the stack of this thread; stacks: look closer' },
      { keys: '← → ↑ ↓', does: 'Stacks: go from frame to frame' },
      { keys: 'Escape', does: 'Stacks: one step back out' },
    ],
  },
];
