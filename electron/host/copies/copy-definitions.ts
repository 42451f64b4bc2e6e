/** Copies indexes, identities and settings. What the target refuses is reported with its reason. */
import { z } from 'zod';
import { PortError, type CopyItem, type CopySetting } from '../../../src/contract/index.ts';
import { sandboxDefinition, serverDefinition } from '../../../src/document-copy/index-definition.ts';
import { parsedJson } from '../dumps/parsed-json.ts';
import { readFailure } from '../dumps/server-failure.ts';
import type { RequestToJudge } from '../policy/decide.ts';
import {
  identitiesRequest,
  indexesRequest,
  putIndexRequest,
  seedRequest,
  setSettingRequest,
  settingRequest,
} from './copy-requests.ts';
import type { CopySide } from './copy-side.ts';

export interface Sides {
  readonly source: CopySide;
  readonly target: CopySide;
}

const indexList = z.looseObject({
  Results: z.array(
    z.looseObject({ Name: z.string(), Type: z.string().nullish(), LockMode: z.string().nullish() }),
  ),
});
const databaseRecord = z.looseObject({
  DatabaseName: z.string(),
  Client: z.record(z.string(), z.unknown()).nullish(),
});
const identityList = z.record(z.string(), z.number());

export async function copyIndexes({ source, target }: Sides, signal: AbortSignal): Promise<CopyItem[]> {
  const body = await source.read(indexesRequest(source.database), 'Reading the indexes', signal);
  const definitions = readAs(indexList, body, 'indexes').Results.filter(({ Name }) => isStatic(Name));
  const present = await target.read(indexesRequest(target.database), 'Reading the indexes', signal);
  const locked = new Set(
    readAs(indexList, present, 'indexes')
      .Results.filter(({ LockMode }) => LockMode === 'LockedIgnore')
      .map(({ Name }) => Name.toLowerCase()),
  );
  const forTarget = target.connection.kind === 'sandbox' ? sandboxDefinition : serverDefinition;
  const items: CopyItem[] = [];
  for (const definition of definitions) {
    const item = { kind: 'index', name: definition.Name, collection: null, position: null } as const;
    const request = putIndexRequest(target.database, forTarget(definition));
    // The server answers such a change with success, and does nothing.
    const isLocked = locked.has(definition.Name.toLowerCase());
    items.push(
      isLocked
        ? { ...item, reason: 'The index of the target is locked and ignores changes. Unlock it first.' }
        : await copyItem(target, item, request, signal),
    );
  }
  return items;
}

const isStatic = (name: string): boolean => !name.startsWith('Auto/') && !name.startsWith('ReplacementOf/');

export async function copyIdentities({ source, target }: Sides, signal: AbortSignal): Promise<CopyItem[]> {
  const body = await source.read(identitiesRequest(source.database), 'Reading the identities', signal);
  const items: CopyItem[] = [];
  for (const [name, value] of Object.entries(readAs(identityList, body, 'identities')))
    items.push(
      await copyItem(target, { kind: 'identity', name }, seedRequest(target.database, name, value), signal),
    );
  return items;
}

/** Null when the setting is not configured in the source: the target keeps its own. */
export async function copySetting(
  { source, target }: Sides,
  setting: CopySetting,
  signal: AbortSignal,
): Promise<CopyItem | null> {
  const { status, body } = await source.send(settingRequest(source.database, setting), signal);
  if (status === 404 && body.trim() === '') return null;
  if (status >= 400) throw source.refusal(`Reading the setting ${setting}`, status, body);
  readAs(z.record(z.string(), z.unknown()), body, setting);
  const configuration = setting === 'client' ? clientConfigurationOf(body) : body;
  if (configuration === null) return null;
  return copyItem(
    target,
    { kind: 'setting', name: setting },
    setSettingRequest(target.database, setting, configuration),
    signal,
  );
}

/** From the record of the database. The target sets the `Etag` itself. */
function clientConfigurationOf(record: string): string | null {
  const { Client } = readAs(databaseRecord, record, 'the record of the database');
  return Client === null || Client === undefined ? null : JSON.stringify({ ...Client, Etag: undefined });
}

/** A refusal of the item becomes its reason. A server that cannot be reached or used ends the copy. */
async function copyItem(
  target: CopySide,
  { kind, name }: Pick<CopyItem, 'kind' | 'name'>,
  request: RequestToJudge,
  signal: AbortSignal,
): Promise<CopyItem> {
  const { status, body } = await target.send(request, signal);
  const item = { kind, name, collection: null, position: null };
  if (status < 400) return { ...item, reason: '' };
  if (status === 401 || status === 403 || status === 503)
    throw target.refusal(`Writing the ${kind} ${name}`, status, body);
  return { ...item, reason: readFailure(status, body).message };
}

function readAs<S extends z.ZodType>(schema: S, body: string, what: string): z.output<S> {
  const read = schema.safeParse(parsedJson(body));
  if (read.success) return read.data;
  throw new PortError({
    code: 'not-ravendb',
    message: `The server did not answer with ${what} in the format of RavenDB. Check for a proxy in between.`,
    detail: z.prettifyError(read.error),
  });
}
