/** Recordings that wait for their start, and those whose start was missed, in a file that outlasts the host. */
import { z } from 'zod';
import { recordedRequests, recorderRequest, type MissedRecording } from '../../../src/contract/index.ts';
import { JsonFile, type Notice } from '../stored/json-file.ts';
import { StartClaims } from './start-claims.ts';

const MAX_MISSED = 20;

const plan = z.object({
  id: z.string(),
  connectionName: z.string(),
  /** Names its connection by id: no address and no secret. */
  request: recorderRequest.extend({
    startAt: z.number().int(),
    /** Versions without samples stored whether requests are recorded. */
    requests: z.preprocess(
      (stored) => (typeof stored === 'boolean' ? (stored ? 'all' : 'none') : stored),
      recordedRequests,
    ),
  }),
  /** Why it was not made; null: it waits. */
  missed: z.string().nullable(),
});
export type PlannedRecording = z.infer<typeof plan>;
const stored = z.array(plan);

export class PlannedRecordings {
  private readonly file: JsonFile<typeof stored>;
  private readonly claims: StartClaims;

  private constructor(file: JsonFile<typeof stored>, claims: StartClaims) {
    this.file = file;
    this.claims = claims;
  }

  static async open(folder: string): Promise<{ plans: PlannedRecordings; notices: Notice[] }> {
    const { file, notices } = await JsonFile.open({
      ...{ folder, name: 'planned-recordings', what: 'the list of planned recordings' },
      ...{ schema: stored, empty: [] },
    });
    return { plans: new PlannedRecordings(file, new StartClaims(folder)), notices };
  }

  get waiting(): readonly PlannedRecording[] {
    return this.file.value.filter(({ missed }) => missed === null);
  }

  get missed(): MissedRecording[] {
    return this.file.value.flatMap(({ id, connectionName, request: { databases, startAt }, missed }) =>
      missed === null ? [] : [{ id, connectionName, databases, startAt, reason: missed }],
    );
  }

  /** Resolves when the file has it. */
  add(id: string, connectionName: string, request: PlannedRecording['request']): Promise<void> {
    return this.file.save([...this.file.value, { id, connectionName, request, missed: null }]);
  }

  /** Whether this process starts a plan; false: another one that uses this data folder has started it. */
  claim(id: string): Promise<boolean> {
    return this.claims.claim(id);
  }

  /** The last ones are kept. */
  miss(reasons: ReadonlyMap<string, string>): Promise<void> {
    const all = this.file.value.map((each) => ({ ...each, missed: reasons.get(each.id) ?? each.missed }));
    const missed = all.filter((each) => each.missed !== null);
    const kept = new Set(missed.sort((a, b) => a.request.startAt - b.request.startAt).slice(-MAX_MISSED));
    return this.file.save(all.filter((each) => each.missed === null || kept.has(each)));
  }

  /** One that is not there is no failure. */
  async remove(id: string): Promise<void> {
    const rest = this.file.value.filter((each) => each.id !== id);
    if (rest.length < this.file.value.length) await this.file.save(rest);
  }
}
