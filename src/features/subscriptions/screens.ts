import { Rss } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'subscriptions',
    title: () => 'Subscriptions',
    icon: Rss,
    scope: 'database',
    rail: { order: 76, label: 'Subscriptions' },
    load: () => import('./subscriptions-screen.tsx'),
    shortcuts: [
      { keys: 'Enter', does: 'Open the selected subscription' },
      { keys: 'Delete', does: 'Delete the selected subscription' },
      { keys: 'Mod+Enter', does: 'Form: test the query' },
      { keys: 'Mod+S', does: 'Form: save the subscription' },
      { keys: 'Escape', does: 'Form: stop a test' },
    ],
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return [
    {
      id: 'subscriptions.list',
      title: 'Show subscriptions and their workers',
      group: 'Go to',
      keywords: 'subscription worker consumer lag batch acknowledge',
      run: () => session.openScreen('subscriptions'),
    },
    {
      id: 'subscriptions.create',
      title: 'Create a subscription',
      group: 'Go to',
      keywords: 'subscription new worker consumer data',
      run: () => session.openScreen('subscriptions', { params: { view: 'create' } }),
    },
  ];
}
