/** Compares two recordings; those that are not open yet are opened for the comparison only. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSession } from '../../../app/registry/index.ts';
import type { RecordingComparison } from '../../../contract/index.ts';
import { compareRecordings } from '../../../protocol/recorder.ts';
import { openStoredRecording } from '../../../protocol/recordings.ts';
import type { ShownRecording } from '../use-recording.ts';

/** An open recording, or the name of a stored one. */
export type ComparedSource = ShownRecording | { readonly stored: string };

export const sourceName = (source: ComparedSource): string =>
  'stored' in source ? source.stored : source.fileName;

export function useComparison(a: ComparedSource, b: string): UseQueryResult<RecordingComparison> {
  const { port } = useSession();
  return useQuery({
    queryKey: ['recording', 'comparison', 'stored' in a ? a.stored : a.key, b],
    queryFn: async ({ signal }) => {
      const sessions = new AbortController();
      const close = (): void => sessions.abort();
      signal.addEventListener('abort', close, { once: true });
      try {
        const first = 'stored' in a ? await openStoredRecording(port, a.stored, sessions.signal) : a;
        const second = await openStoredRecording(port, b, sessions.signal);
        return await compareRecordings(port, first, second, sessions.signal);
      } finally {
        close();
      }
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
