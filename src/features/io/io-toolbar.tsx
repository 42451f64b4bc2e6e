import { FolderOpen, Maximize2, Pause, Play, Save } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { Badge, Button, Select, Switch, Toolbar, ToolbarSpace, saveFile } from '../../ui/index.ts';
import { ioFileName, readIoFile, toIoFile } from './io-file.ts';
import { IoRecording } from './io-recording.ts';
import type { LiveState } from './use-io-recording.ts';

export type IoSource =
  | { readonly kind: 'file'; readonly name: string; readonly close: () => void }
  | {
      readonly kind: 'live';
      readonly state: LiveState;
      readonly paused: boolean;
      readonly setPaused: (paused: boolean) => void;
      readonly scope: 'database' | 'server';
      readonly setScope: (scope: 'database' | 'server') => void;
    };

/** Larger files than this are not a recording somebody meant to open here. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

interface IoToolbarProps {
  readonly name: string;
  readonly recording: IoRecording;
  readonly source: IoSource;
  readonly utc: boolean;
  readonly setUtc: (utc: boolean) => void;
  readonly follow: boolean;
  readonly toggleFollow: () => void;
  readonly onShowAll: () => void;
  readonly onImport: (name: string, recording: IoRecording) => void;
}

export function IoToolbar(props: IoToolbarProps): ReactNode {
  const { name, recording, source, utc, setUtc, follow, toggleFollow, onShowAll, onImport } = props;
  const session = useSession();
  const fileInput = useRef<HTMLInputElement>(null);

  async function open(file: File): Promise<void> {
    try {
      if (file.size > MAX_FILE_BYTES)
        throw new Error(`${file.name} is larger than 256 MB; that is no I/O recording.`);
      const opened = new IoRecording();
      opened.add(readIoFile(await file.text(), file.name));
      onImport(file.name, opened);
    } catch (thrown) {
      session.reportError(thrown, `Opening ${file.name}`);
    }
  }

  return (
    <Toolbar label="I/O timeline">
      {source.kind === 'live' ? (
        <>
          <LiveBadge state={source.state} />
          <Button
            variant="ghost"
            icon={source.paused ? <Play size={14} /> : <Pause size={14} />}
            onClick={() => source.setPaused(!source.paused)}
          >
            {source.paused ? 'Resume' : 'Pause'}
          </Button>
          <Switch label="Follow live" checked={follow} onChange={toggleFollow} />
          <Select
            label="Storage"
            hideLabel
            value={source.scope}
            onChange={(scope) => source.setScope(scope === 'server' ? 'server' : 'database')}
            options={[
              { value: 'database', label: 'This database' },
              { value: 'server', label: 'Server (System)' },
            ]}
          />
        </>
      ) : (
        <>
          <Badge tone="info">{`File: ${source.name}`}</Badge>
          <Button variant="ghost" onClick={source.close}>
            Back to live
          </Button>
        </>
      )}
      <ToolbarSpace />
      <Switch label="UTC" checked={utc} onChange={setUtc} />
      <Button
        variant="ghost"
        icon={<Maximize2 size={14} />}
        onClick={onShowAll}
        disabled={recording.columns.length === 0}
      >
        Show all
      </Button>
      <Button variant="ghost" icon={<FolderOpen size={14} />} onClick={() => fileInput.current?.click()}>
        Open file…
      </Button>
      <Button
        variant="ghost"
        icon={<Save size={14} />}
        disabled={recording.columns.length === 0}
        onClick={() =>
          saveFile(
            ioFileName(name, new Date()),
            'application/json',
            JSON.stringify(toIoFile(recording), null, 1),
          )
        }
      >
        Export
      </Button>
      <input
        ref={fileInput}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="I/O recording file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again only after the field is empty.
          event.target.value = '';
          if (file) void open(file);
        }}
      />
    </Toolbar>
  );
}

function LiveBadge({ state }: { state: LiveState }): ReactNode {
  switch (state.kind) {
    case 'connecting':
      return <Badge tone="neutral">Connecting…</Badge>;
    case 'live':
      return <Badge tone="success">Live</Badge>;
    case 'paused':
      return <Badge tone="warning">Paused</Badge>;
    case 'lost':
      return <Badge tone="danger">Connection lost, retrying</Badge>;
  }
}
