/**
 * Writes recordings as RavenDB JSON, which RavenDB Studio opens, and as CSV. Written in pieces, to support millions
 * of events.
 */
import { formatServerDate } from '../../protocol/server-date.ts';
import { csvField, formatBytes } from '../../ui/index.ts';
import { accelerationOf, compressedOf } from './decode/event-extra.ts';
import { COMPRESSION, ioKinds } from './io-kinds.ts';
import type { IoRecording, RecordedEnvironment } from './io-recording.ts';

const ms2 = (ms: number): number => Math.round(ms * 100) / 100;
/** Characters per piece: limits both memory and the number of blob parts. */
const PIECE = 1 << 20;

/** The recording of one source in RavenDB's snapshot format, as parts of a file. */
export function* ioFileParts(recording: IoRecording, source: number): Generator<string> {
  let piece = '{"Environments":[';
  let firstEnvironment = true;
  for (const environment of recording.environments) {
    if (environment.source !== source) continue;
    piece += `${firstEnvironment ? '' : ','}{"Path":${JSON.stringify(environment.path)},"Type":${JSON.stringify(environment.type)},"Files":[`;
    firstEnvironment = false;
    const rowsOfFile = rowsByFile(recording, environment);
    for (const [number, file] of environment.files.entries()) {
      piece += `${number === 0 ? '' : ','}{"File":${JSON.stringify(file.name)},"Status":${JSON.stringify(file.status)},"Recent":[`;
      let first = true;
      for (const { kind, row } of rowsOfFile[number] ?? []) {
        piece += `${first ? '' : ','}\n${eventText(recording, environment.id, kind, row)}`;
        first = false;
        if (piece.length > PIECE) {
          yield piece;
          piece = '';
        }
      }
      piece += `],"History":[${historyTexts(recording, environment.id, number).join(',')}]}`;
    }
    piece += ']}';
  }
  yield `${piece}],"Performances":[]}`;
}

/** All events as rows, with exact numbers and no units: for a spreadsheet. */
export function* csvParts(recording: IoRecording): Generator<string> {
  let piece =
    'source,environment,path,file,kind,start,duration_ms,size_bytes,file_size_bytes,compressed_bytes,folded\r\n';
  for (const environment of recording.environments) {
    const source = recording.sources.find(({ id }) => id === environment.source);
    if (!source) continue;
    const before = [source.name, recording.environmentName(environment.id), environment.path]
      .map(csvField)
      .join(',');
    for (const [kind, { type }] of ioKinds.entries()) {
      const lane = recording.store.lane(environment.id, kind);
      if (lane) {
        const { start, duration, size, source: file, extra } = lane.rows;
        for (let row = 0; row < lane.length; row++) {
          const more = extra[row] ?? 0;
          const sizes = kind === COMPRESSION ? `,${compressedOf(more)}` : `${more},`;
          piece += `${before},${csvField(environment.files[file[row] ?? 0]?.name ?? '')},${type},${formatServerDate(start[row] ?? 0)},${ms2(duration[row] ?? 0)},${size[row] ?? 0},${sizes},false\r\n`;
          if (piece.length > PIECE) {
            yield piece;
            piece = '';
          }
        }
      }
      for (const { start, end, size, source: file, note } of recording.store.folded(environment.id, kind)) {
        const summary = recording.summaries[note];
        piece += `${before},${csvField(environment.files[file]?.name ?? '')},${type},${formatServerDate(start)},${ms2(end - start)},${size},${summary?.fileSize ?? 0},${summary?.compressed ?? 0},true\r\n`;
      }
    }
  }
  yield piece;
}

interface RowOfFile {
  readonly kind: number;
  readonly row: number;
}

function rowsByFile(recording: IoRecording, { id, files }: RecordedEnvironment): readonly RowOfFile[][] {
  const rows = files.map((): RowOfFile[] => []);
  for (const kind of ioKinds.keys()) {
    const lane = recording.store.lane(id, kind);
    if (!lane) continue;
    for (let row = 0; row < lane.length; row++) rows[lane.rows.source[row] ?? 0]?.push({ kind, row });
  }
  return rows;
}

function eventText(recording: IoRecording, group: number, kind: number, row: number): string {
  const rows = recording.store.lane(group, kind)?.rows;
  const size = rows?.size[row] ?? 0;
  const extra = rows?.extra[row] ?? 0;
  const Type = ioKinds[kind]?.type ?? '';
  const Start = formatServerDate(rows?.start[row] ?? 0);
  const Duration = ms2(rows?.duration[row] ?? 0);
  if (kind !== COMPRESSION)
    return JSON.stringify({
      ...{ Start, Size: size, HumaneSize: formatBytes(size) },
      ...{ FileSize: extra, HumaneFileSize: formatBytes(extra), Duration, Type },
    });
  const compressed = compressedOf(extra);
  return JSON.stringify({
    ...{ Start, OriginalSize: size, HumaneOriginalSize: formatBytes(size) },
    ...{ CompressedSize: compressed, HumaneCompressedSize: formatBytes(compressed) },
    ...{ Acceleration: accelerationOf(extra), CompressionRatio: size > 0 ? compressed / size : 0 },
    ...{ Duration, Type },
  });
}

function historyTexts(recording: IoRecording, group: number, file: number): readonly string[] {
  return ioKinds.flatMap(({ type }, kind) =>
    recording.store.folded(group, kind).flatMap((span) => {
      const summary = recording.summaries[span.note];
      if (!summary || span.source !== file) return [];
      return JSON.stringify({
        ...{ Start: formatServerDate(span.start), End: formatServerDate(span.end) },
        ...{ Size: span.size, HumaneSize: formatBytes(span.size) },
        ...{ FileSize: summary.fileSize, HumaneFileSize: formatBytes(summary.fileSize) },
        ...{ Duration: ms2(span.end - span.start), ActiveDuration: summary.active },
        ...{ MaxDuration: summary.longest, MinDuration: summary.shortest },
        ...{ MaxAcceleration: summary.maxAcceleration, MinAcceleration: summary.minAcceleration },
        ...{
          CompressedSize: summary.compressed,
          HumaneCompressedSize: formatBytes(summary.compressed),
          Type: type,
        },
      });
    }),
  );
}

/** `IOStats-of-{database}-{yyyy-MM-dd-HH-mm}.json`, the file name of RavenDB Studio. */
export function ioFileName(database: string, now: Date, extension = 'json'): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `IOStats-of-${database.replaceAll(/[^\w.-]+/g, '_')}-${day}-${two(now.getHours())}-${two(now.getMinutes())}.${extension}`;
}
