/** A server with the documents; gives the entries of an index as they are stored. */
import { z } from 'zod';
import { sendJson } from '../json-request.ts';
import { documents } from './documents.ts';
import type { CSharpIndex } from './maps.ts';

const answer = z.object({ Results: z.array(z.record(z.string(), z.unknown())) });

export class CSharpServer {
  readonly #url: string;
  readonly #database: string;
  #count = 0;

  constructor(url: string, database: string) {
    this.#url = url;
    this.#database = database;
  }

  async create(): Promise<void> {
    await this.#send('PUT', `/admin/databases?name=${this.#database}`, { DatabaseName: this.#database });
    const Commands = Object.entries(documents).map(([Id, Document]) => ({
      Id,
      Type: 'PUT',
      ChangeVector: null,
      Document,
    }));
    await this.#send('POST', `/databases/${this.#database}/bulk_docs`, { Commands });
  }

  async remove(): Promise<void> {
    await this.#send('DELETE', '/admin/databases', { DatabaseNames: [this.#database], HardDelete: true });
  }

  /** The entries of an index, each as JSON, sorted. */
  async entriesOf({ map, reduce, sources, fields }: CSharpIndex): Promise<string[]> {
    const Name = `csharp/${String(++this.#count)}`;
    const index = {
      Name,
      Type: reduce === undefined ? 'Map' : 'MapReduce',
      Maps: [map],
      Reduce: reduce,
      AdditionalSources: sources ?? {},
      Fields: reduce === undefined ? { __all_fields: { Storage: 'Yes' } } : {},
    };
    await this.#send('PUT', `/databases/${this.#database}/admin/indexes`, { Indexes: [index] });
    const select = reduce === undefined ? ` select id() as __id, ${fields.join(', ')}` : '';
    const body = { Query: `from index '${Name}'${select}`, WaitForNonStaleResults: true };
    const { Results } = answer.parse(await this.#send('POST', `/databases/${this.#database}/queries`, body));
    await this.#send('DELETE', `/databases/${this.#database}/indexes?name=${encodeURIComponent(Name)}`);
    const entries = Results.map(compared).filter(hasFields);
    return entries.map((entry) => JSON.stringify(entry)).sort();
  }

  #send(method: string, path: string, body?: unknown): Promise<unknown> {
    return sendJson(this.#url, method, path, body);
  }
}

/**
 * The members in the order of their names and as texts: a server stores numbers as texts, with the zeros of a `decimal`.
 * Members that are null are left out: a server has no entry for a document without any value.
 */
function compared(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(members).filter(([name, value]) => value !== null && name !== '@metadata');
  return Object.fromEntries(
    given.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, textOf(value)]),
  );
}

function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOf);
  if (typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value)) return String(Number(value));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function hasFields(members: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(members).some((name) => name !== '__id');
}
