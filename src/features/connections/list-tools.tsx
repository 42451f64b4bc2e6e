import { Download, Ellipsis, Upload } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/registry/index.ts';
import type { ConnectionView } from '../../contract/index.ts';
import { FileInput, fileName, IconButton, Menu, pluralize, saveFile } from '../../ui/index.ts';
import { connectionFile, readConnectionFile } from './connection-file.ts';

/** Exports the list to a file, and adds the connections of such a file. */
export function ListTools({ views }: { readonly views: readonly ConnectionView[] }): ReactNode {
  const session = useSession();
  const queryClient = useQueryClient();
  const file = useRef<HTMLInputElement>(null);

  async function add(chosen: File): Promise<void> {
    let saved = 0;
    let found = 0;
    try {
      const { added, existing } = await readConnectionFile(chosen, views);
      found = added.length;
      try {
        for (const connection of added) {
          await session.port.call('connections.save', { connection });
          saved++;
        }
      } finally {
        if (saved > 0) await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
      }
      session.notify({ kind: found === 0 ? 'info' : 'success', message: resultText(found, existing) });
    } catch (thrown) {
      const before = saved === 0 ? '' : ` (${saved} of ${found} were added before)`;
      session.reportError(thrown, `Adding the connections of ${chosen.name}${before}`);
    }
  }

  return (
    <>
      <FileInput
        ref={file}
        label="Connection list file"
        accept=".json,application/json"
        onFile={(chosen) => void add(chosen)}
      />
      <Menu
        align="end"
        trigger={<IconButton label="Actions for the list" icon={Ellipsis} variant="secondary" />}
        items={[
          {
            id: 'export',
            label: 'Export list without secrets',
            icon: <Download size={14} />,
            disabled: views.every(({ connection }) => connection.kind !== 'server'),
            onSelect: () =>
              saveFile(fileName('connections', null, 'json'), 'application/json', connectionFile(views)),
          },
          {
            id: 'import',
            label: 'Add from file…',
            icon: <Upload size={14} />,
            onSelect: () => file.current?.click(),
          },
        ]}
      />
    </>
  );
}

function resultText(added: number, existing: number): string {
  if (added === 0)
    return existing === 0
      ? 'The file has no connections.'
      : `No new connection: ${pluralize(existing, 'known address', 'known addresses')}.`;
  const known = existing === 0 ? '' : `; ${pluralize(existing, 'known address', 'known addresses')} left out`;
  return `Added ${pluralize(added, 'read-only connection')}${known}. Select certificates in Edit….`;
}
