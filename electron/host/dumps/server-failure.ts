/** Reads the refusals of dumps: an error object, or under status 200 the messages of a result. Pure. */
import { z } from 'zod';
import { serverSentence } from '../export/streamed-rows.ts';
import { parsedJson } from './parsed-json.ts';

export interface ServerFailure {
  /** A sentence without its full stop. */
  readonly message: string;
  readonly detail: string;
  /** What was done until then, in the form of a result; null when the server does not say. */
  readonly result: unknown;
}

const errorBody = z.looseObject({
  Message: z.string().nullish(),
  Error: z.string().nullish(),
  Result: z.unknown().optional(),
});

export function readFailure(status: number, body: string): ServerFailure {
  const read = errorBody.safeParse(parsedJson(body));
  const message = read.success ? (read.data.Message ?? read.data.Error) : undefined;
  if (!read.success || message === undefined || message === null)
    return {
      message: status === 404 ? 'the database was not found' : `the server answered with status ${status}`,
      detail: body.slice(0, 4000),
      result: null,
    };
  return {
    message: serverSentence(JSON.stringify(message)).message,
    detail: (read.data.Error ?? message).slice(0, 16_000),
    result: read.data.Result ?? null,
  };
}

const resultBody = z.looseObject({ Messages: z.array(z.string()) });

/** A failed export has status 200, no file name, and the reason among the messages of its result. */
export function readFailedExport(body: string): ServerFailure {
  const read = resultBody.safeParse(parsedJson(body));
  const message = read.success ? read.data.Messages.find((each) => each.includes(' ERROR] ')) : undefined;
  if (message === undefined)
    return { message: 'the server sent no dump', detail: body.slice(0, 4000), result: null };
  const text = message.replace(/^\[[^\]]*\] /, '').replace(/^Error occurred during export\. Exception: /, '');
  return { message: serverSentence(JSON.stringify(text)).message, detail: message, result: null };
}

/** Failures to read the file itself, in the words of RavenDB and of the sandbox. */
const unreadable =
  /Cannot have a |Invalid JSON|Empty stream|end of json|ended without|EndOfStream|InvalidData|InvalidStartOfObject|Cryptographic|corrupt|checksum|inflate|zstd|gzip|decompress|is not a dump|file ends|not JSON/i;

/** Says what to do about a file that cannot be read. */
export function adviceFor({ message, detail }: Pick<ServerFailure, 'message' | 'detail'>): string {
  // The sandbox gives its own advice.
  if (message.includes('export it again')) return '';
  return unreadable.test(`${message} ${detail}`)
    ? ' The file is damaged, incomplete, or encrypted. Export it again without an encryption key.'
    : '';
}
