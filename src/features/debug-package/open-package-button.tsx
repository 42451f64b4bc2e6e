import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/index.ts';
import { useOpenPackage } from './open-package.ts';

export function OpenPackageButton() {
  const input = useRef<HTMLInputElement>(null);
  const open = useOpenPackage();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Debug package file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows selecting the same file again.
          event.target.value = '';
          if (file) void open(file);
        }}
      />
      <Button icon={FolderOpen} onClick={() => input.current?.click()}>
        Open package…
      </Button>
    </>
  );
}
