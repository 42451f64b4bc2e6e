import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { IconButton, TextField } from '../../ui/index.ts';

/** A path on the host's machine: typed, or selected if the host can show a file dialog. */
export function PathField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (path: string) => void;
  /** Empty: any file. */
  readonly extensions: readonly string[];
  readonly canChoose: boolean;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
}): ReactNode {
  const { label, value, onChange, extensions, canChoose, error, hint, placeholder } = props;
  const session = useSession();

  async function choose(): Promise<void> {
    try {
      const { path } = await session.port.call('files.choose', {
        title: label,
        ...(extensions.length === 0 ? {} : { extensions: [...extensions] }),
      });
      if (path !== null) onChange(path);
    } catch (thrown) {
      session.reportError(thrown, 'Choosing a file');
    }
  }

  return (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      hint={hint}
      mono
      placeholder={placeholder ?? `…/client.${extensions[0] ?? 'pem'}`}
      {...(canChoose
        ? {
            after: (
              <IconButton
                label={`Choose ${label.toLowerCase()}`}
                icon={FolderOpen}
                variant="secondary"
                onClick={() => void choose()}
              />
            ),
          }
        : {})}
    />
  );
}
