/** Reads RavenDB's I/O statistics from JSON tokens. Members can have any order; unknown ones are skipped. */
import { ioKinds } from '../io-kinds.ts';
import { DateReader } from './date-bytes.ts';
import type { DecodedRecording, DecodedSummary } from './decoded.ts';
import { compressionExtra } from './event-extra.ts';
import { JsonBytes, numberOf, textOf, type JsonSink } from './json-bytes.ts';
import { LaneBuilder } from './lane-builder.ts';

export class InvalidRecordingError extends Error {
  override readonly name = 'NotARecording';
}

/** The screen keeps no more events than this. */
export const MAX_EVENTS_PER_FILE = 6_000_000;
const MAX_UNKNOWN_TYPES = 20;
const LARGEST = 0xffff_ffff;
const encoder = new TextEncoder();

const numbers = [
  'Duration',
  'Size',
  'FileSize',
  'OriginalSize',
  'CompressedSize',
  'Acceleration',
  'ActiveDuration',
  'MaxDuration',
  'MinDuration',
  'MaxAcceleration',
  'MinAcceleration',
] as const;
type NumberName = (typeof numbers)[number];
const names = [
  'Environments',
  'Path',
  'Type',
  'Files',
  'File',
  'Status',
  'Recent',
  'History',
  'Start',
  'End',
  ...numbers,
] as const;
type Name = (typeof names)[number];
const nameBytes = names.map((name) => encoder.encode(name));
const kindBytes = ioKinds.map(({ type }) => encoder.encode(type));

/** The reader's position in the structure. */
type Place =
  | 'start'
  | 'root'
  | 'environments'
  | 'environment'
  | 'files'
  | 'file'
  | 'recent'
  | 'history'
  | 'item'
  | 'passing';

interface ReadEnvironment {
  path: string | undefined;
  type: string | undefined;
  readonly files: { name: string | undefined; status: string }[];
  readonly lanes: Map<number, LaneBuilder>;
}

export class MetricsReader implements JsonSink {
  private readonly json = new JsonBytes(this);
  private readonly dates = new DateReader();
  private readonly environments: ReadEnvironment[] = [];
  private readonly summaries: DecodedSummary[] = [];
  private readonly unknown = new Map<string, number>();
  private unreadable = 0;
  events = 0;
  private place: Place = 'start';
  private readonly places: Place[] = [];
  private name: Name | undefined;
  private foundEnvironments = false;

  // The item being read.
  private kind = -1;
  private typeName = '';
  private startTime = Number.NaN;
  private endTime = Number.NaN;
  private readonly values = new Map<NumberName, number>();

  feed(bytes: Uint8Array): void {
    this.json.feed(bytes);
  }

  finish(): DecodedRecording {
    this.json.finish();
    if (!this.foundEnvironments)
      throw new InvalidRecordingError('this is not an I/O recording: the JSON has no "Environments" array');
    return {
      environments: this.environments.map(({ path, type, files }) => ({
        path: path ?? '',
        type: type ?? '',
        files: files.map(({ name, status }) => ({ name: name ?? '', status })),
      })),
      lanes: this.environments.flatMap(({ lanes }, environment) =>
        [...lanes].map(([kind, lane]) => ({ environment, kind, batch: lane.ordered() })),
      ),
      summaries: this.summaries,
      unknownTypes: [...this.unknown],
      unreadable: this.unreadable,
      events: this.events,
    };
  }

  beginObject(): void {
    const from = this.place;
    this.places.push(from);
    if (from === 'start') this.place = 'root';
    else if (from === 'environments') {
      this.place = 'environment';
      this.environments.push({ path: undefined, type: undefined, files: [], lanes: new Map() });
    } else if (from === 'files') {
      this.place = 'file';
      this.environments.at(-1)?.files.push({ name: undefined, status: 'InUse' });
    } else if (from === 'recent' || from === 'history') {
      this.place = 'item';
      this.kind = -1;
      this.typeName = '';
      this.startTime = this.endTime = Number.NaN;
      this.values.clear();
    } else this.place = 'passing';
    this.name = undefined;
  }

  endObject(): void {
    const { place } = this;
    this.place = this.places.pop() ?? 'start';
    const environment = this.environments.at(-1);
    if (place === 'environment') {
      if (environment?.path === undefined || environment.type === undefined)
        throw new InvalidRecordingError(
          'this is not an I/O recording: an environment has no "Path" or "Type"',
        );
    } else if (place === 'file') {
      if (environment?.files.at(-1)?.name === undefined)
        throw new InvalidRecordingError(
          'this is not an I/O recording: a file of an environment has no "File"',
        );
    } else if (place === 'item' && environment) {
      if (this.kind === -1) this.countUnknown();
      else if (this.place === 'history') this.endSummary(environment);
      else this.endEvent(environment);
    }
  }

