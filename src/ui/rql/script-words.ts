/** What patch scripts can use, each tried on RavenDB 7.1 and on the sandbox. */
import type { Word } from './keywords.ts';

export interface ScriptWord extends Word {
  /** With snippet placeholders; absent: the name. */
  readonly insert?: string;
}

export const scriptFunctions: readonly ScriptWord[] = [
  { name: 'id', insert: 'id(${1:this})', description: 'id(document): the id of a document.' },
  {
    name: 'getMetadata',
    insert: 'getMetadata(${1:this})',
    description: 'getMetadata(document): the metadata, read-only.',
  },
  {
    name: 'lastModified',
    insert: 'lastModified(${1:this})',
    description: 'lastModified(document): milliseconds since 1970.',
  },
  {
    name: 'load',
    insert: 'load($0)',
    description: 'load(id): another document, or several by an array of ids.',
  },
  {
    name: 'put',
    insert: "put('${1:Collection/}', { $0 })",
    description: 'put(id, document): creates or replaces another document.',
  },
  { name: 'del', insert: 'del($0)', description: 'del(id): deletes a document.' },
  {
    name: 'output',
    insert: 'output($0)',
    description: 'output(value): adds a line to the output of the test.',
  },
  {
    name: 'counter',
    insert: "counter(${1:this}, '$0')",
    description: 'counter(document, name): the value of a counter.',
  },
  {
    name: 'incrementCounter',
    insert: "incrementCounter(${1:this}, '$2', ${3:1})",
    description: 'incrementCounter(document, name, by): adds to a counter.',
  },
  {
    name: 'deleteCounter',
    insert: "deleteCounter(${1:this}, '$0')",
    description: 'deleteCounter(document, name): deletes a counter.',
  },
  {
    name: 'timeseries',
    insert: "timeseries(${1:this}, '$2')",
    description: 'timeseries(document, name): append, increment, delete or get entries.',
  },
  {
    name: 'cmpxchg',
    insert: "cmpxchg('$0')",
    description: 'cmpxchg(key): the value of a compare-exchange key.',
  },
  { name: 'startsWith', insert: 'startsWith($1, $0)', description: 'startsWith(text, start): a comparison.' },
  { name: 'endsWith', insert: 'endsWith($1, $0)', description: 'endsWith(text, end): a comparison.' },
  { name: 'regex', insert: 'regex($1, $0)', description: 'regex(text, pattern): whether a pattern matches.' },
];

/** Members by the name before the dot. */
export const scriptMembers: Readonly<Record<string, readonly ScriptWord[]>> = {
  archived: [
    {
      name: 'archiveAt',
      insert: "archiveAt(this, '$0')",
      description: 'archiveAt(document, time): archives it at a time in UTC.',
    },
    {
      name: 'unarchive',
      insert: 'unarchive(this)',
      description: 'unarchive(document): removes the archived mark.',
    },
  ],
  console: [{ name: 'log', insert: 'log($0)', description: 'Adds a line to the output of the test.' }],
};

/** Members of `timeseries(…)`. */
export const timeSeriesMembers: readonly ScriptWord[] = [
  { name: 'append', insert: "append('$1', [$2], '$3')", description: 'append(time, values, tag)' },
  {
    name: 'increment',
    insert: "increment('$1', $2)",
    description: 'increment(time, values): of an incremental series, whose name starts with INC:',
  },
  { name: 'delete', insert: "delete('$1', '$2')", description: 'delete(from, to)' },
  { name: 'get', insert: "get('$1', '$2')", description: 'get(from, to): the entries.' },
  { name: 'getStats', insert: 'getStats()', description: 'getStats(): start, end and count of the entries.' },
];

export const scriptObjects: readonly ScriptWord[] = [
  { name: 'this', description: 'The document that is patched.' },
  { name: 'args', description: 'The parameters of the script: args.name.' },
  { name: 'archived', description: 'archived.archiveAt and archived.unarchive.' },
  { name: 'console', description: 'console.log writes to the output of the test.' },
];

export const scriptKeywords: readonly string[] = [
  'const',
  'let',
  'var',
  'if',
  'else',
  'for',
  'of',
  'in',
  'while',
  'function',
  'return',
  'throw',
  'new',
  'delete',
  'typeof',
  'try',
  'catch',
  'break',
  'continue',
  'switch',
  'case',
  'true',
  'false',
  'null',
  'undefined',
];

export const metadataMembers: readonly Word[] = [
  { name: '@id', description: 'The id.' },
  { name: '@collection', description: 'The collection.' },
  { name: '@change-vector', description: 'The version.' },
  { name: '@last-modified', description: 'When it was last changed.' },
  { name: '@expires', description: 'When it is deleted.' },
  { name: '@archive-at', description: 'When it is archived.' },
  { name: '@refresh', description: 'When it is refreshed.' },
];
