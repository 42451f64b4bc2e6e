/** Patches of single documents by a script, and tests of scripts, which write nothing. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import { readJson, refuseDeepAnswer, type DatabaseClient, type RequestOptions } from './client.ts';
import { formatJson, JsonTextError, member, parseJsonText, type JsonNode } from './json-text.ts';
import type { JsonObject } from './queries.ts';

export interface PatchScript {
  readonly script: string;
  /** Read by the script as `args`. */
  readonly values?: JsonObject;
}

/** `Patched`, `NotModified`, `Created`, `Skipped`, `DocumentDoesNotExist`, or what a newer server adds. */
export type PatchStatus = string;

export interface PatchTest {
  readonly status: PatchStatus;
  /** The texts of the document, formatted; null when it is not part of the answer. */
  readonly original: string | null;
  readonly modified: string | null;
  /** What the script wrote with `output` and `console.log`. */
  readonly output: readonly string[];
  /** What the script would do to other documents, counters and time series. */
  readonly actions: readonly PatchAction[];
}

export interface PatchAction {
  /** As the server names it: `PutDocument`, `IncrementCounter`. */
  readonly kind: string;
  /** One line that describes the action. */
  readonly text: string;
}

const missing: PatchTest = {
  status: 'DocumentDoesNotExist',
  original: null,
  modified: null,
  output: [],
  actions: [],
};

const statusAnswer = z.looseObject({ Status: z.string() });

/** Patches one document. A missing one is reported as `DocumentDoesNotExist`. */
export async function patchDocument(
  db: DatabaseClient,
  id: string,
  patch: PatchScript,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<PatchStatus> {
  const response = await db.send('PATCH', '/docs', {
    query: { id },
    json: { Patch: { Script: patch.script, Values: patch.values ?? {} } },
    accept: [304, 404],
    ...options,
  });
  if (response.status === 404) return missing.status;
  if (response.status === 304) return 'Skipped';
  return readJson(statusAnswer, db.path('/docs'), response.body).Status;
}

/** Runs a script on one document and discards the result. */
export async function testPatch(
  db: DatabaseClient,
  id: string,
  patch: PatchScript,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<PatchTest> {
  const response = await db.send('PATCH', '/docs', {
    query: { id, test: true },
    json: { Patch: { Script: patch.script, Values: patch.values ?? {} } },
    accept: [404],
    ...options,
  });
  return response.status === 404 ? missing : readPatchTest(response.body, db.path('/docs'));
}

/** Runs the update clause of a query on one document, whether the query finds it or not, and discards the result. */
export async function testUpdate(
  db: DatabaseClient,
  id: string,
  update: { readonly query: string; readonly parameters: JsonObject },
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<PatchTest> {
  const path = '/queries/test';
  const response = await db.send('PATCH', path, {
    query: { id },
    json: { Query: { Query: update.query, QueryParameters: update.parameters } },
    accept: [404],
    ...options,
  });
  return response.status === 404 ? missing : readPatchTest(response.body, db.path(path));
}

const debugMembers = z.looseObject({
  Status: z.string(),
  Debug: z
    .looseObject({
      /** The two names of the output: of a document's test and of a query's. */
      Info: z.array(z.unknown()).nullish().catch(null),
      Output: z.array(z.unknown()).nullish().catch(null),
      Actions: z.record(z.string(), z.unknown()).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

/** The documents stay text, so that numbers keep all of their digits. */
export function readPatchTest(body: string, path: string): PatchTest {
  const { Status, Debug } = readJson(debugMembers, path, body);
  const root = parse(body, path);
  return {
    status: Status,
    original: documentOf(body, root, 'OriginalDocument'),
    modified: documentOf(body, root, 'ModifiedDocument'),
    output: (Debug?.Info ?? Debug?.Output ?? []).map(textOf),
    actions: Object.entries(Debug?.Actions ?? {}).flatMap(([kind, list]) =>
      (Array.isArray(list) ? list : []).map((action: unknown) => ({ kind, text: actionText(kind, action) })),
    ),
  };
}

function parse(body: string, path: string): JsonNode {
  refuseDeepAnswer(path, body);
  try {
    return parseJsonText(body);
  } catch (cause) {
    if (!(cause instanceof JsonTextError)) throw cause;
    throw new PortError({ code: 'not-ravendb', message: `The response from ${path} is not JSON.` });
  }
}

function documentOf(body: string, root: JsonNode, name: string): string | null {
  const node = member(root, name)?.value;
  return node?.kind === 'object' ? formatJson(body, node, 2) : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const named = z.looseObject({
  Id: z.string().optional(),
  Name: z.string().optional(),
  Exists: z.boolean().optional(),
});

function actionText(kind: string, action: unknown): string {
  if (typeof action === 'string') return action;
  const read = named.safeParse(action);
  if (!read.success) return textOf(action);
  const { Id, Name, Exists, ...others } = read.data;
  const rest = Object.entries(others).map(([key, value]) => `${key} ${textOf(value)}`);
  const found = kind === 'LoadDocument' && Exists === false ? ['does not exist'] : [];
  return [Id ?? Name ?? '', ...found, ...rest].filter((part) => part !== '').join(', ');
}
