/** The attachments of a document and their actions. Each change creates a new version of the document. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { PortError } from '../../../contract/index.ts';
import {
  AttachmentExists,
  deleteAttachment,
  getAttachments,
  putAttachment,
  readAttachment,
  renameAttachment,
  type Attachment,
} from '../../../protocol/attachments.ts';
import { formatBytes, pluralize, saveFile } from '../../../ui/index.ts';

export interface AttachmentsOf {
  readonly database: Database;
  readonly id: string;
  /** The latest known version: a new one triggers a reload. */
  readonly version: string;
  /** Called after each change made here. */
  readonly onChanged: () => Promise<void>;
}

export interface AttachmentActions {
  readonly list: readonly Attachment[] | null | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  /** Files whose name is taken: to replace, or to skip. */
  readonly taken: readonly File[];
  readonly adding: boolean;
  readonly add: (files: readonly File[], replace?: boolean) => Promise<void>;
  readonly skipTaken: () => void;
  readonly download: (attachment: Attachment) => Promise<void>;
  /** Both throw on failure: their dialogs show the error. */
  readonly rename: (attachment: Attachment, name: string) => Promise<void>;
  readonly remove: (attachment: Attachment) => Promise<void>;
}

export function useAttachments({ database, id, version, onChanged }: AttachmentsOf): AttachmentActions {
  const session = useSession();
  const queries = useQueryClient();
  const [taken, setTaken] = useState<readonly File[]>([]);
  const [adding, setAdding] = useState(false);
  const key = [...database.key, 'attachments', id];
  const query = useQuery({
    queryKey: [...key, version],
    queryFn: ({ signal }) => getAttachments(database.client, id, { signal }),
    // Keeps the current list while a new one loads.
    placeholderData: (before) => before,
    retry: false,
  });

  const changed = async () => {
    await onChanged();
    await queries.invalidateQueries({ queryKey: key });
  };
  const report = (thrown: unknown, doing: string) => {
    if (!(thrown instanceof PortError && thrown.code === 'cancelled')) session.reportError(thrown, doing);
  };

  const add = async (files: readonly File[], replace = false) => {
    if (files.length === 0) return;
    const what =
      files.length === 1 ? (files[0]?.name ?? pluralize(1, 'file')) : pluralize(files.length, 'file');
    const doing = `Attaching ${what} to ${id}`;
    const refused: File[] = [];
    let stored = 0;
    setAdding(true);
    try {
      await session.runOperation(doing, async (control) => {
        const total = files.reduce((sum, file) => sum + file.size, 0);
        let done = 0;
        for (const file of files) {
          control.report({ done, total, note: `${file.name}, ${formatBytes(file.size)}` });
          const { name, type: contentType } = file;
          try {
            await putAttachment(
              database.client,
              id,
              { name, contentType, content: file },
              { signal: control.signal, replace },
            );
            stored++;
          } catch (thrown) {
            if (!(thrown instanceof AttachmentExists)) throw thrown;
            refused.push(file);
          }
          done += file.size;
        }
      });
      if (stored > 0) {
        const attached = stored === 1 && files.length === 1 ? what : pluralize(stored, 'file');
        session.notify({ kind: 'success', message: `Attached ${attached} to ${id}.` });
      }
    } catch (thrown) {
      report(thrown, doing);
    } finally {
      setAdding(false);
      setTaken(refused);
      if (stored > 0) await changed();
    }
  };

  const download = async (attachment: Attachment) => {
    const doing = `Downloading ${attachment.name} of ${id}`;
    try {
      const content = await session.runOperation(doing, (control) =>
        readAttachment(database.client, id, attachment, {
          signal: control.signal,
          onProgress: (done, total) =>
            control.report({ done, total, note: `${formatBytes(done)} of ${formatBytes(total)}` }),
        }),
      );
      saveFile(attachment.name, attachment.contentType, content);
    } catch (thrown) {
      report(thrown, doing);
    }
  };

  return {
    list: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    taken,
    adding,
    add,
    skipTaken: () => setTaken([]),
    download,
    rename: async ({ name }, newName) => {
      await renameAttachment(database.client, id, name, newName);
      await changed();
    },
    remove: async ({ name }) => {
      await deleteAttachment(database.client, id, name);
      session.notify({ kind: 'success', message: `Deleted ${name} from ${id}.` });
      await changed();
    },
  };
}
