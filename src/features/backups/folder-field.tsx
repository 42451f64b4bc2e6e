/** A folder on the server's machine, with the server's own check of it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Database } from '../../app/registry/index.ts';
import { checkBackupFolder } from '../../protocol/backups.ts';
import { formatBytes, readError, TextField } from '../../ui/index.ts';

const PAUSE_MS = 400;

export interface FolderCheck {
  /** Why nothing can be written there; undefined while it is not known. */
  readonly problem: string | undefined;
  /** Empty when there is nothing to add to the label. */
  readonly hint: string;
}

/** Checks a folder once typing pauses. An empty one is not sent. */
export function useFolderCheck(database: Database, folder: string, root: string | null): FolderCheck {
  const settled = useSettled(folder.trim());
  const check = useQuery({
    queryKey: [...database.key, 'backup-folder', settled],
    queryFn: ({ signal }) => checkBackupFolder(database.client, settled, { signal }),
    enabled: settled !== '',
    retry: false,
    staleTime: 5_000,
  });
  const where = root === null ? '' : `Below ${root}.`;
  if (folder.trim() === '') return { problem: undefined, hint: where };
  if (settled !== folder.trim() || check.isPending)
    return { problem: undefined, hint: 'Checking the folder…' };
  if (check.isError) return { problem: readError(check.error).message, hint: where };
  const { problem, path, node, freeBytes, totalBytes } = check.data;
  if (problem !== null) return { problem, hint: where };
  const space =
    freeBytes === null || totalBytes === null
      ? 'the server reports no free space'
      : `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} free`;
  return { problem: undefined, hint: `${path}${node === null ? '' : ` on node ${node}`}: ${space}` };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export function FolderField(props: {
  readonly folder: string;
  readonly onChange: (folder: string) => void;
  readonly check: FolderCheck;
  readonly disabled?: boolean;
}): ReactNode {
  const { folder, onChange, check, disabled = false } = props;
  return (
    <TextField
      label="Folder on the server"
      mono
      value={folder}
      onChange={onChange}
      disabled={disabled}
      placeholder="/var/backups/ravendb"
      error={check.problem}
      hint={check.hint}
    />
  );
}
