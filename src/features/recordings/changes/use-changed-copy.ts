/** Writes a changed copy of the open recording into the folder, and opens it. */
import { useEffect, useRef } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { editRecording, type RecordingChange } from '../../../protocol/recorder.ts';
import type { ShownRecording } from '../use-recording.ts';

export type WriteCopy = (title: string, change: RecordingChange) => Promise<void>;

export function useChangedCopy(recording: ShownRecording, onOpen: (name: string) => void): WriteCopy {
  const session = useSession();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return async (title, change) => {
    const name = await session.runOperation(title, ({ signal }) =>
      editRecording(session.port, recording, change, signal),
    );
    session.notify({ kind: 'success', message: `Wrote ${name}.` });
    // The recording was closed meanwhile: what is shown instead stays.
    if (shown.current) onOpen(name);
  };
}
