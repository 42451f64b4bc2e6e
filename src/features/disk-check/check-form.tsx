/** Which disk, for how long, with how much space. */
import { FolderOpen } from 'lucide-react';
import { useSession } from '../../app/registry/index.ts';
import { IconButton, Select, TextField } from '../../ui/index.ts';
import { secondChoices, sizeChoices, threadChoices, type CheckSettings } from './check-settings.ts';
import styles from './disk-check.module.css';

export function CheckForm(props: {
  readonly settings: CheckSettings;
  readonly onChange: (change: Partial<CheckSettings>) => void;
  /** Whether the host can show the system's dialog. */
  readonly canChoose: boolean;
  readonly disabled: boolean;
}) {
  const { settings, onChange, canChoose, disabled } = props;
  const session = useSession();

  async function choose(): Promise<void> {
    try {
      const { path } = await session.port.call('files.choose', { title: 'Folder to check', folder: true });
      if (path !== null) onChange({ path });
    } catch (thrown) {
      session.reportError(thrown, 'Choosing a folder');
    }
  }

  return (
    <div className={styles.form}>
      <Select
        label="Disk of"
        value={settings.place}
        onChange={(place) => onChange({ place })}
        disabled={disabled}
        options={[
          { value: 'sandbox', label: 'Data folder of the sandbox' },
          { value: 'folder', label: 'Another folder' },
        ]}
      />
      {settings.place === 'folder' && (
        <div className={styles.path}>
          <TextField
            label="Folder"
            mono
            value={settings.path}
            onChange={(path) => onChange({ path })}
            disabled={disabled}
            placeholder="/data"
            {...(canChoose
              ? {
                  after: (
                    <IconButton
                      label="Choose folder"
                      icon={FolderOpen}
                      variant="secondary"
                      disabled={disabled}
                      onClick={() => void choose()}
                    />
                  ),
                }
              : {})}
          />
        </div>
      )}
      <Select
        label="Duration"
        value={settings.seconds}
        onChange={(seconds) => onChange({ seconds })}
        disabled={disabled}
        options={secondChoices}
      />
      <Select
        label="Disk space"
        value={settings.size}
        onChange={(size) => onChange({ size })}
        disabled={disabled}
        options={sizeChoices}
      />
      <Select
        label="At the same time"
        value={settings.threads}
        onChange={(threads) => onChange({ threads })}
        disabled={disabled}
        options={threadChoices}
      />
    </div>
  );
}
