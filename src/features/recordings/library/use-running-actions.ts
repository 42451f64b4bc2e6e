/** Stops running recordings, and opens the file of one when it is complete. */
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { RunningRecording } from '../../../contract/index.ts';
import { stopRecording } from '../../../protocol/recorder.ts';
import { completedFile } from './completed-file.ts';
import { nextOf, recordingsWatch } from './recordings-watch.ts';
import type { RunningActions } from './running-list.tsx';

export function useRunningActions(onOpen: (name: string) => void): RunningActions {
  const session = useSession();
  const [stopping, setStopping] = useState<ReadonlySet<string>>(new Set());
  const unmounted = useRef<AbortController>(undefined);
  useEffect(() => {
    const own = new AbortController();
    unmounted.current = own;
    return () => own.abort();
  }, []);

  async function stop(recording: RunningRecording, then: 'open' | 'nothing'): Promise<void> {
    const watch = recordingsWatch(session.port);
    const before = new Set(watch.current().list?.stored.map(({ name }) => name));
    const signal = unmounted.current?.signal;
    setStopping((ids) => new Set(ids).add(recording.id));
    try {
      await stopRecording(session.port, recording.id);
      if (then === 'nothing' || signal === undefined || signal.aborted) return;
      const completed = await nextOf(
        watch,
        (list) => {
          const found = completedFile(before, recording, list);
          return found.kind === 'not-yet' ? null : found;
        },
        signal,
      );
      // The list shows a failure with its reason.
      if (completed.kind === 'file') onOpen(completed.name);
    } catch (thrown) {
      if (signal?.aborted !== true)
        session.reportError(thrown, `Stopping the recording of ${recording.connectionName}`);
    } finally {
      setStopping((ids) => new Set([...ids].filter((id) => id !== recording.id)));
    }
  }

  return {
    stopping,
    onStop: (recording) => void stop(recording, 'nothing'),
    onStopAndOpen: (recording) => void stop(recording, 'open'),
  };
}
