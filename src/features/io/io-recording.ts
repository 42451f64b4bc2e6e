/**
 * All received events, of one or several sources, merged: snapshots and deltas overlap, and each event is stored
 * once.
 */
import { EventStore, type TimelineGroup } from '../../charts/timeline/data.ts';
import type { DecodedEnvironment, DecodedRecording, DecodedSummary } from './decode/decoded.ts';
import { environmentLabel, environmentRank } from './environment-label.ts';

export interface RecordedFile {
  readonly name: string;
  status: string;
}

export interface RecordedEnvironment {
  /** Its group number in the timeline. */
  readonly id: number;
  readonly source: number;
  readonly path: string;
  readonly type: string;
  readonly files: RecordedFile[];
}

export interface RecordedSource {
  readonly id: number;
  /** Stable across restarts, as the key of saved settings. */
  readonly key: string;
  readonly name: string;
  readonly kind: 'live' | 'file';
  /** Added to its times, to align its clock with another source. */
  shift: number;
  unreadable: number;
  readonly unknownTypes: Map<string, number>;
}

export class IoRecording {
  readonly store = new EventStore();
  readonly environments: RecordedEnvironment[] = [];
  readonly sources: RecordedSource[] = [];
  /** Aggregated history as received; the note of a span is an index in this list. */
  readonly summaries: DecodedSummary[] = [];
  private nextSource = 0;

  addSource(key: string, name: string, kind: 'live' | 'file'): RecordedSource {
    const source = {
      id: this.nextSource++,
      key,
      name,
      kind,
      shift: 0,
      unreadable: 0,
      unknownTypes: new Map(),
    };
    this.sources.push(source);
    this.store.version++;
    return source;
  }

  removeSource(id: number): void {
    for (const environment of this.environments)
      if (environment.source === id) this.store.removeGroup(environment.id);
    const place = this.sources.findIndex((source) => source.id === id);
    if (place !== -1) this.sources.splice(place, 1);
    this.store.version++;
  }

  shiftSource(id: number, shift: number): void {
    const source = this.sources.find((each) => each.id === id);
    if (!source || source.shift === shift) return;
    source.shift = shift;
    this.store.version++;
  }

  /** Returns the number of new events. */
  add(source: RecordedSource, decoded: DecodedRecording): number {
    const before = this.store.count + this.store.dropped;
    const places = decoded.environments.map((each) => this.environmentOf(source, each));
    // Every frame numbers files from zero; the numbers are mapped to those of the environment.
    const files = decoded.environments.map(({ files: named }, place) =>
      Uint32Array.from(named, ({ name, status }) => fileNumber(places[place], name, status)),
    );
    for (const { environment, kind, batch } of decoded.lanes) {
      const group = places[environment];
      const renumbered = files[environment];
      if (!group || !renumbered) continue;
      const { source: numbers } = batch;
      for (let row = 0; row < numbers.length; row++) numbers[row] = renumbered[numbers[row] ?? 0] ?? 0;
      this.store.add(group.id, kind, batch);
    }
    for (const summary of decoded.summaries) {
      const group = places[summary.environment];
      if (!group) continue;
      const { start, end, size, kind } = summary;
      const file = files[summary.environment]?.[summary.file] ?? 0;
      const added = this.store.addFolded(group.id, kind, {
        ...{ start, end, size, source: file },
        note: this.summaries.length,
      });
      if (added) this.summaries.push(summary);
    }
    source.unreadable += decoded.unreadable;
    for (const [type, count] of decoded.unknownTypes)
      source.unknownTypes.set(type, (source.unknownTypes.get(type) ?? 0) + count);
    return this.store.count + this.store.dropped - before;
  }

  /** The environments of the current sources, as timeline groups. */
  groups(): readonly TimelineGroup[] {
    const several = this.sources.length > 1;
    const placeOf = new Map(this.sources.map(({ id }, place) => [id, place]));
    return this.environments
      .flatMap((environment) => {
        const source = this.sources.find(({ id }) => id === environment.source);
        return source ? [{ environment, source }] : [];
      })
      .sort(
        (a, b) =>
          environmentRank(a.environment.type) - environmentRank(b.environment.type) ||
          nameOf(a.environment).localeCompare(nameOf(b.environment)) ||
          (placeOf.get(a.source.id) ?? 0) - (placeOf.get(b.source.id) ?? 0),
      )
      .map(({ environment, source }) => ({
        id: environment.id,
        key: `${source.key}|${environment.path}`,
        label: several ? `${nameOf(environment)} · ${source.name}` : nameOf(environment),
        detail: environment.path,
        shift: source.shift,
      }));
  }

  environmentName(id: number): string {
    const environment = this.environments[id];
    return environment ? nameOf(environment) : '';
  }

  sourceOf(group: number): RecordedSource | undefined {
    const environment = this.environments[group];
    return this.sources.find(({ id }) => id === environment?.source);
  }

  fileOf(group: number, file: number): RecordedFile | undefined {
    return this.environments[group]?.files[file];
  }

  private environmentOf(source: RecordedSource, { path, type }: DecodedEnvironment): RecordedEnvironment {
    const wanted = environmentPath(path);
    const found = this.environments.find((each) => each.source === source.id && each.path === wanted);
    if (found) return found;
    const added = { id: this.environments.length, source: source.id, path: wanted, type, files: [] };
    this.environments.push(added);
    return added;
  }
}

const nameOf = ({ type, path }: RecordedEnvironment): string => environmentLabel(type, path);

/** Live deltas report the journal folder where a snapshot reports the environment's path. */
export const environmentPath = (path: string): string => path.replace(/[\\/]Journals[\\/]?$/, '');

function fileNumber(environment: RecordedEnvironment | undefined, name: string, status: string): number {
  if (!environment) return 0;
  // The newest file is last and usually the right one.
  for (let i = environment.files.length - 1; i >= 0; i--) {
    const file = environment.files[i];
    if (file?.name !== name) continue;
    file.status = status;
    return i;
  }
  return environment.files.push({ name, status }) - 1;
}
