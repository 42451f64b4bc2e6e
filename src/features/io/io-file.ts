/** RavenDB's own I/O statistics files, both ways: its Studio opens what is written here, and its exports open here. */
import { z } from 'zod';
import { ioMetrics, type IoMetrics } from '../../protocol/io-metrics.ts';
import { formatServerDate } from '../../protocol/server-date.ts';
import { formatBytes } from '../../ui/index.ts';
import { ioKinds } from './io-kinds.ts';
import type { IoRecording } from './io-recording.ts';

export class NotAnIoFile extends Error {
  override readonly name = 'NotAnIoFile';
}

export function readIoFile(text: string, fileName: string): IoMetrics {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new NotAnIoFile(`${fileName} is not JSON, so it cannot be an I/O recording.`, { cause });
  }
  const parsed = ioMetrics.safeParse(json);
  if (!parsed.success)
    throw new NotAnIoFile(
      `${fileName} is JSON, but not an I/O recording: it needs an "Environments" list as RavenDB exports it. ${z.prettifyError(parsed.error).split('\n')[0] ?? ''}`,
    );
  return parsed.data;
}

const ms2 = (ms: number): number => Math.round(ms * 100) / 100;

/** The recording in the snapshot's wire shape. */
export function toIoFile(recording: IoRecording): IoMetrics {
  const { columns, environments, files } = recording;
  const recent = files.map((): Record<string, unknown>[] => []);
  const history = files.map((): Record<string, unknown>[] => []);
  for (let row = 0; row < columns.length; row++) {
    const event = columns.at(row);
    const Type = ioKinds[event.kind]?.type ?? '';
    const Start = formatServerDate(event.start);
    const summary = recording.summaries.get(row);
    if (summary) history[event.source]?.push(summary);
    else if (Type === 'Compression')
      recent[event.source]?.push({
        Start,
        OriginalSize: event.size,
        HumaneOriginalSize: formatBytes(event.size),
        CompressedSize: event.extraB,
        HumaneCompressedSize: formatBytes(event.extraB),
        Acceleration: event.extraA,
        CompressionRatio: event.size > 0 ? event.extraB / event.size : 0,
        Duration: ms2(event.duration),
        Type,
      });
    else
      recent[event.source]?.push({
        Start,
        ...sizes(event.size, event.extraA),
        Duration: ms2(event.duration),
        Type,
      });
  }
  const wire = {
    Environments: environments.map(({ id, path, type }) => ({
      Path: path,
      Type: type,
      Files: files.flatMap((file, source) =>
        file.environment === id
          ? [
              {
                File: file.name,
                Status: file.status,
                Recent: recent[source] ?? [],
                History: history[source] ?? [],
              },
            ]
          : [],
      ),
    })),
    Performances: [],
  };
  return ioMetrics.parse(wire);
}

const sizes = (size: number, fileSize: number): Record<string, unknown> => ({
  Size: size,
  HumaneSize: formatBytes(size),
  FileSize: fileSize,
  HumaneFileSize: formatBytes(fileSize),
});

/** `IOStats-of-{database}-{yyyy-MM-dd-HH-mm}.json`, the name RavenDB's Studio gives. */
export function ioFileName(database: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `IOStats-of-${database.replaceAll(/[^\w.-]+/g, '_')}-${day}-${two(now.getHours())}-${two(now.getMinutes())}.json`;
}
