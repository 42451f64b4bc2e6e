/** What is read once before a recording: version, settings and clock. */
import { toPortError } from '../../../src/contract/index.ts';
import type { ServerReads } from './server-reads.ts';

/** As the addon takes them. */
export interface FirstAnswers {
  readonly version: string;
  /** Null where the server gave none. */
  readonly settings: string | null;
  /** Sent and received in µs since 1970. */
  readonly clock: { readonly text: string; readonly sent: number; readonly received: number } | null;
}

const ANSWER_MS = 30_000;
/** Requests of the recorder have this in their query string, so that it leaves them out. */
const MARK = 'rookeryRecorder=1';

/** Throws when the server does not answer its version. */
export async function firstAnswers(reads: ServerReads, signal: AbortSignal): Promise<FirstAnswers> {
  const get = async (path: string): Promise<string> =>
    (await reads.get(`${path}${path.includes('?') ? '&' : '?'}${MARK}`, ANSWER_MS, signal)).text;
  /** The rest is recorded without an answer. */
  const optional = async (path: string): Promise<string | null> => {
    try {
      return await get(path);
    } catch (thrown) {
      if (signal.aborted || toPortError(thrown).code === 'unknown-connection') throw thrown;
      return null;
    }
  };
  const version = await get('/build/version');
  const settings = await optional('/admin/configuration/settings');
  const sent = Date.now() * 1000;
  const text = await optional('/admin/debug/memory/stats?includeThreads=false&includeMappings=false');
  const clock = text === null ? null : { text, sent, received: Date.now() * 1000 };
  return { version, settings, clock };
}
