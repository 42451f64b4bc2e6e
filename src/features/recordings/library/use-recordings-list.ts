import { useSyncExternalStore } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { recordingsWatch, type ListSnapshot } from './recordings-watch.ts';

export function useRecordingsList(): ListSnapshot & { readonly reopen: () => void } {
  const watch = recordingsWatch(useSession().port);
  return { ...useSyncExternalStore(watch.subscribe, watch.current), reopen: watch.reopen };
}
