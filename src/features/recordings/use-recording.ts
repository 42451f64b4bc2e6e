/** The recording of a tab: it is in the memory of the host until another is opened or the tab is closed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { openRecording, type OpenRecording } from '../../protocol/recordings.ts';

export interface ShownRecording extends OpenRecording {
  /** For keys of queries. */
  readonly key: string;
  readonly fileName: string;
}

export type RecordingState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly fileName: string; readonly size: number; readonly sent: number }
  | { readonly kind: 'failed'; readonly fileName: string; readonly error: unknown }
  | { readonly kind: 'open'; readonly recording: ShownRecording };

export function useRecording(): {
  readonly state: RecordingState;
  readonly open: (file: File) => void;
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
    (file: File) => {
      current.current?.abort();
      const own = new AbortController();
      current.current = own;
      const { name: fileName, size } = file;
      const set = (next: RecordingState): void => {
        if (current.current === own) setState(next);
      };
      set({ kind: 'reading', fileName, size, sent: 0 });
      openRecording(port, file, {
        signal: own.signal,
        onSent: (sent) => set({ kind: 'reading', fileName, size, sent }),
      }).then(
        (recording) => set({ kind: 'open', recording: { ...recording, key: crypto.randomUUID(), fileName } }),
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
