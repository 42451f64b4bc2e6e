/** `npm run bench -- NAME [OPTIONS]`: measures and prints one JSON object per line. Goals are in goals.json. */
import process from 'node:process';

const benches: Record<string, () => Promise<{ run(args: readonly string[]): Promise<void> }>> = {
  start: () => import('./start.ts'),
  query: () => import('./query.ts'),
  storage: () => import('./storage.ts'),
  stacks: () => import('./stacks.ts'),
  import: () => import('./import.ts'),
  cancel: () => import('./cancel.ts'),
  'stacks-view': () => import('./stacks-view.ts'),
  timeline: () => import('./timeline.ts'),
  timeseries: () => import('./timeseries.ts'),
  plan: () => import('./plan.ts'),
  grid: () => import('./grid.ts'),
  'server-load': () => import('./server-load.ts'),
  scale: () => import('./scale.ts'),
  'disk-check': () => import('./disk-check.ts'),
  recording: () => import('./recording.ts'),
  isolation: () => import('./isolation.ts'),
  subscriptions: () => import('./subscriptions.ts'),
};

const name = process.argv[2];
const load = name === undefined ? undefined : benches[name];
if (!load) {
  console.error(`npm run bench -- NAME, with NAME one of: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
await (await load()).run(process.argv.slice(3));
