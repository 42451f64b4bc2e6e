/** `rookeryd` under attack, with the few requests that the attacks share. */
import { executable, inRoot } from '../paths.ts';
import { startProgram, type ChildProgram } from './child-program.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface RookerydTarget {
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly program: ChildProgram;
  request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Reply>;
  createDatabase(name: string): Promise<void>;
}

export const rookerydPath = inRoot('dist/native', executable('rookeryd'));

export async function startRookeryd(
  dataFolder: string,
  args: readonly string[] = [],
): Promise<RookerydTarget> {
  const program = await startProgram(rookerydPath, [
    '--data',
    dataFolder,
    '--port',
    '0',
    '--parent-stdin',
    ...args,
  ]);
  const { firstLine } = program;
  const url = firstLine.slice(firstLine.indexOf('http')).trim();
  const request = async (
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Reply> => {
    const answer = await fetch(url + path, {
      method,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined
        ? {}
        : {
            body: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  return {
    url,
    port: Number(new URL(url).port),
    dataFolder,
    program,
    request,
    createDatabase: async (name) => {
      const { status, text } = await request('PUT', `/admin/databases?name=${name}`, { DatabaseName: name });
      if (status >= 300) throw new Error(`Creating the database ${name} was answered ${status}: ${text}`);
    },
  };
}