  beginArray(): void {
    const from = this.place;
    this.places.push(from);
    this.place = 'passing';
    if (from === 'root' && this.name === 'Environments') {
      this.place = 'environments';
      this.foundEnvironments = true;
    } else if (from === 'environment' && this.name === 'Files') this.place = 'files';
    else if (from === 'file' && this.name === 'Recent') this.place = 'recent';
    else if (from === 'file' && this.name === 'History') this.place = 'history';
  }

  endArray(): void {
    this.place = this.places.pop() ?? 'start';
  }

  key(bytes: Uint8Array, from: number, to: number): void {
    this.name = this.place === 'passing' ? undefined : nameAt(bytes, from, to);
  }

  string(bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    const { name, place } = this;
    if (name === undefined) return;
    if (place === 'item') {
      if (name === 'Start') this.startTime = this.dates.read(bytes, from, to, escaped);
      else if (name === 'End') this.endTime = this.dates.read(bytes, from, to, escaped);
      else if (name === 'Type') {
        this.kind = kindBytes.findIndex((kind) => same(kind, bytes, from, to));
        if (this.kind === -1) this.typeName = textOf(bytes, from, to, escaped);
      }
    } else if (place === 'environment') {
      const environment = this.environments.at(-1);
      if (environment && name === 'Path') environment.path = textOf(bytes, from, to, escaped);
      else if (environment && name === 'Type') environment.type = textOf(bytes, from, to, escaped);
    } else if (place === 'file') {
      const file = this.environments.at(-1)?.files.at(-1);
      if (file && name === 'File') file.name = textOf(bytes, from, to, escaped);
      else if (file && name === 'Status') file.status = textOf(bytes, from, to, escaped);
    }
  }

  number(bytes: Uint8Array, from: number, to: number): void {
    if (this.place === 'item' && isNumberName(this.name))
      this.values.set(this.name, numberOf(bytes, from, to));
  }

  literal(): void {
    // null and booleans say nothing that is kept.
  }

  private countUnknown(): void {
    const type =
      this.unknown.has(this.typeName) || this.unknown.size < MAX_UNKNOWN_TYPES ? this.typeName : '…';
    this.unknown.set(type, (this.unknown.get(type) ?? 0) + 1);
  }

  private endEvent({ files, lanes }: ReadEnvironment): void {
    const { values } = this;
    const duration = values.get('Duration') ?? Number.NaN;
    const size = values.get('Size') ?? values.get('OriginalSize') ?? 0;
    if (!(Number.isFinite(this.startTime) && duration >= 0 && Number.isFinite(duration) && size >= 0)) {
      this.unreadable++;
      return;
    }
    if (++this.events > MAX_EVENTS_PER_FILE)
      throw new InvalidRecordingError(
        `it has more than ${MAX_EVENTS_PER_FILE.toLocaleString('en')} events, which is the limit; record a shorter period`,
      );
    let lane = lanes.get(this.kind);
    if (!lane) {
      lane = new LaneBuilder();
      lanes.set(this.kind, lane);
    }
    const extra =
      values.has('CompressedSize') || values.has('Acceleration')
        ? compressionExtra(values.get('CompressedSize') ?? 0, values.get('Acceleration') ?? 0)
        : (values.get('FileSize') ?? 0);
    lane.append(this.startTime, duration, Math.min(LARGEST, size), files.length - 1, extra);
  }

  private endSummary({ files }: ReadEnvironment): void {
    const { values } = this;
    const value = (name: NumberName): number => values.get(name) ?? 0;
    if (!(this.endTime >= this.startTime)) {
      this.unreadable++;
      return;
    }
    if (this.summaries.length >= MAX_EVENTS_PER_FILE / 20)
      throw new InvalidRecordingError(
        'it has more aggregated history than the limit; record a shorter period',
      );
    this.summaries.push({
      environment: this.environments.length - 1,
      kind: this.kind,
      file: files.length - 1,
      start: this.startTime,
      end: this.endTime,
      size: values.get('Size') ?? value('OriginalSize'),
      fileSize: value('FileSize'),
      active: value('ActiveDuration'),
      longest: value('MaxDuration'),
      shortest: value('MinDuration'),
      compressed: value('CompressedSize'),
      maxAcceleration: value('MaxAcceleration'),
      minAcceleration: value('MinAcceleration'),
    });
  }
}

function nameAt(bytes: Uint8Array, from: number, to: number): Name | undefined {
  for (let i = 0; i < names.length; i++) {
    const known = nameBytes[i];
    if (known && same(known, bytes, from, to)) return names[i];
  }
  return undefined;
}

function same(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[from + i]) return false;
  return true;
}

const numberSet: ReadonlySet<string> = new Set(numbers);
const isNumberName = (name: Name | undefined): name is NumberName =>
  name !== undefined && numberSet.has(name);

/** Reads a complete recording in memory: a live frame. */
export function readMetrics(text: string | Uint8Array): DecodedRecording {
  const reader = new MetricsReader();
  reader.feed(typeof text === 'string' ? encoder.encode(text) : text);
  return reader.finish();
}
