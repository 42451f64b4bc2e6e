/** What a list says about a file: from its manifest, read by the addon. */
import { z } from 'zod';
import { MAX_RECORDING_NOTE, toPortError, type StoredRecording } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';

export interface Description extends Pick<StoredRecording, 'about' | 'problem'> {
  /** Holds while the file is unchanged. */
  readonly isLasting: boolean;
}

const MAX_NAMES = 100;
const MAX_TEXT = 300;

/** The manifest comes from a file, which can be from elsewhere. */
const described = z.object({
  manifest: z.object({
    server: z.string(),
    serverVersion: z.string(),
    databases: z.array(z.string()),
    note: z.string(),
    masked: z.boolean(),
    started: z.number(),
  }),
});

export async function descriptionOf(describe: () => Promise<string>): Promise<Description> {
  try {
    const { manifest } = described.parse(JSON.parse(await describe()));
    const { server, serverVersion, databases, note, masked, started } = manifest;
    return {
      about: {
        server: server.slice(0, MAX_TEXT),
        serverVersion: serverVersion.slice(0, MAX_TEXT),
        databases: databases.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_TEXT)),
        note: note.slice(0, MAX_RECORDING_NOTE),
        masked,
        started,
      },
      problem: null,
      isLasting: true,
    };
  } catch (thrown) {
    const isLasting = isErrno(thrown) && thrown.code !== 'io';
    return { about: null, problem: toPortError(thrown).message, isLasting };
  }
}
