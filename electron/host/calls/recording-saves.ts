/** Copies recordings, and parts of them in other formats, to places that the user chooses. */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { RecordingPart } from '../../../src/contract/index.ts';
import { copyToSink } from '../export/copy-to-sink.ts';
import { exportFileName } from '../export/file-name.ts';
import type { FileFormat } from '../export/export-way.ts';
import { openSink } from '../export/open-sink.ts';
import type { WindowExports } from '../export/window-exports.ts';
import { RECORDING_ENDING, serverName } from '../recordings/recording-names.ts';
import type { RecordingSession } from '../recordings/recording-session.ts';
import type { RecordingsFolder } from '../recordings/recordings-folder.ts';
import type { TemporaryFiles } from '../recordings/temporary-files.ts';

interface Saved {
  bytes: number;
  file: string | null;
}

interface Source {
  readonly file: FileHandle;
  readonly bytes: number;
}

const formats = { io: 'json', speedscope: 'speedscope.json', csv: 'csv' } as const satisfies Record<
  RecordingPart['format'],
  FileFormat
>;

export class RecordingSaves {
  private readonly exporting: WindowExports;
  private readonly folder: RecordingsFolder;
  private readonly temporary: TemporaryFiles;

  constructor(exporting: WindowExports, folder: RecordingsFolder, temporary: TemporaryFiles) {
    this.exporting = exporting;
    this.folder = folder;
    this.temporary = temporary;
  }

  /** `progress` names the progress of the export. */
  save(name: string, progress: string, signal: AbortSignal): Promise<Saved> {
    return this.inTurn(progress, async () =>
      this.write(
        await this.folder.open(name),
        { name: name.slice(0, -RECORDING_ENDING.length), format: 'rookery', progress },
        signal,
      ),
    );
  }

  exportPart(
    session: RecordingSession,
    part: RecordingPart,
    progress: string,
    signal: AbortSignal,
  ): Promise<Saved> {
    return this.inTurn(progress, () =>
      this.temporary.use(async (path) => {
        const { manifest } = session.about;
        const name = `${serverName(manifest.server)} ${partName(part)}`;
        // Fails before a file is chosen when the recording has no such part.
        await session.exportPart(part, path, signal);
        signal.throwIfAborted();
        const file = await open(path, 'r');
        const { size } = await file.stat().catch(async (thrown: unknown) => {
          await file.close();
          throw thrown;
        });
        return this.write({ file, bytes: size }, { name, format: formats[part.format], progress }, signal);
      }),
    );
  }

  private async inTurn(progress: string, work: () => Promise<Saved>): Promise<Saved> {
    this.exporting.mustSave();
    this.exporting.begin(progress);
    try {
      return await work();
    } finally {
      this.exporting.end(progress);
    }
  }

  /** Closes the source. */
  private async write(
    source: Source,
    target: { readonly name: string; readonly format: FileFormat; readonly progress: string },
    signal: AbortSignal,
  ): Promise<Saved> {
    try {
      const { format, progress } = target;
      const file = { name: exportFileName(target.name, format), format };
      const report = (each: Parameters<WindowExports['report']>[1]): void =>
        this.exporting.report(progress, each);
      const sink = await openSink(this.exporting.mustSave(), file, signal, report);
      return await copyToSink(source, sink, signal, report);
    } finally {
      await source.file.close();
    }
  }
}

function partName(part: RecordingPart): string {
  if (part.format === 'io') return part.database === '' ? 'io' : `${part.database} io`;
  return part.format === 'csv' ? part.table : 'stacks';
}
