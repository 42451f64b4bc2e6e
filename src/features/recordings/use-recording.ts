/** The recording of a tab: it is in the memory of the host until another is opened or the tab is closed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { openRecording, openStoredRecording, type OpenRecording } from '../../protocol/recordings.ts';

export interface ShownRecording extends OpenRecording {
  /** For keys of queries. */
  readonly key: string;
  readonly fileName: string;
  /** Whether it is a file of the folder of recordings. */
  readonly isStored: boolean;
}

/** A file of the user, or one of the folder of recordings. */
export type RecordingSource = File | { readonly stored: string };

export type RecordingState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'reading';
      readonly fileName: string;
      /** Null for a file that the host reads itself. */
      readonly sending: { readonly size: number; readonly sent: number } | null;
    }
  | { readonly kind: 'failed'; readonly fileName: string; readonly error: unknown }
  | { readonly kind: 'open'; readonly recording: ShownRecording };

export function useRecording(): {
  readonly state: RecordingState;
  readonly open: (source: RecordingSource) => void;
  readonly close: () => void;
} {
  const { port } = useSession();
  const [state, setState] = useState<RecordingState>({ kind: 'none' });
  const current = useRef<AbortController | null>(null);

  const close = useCallback(() => {
    current.current?.abort();
    current.current = null;
    setState({ kind: 'none' });
  }, []);

  const open = useCallback(
    (source: RecordingSource) => {
      current.current?.abort();
      const own = new AbortController();
      current.current = own;
      const set = (next: RecordingState): void => {
        if (current.current === own) setState(next);
      };
      const isStored = 'stored' in source;
      const fileName = isStored ? source.stored : source.name;
      const reading = (sent: number): RecordingState => ({
        ...{ kind: 'reading', fileName },
        sending: isStored ? null : { size: source.size, sent },
      });
      set(reading(0));
      const work = isStored
        ? openStoredRecording(port, source.stored, own.signal)
        : openRecording(port, source, { signal: own.signal, onSent: (sent) => set(reading(sent)) });
      work.then(
        (recording) =>
          set({ kind: 'open', recording: { ...recording, key: crypto.randomUUID(), fileName, isStored } }),
        (error: unknown) => {
          own.abort();
          set({ kind: 'failed', fileName, error });
        },
      );
    },
    [port],
  );

  // A new port has no session of the old one; the host frees it with the old port.
  useEffect(() => close, [close, port]);
  return { state, open, close };
}
