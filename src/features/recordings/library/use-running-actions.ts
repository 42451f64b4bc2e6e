/** Stops running recordings, and opens the completed file of one. */
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { RunningRecording } from '../../../contract/index.ts';
import { stopRecording } from '../../../protocol/recorder.ts';
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
    const signal = unmounted.current?.signal;
    setStopping((ids) => new Set(ids).add(recording.id));
    try {
      const name = await stopRecording(session.port, recording.id);
      // The list shows a failure with its reason.
      if (then === 'open' && name !== null && signal?.aborted === false) onOpen(name);
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
