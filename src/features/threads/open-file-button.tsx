/** Opens a file of stacks in any supported format. */
import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { useOpenedFile, useSession } from '../../app/registry/index.ts';
import { Button, FileInput } from '../../ui/index.ts';
import { useCaptures, type StoredCapture } from './captures.ts';
import { openStacks } from './formats/open-stacks.ts';

/** Larger files are not captures, and reading one would freeze the window. */
const MAX_FILE_SIZE = 200 * 1024 * 1024;

interface OpenFileButtonProps {
  readonly tabId: string;
  readonly label?: string;
  readonly onOpened?: (kept: StoredCapture) => void;
}

export function OpenFileButton({ tabId, label = 'Open file…', onOpened }: OpenFileButtonProps) {
  const session = useSession();
  const file = useRef<HTMLInputElement>(null);

  async function open(chosen: File) {
    try {
      if (chosen.size > MAX_FILE_SIZE)
        throw new Error(`${chosen.name} is larger than 200 MB, the limit for a stack capture.`);
      const capture = await openStacks(new Uint8Array(await chosen.arrayBuffer()), chosen.name);
      const kept = useCaptures.getState().show(tabId, capture, chosen.name);
      onOpened?.(kept);
    } catch (thrown) {
      session.reportError(thrown, `Opening ${chosen.name}`);
    }
  }

  useOpenedFile('threads', (chosen) => void open(chosen));

  return (
    <>
      <FileInput
        ref={file}
        label="Stack capture file"
        accept=".json,.txt,.folded,.log,.zip,application/json,text/plain,application/zip"
        onFile={(chosen) => void open(chosen)}
      />
      <Button variant="secondary" icon={<FolderOpen />} onClick={() => file.current?.click()}>
        {label}
      </Button>
    </>
  );
}
