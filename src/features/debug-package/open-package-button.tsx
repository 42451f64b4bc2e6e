import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { Button, FileInput } from '../../ui/index.ts';
import { useOpenPackage } from './open-package.ts';

export function OpenPackageButton() {
  const input = useRef<HTMLInputElement>(null);
  const open = useOpenPackage();
  return (
    <>
      <FileInput
        ref={input}
        label="Debug package file"
        accept=".zip,application/zip"
        onFile={(file) => void open(file)}
      />
      <Button icon={FolderOpen} onClick={() => input.current?.click()}>
        Open package…
      </Button>
    </>
  );
}
