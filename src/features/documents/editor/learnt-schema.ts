/**
 * A JSON schema learnt from a few documents of a collection: property names and usual values for completion, types
 * and required properties for warnings. It never rejects a document: the server has no schema. Pure.
 */
import type { JsonObject } from '../../../protocol/queries.ts';
import { isJsonObject } from '../../../protocol/queries.ts';
import { pluralize } from '../../../ui/format.ts';

/** The part of JSON Schema that the editor uses. `errorMessage` is the editor's extension: the text of a warning. */
export interface LearntSchema {
  readonly type?: readonly string[];
  readonly errorMessage?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, LearntSchema>>;
  readonly required?: readonly string[];
  readonly items?: LearntSchema;
  /** Suggested values; others are not reported. */
  readonly examples?: readonly string[];
}

/** Fewer observations of a property prove neither its type nor that it is required. */
const MIN_EVIDENCE = 5;
const MAX_DEPTH = 8;
const MAX_ITEMS = 20;
/** An object with more names, each of them rare, has data as names: `{"2026-01-01": 3, …}`. */
const MAX_NAMES = 60;
const MAX_VALUES = 12;
const MAX_VALUE_LENGTH = 60;

type Kind = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';

const kindWords: Readonly<Record<Kind, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  object: 'an object',
  array: 'an array',
};

/** What was seen at one place of the documents. */
interface Shape {
  count: number;
  readonly kinds: Map<Kind, number>;
  readonly members: Map<string, Shape>;
  items: Shape | undefined;
  readonly texts: Map<string, number>;
}

function newShape(): Shape {
  return { count: 0, kinds: new Map(), members: new Map(), items: undefined, texts: new Map() };
}

/** Undefined without documents. */
export function learnSchema(documents: readonly JsonObject[], collection: string): LearntSchema | undefined {
  if (documents.length === 0) return undefined;
  const root = newShape();
  for (const document of documents)
    observe(root, Object.fromEntries(Object.entries(document).filter(([name]) => name !== '@metadata')), 1);
  const { required, properties, ...rest } = toSchema(root, undefined, documents.length);
  return {
    ...rest,
    properties: { ...properties, '@metadata': metadataSchema(collection) },
    ...(required ? { required } : {}),
  };
}

function observe(shape: Shape, value: unknown, depth: number): void {
  const kind = kindOf(value);
  shape.count++;
  shape.kinds.set(kind, (shape.kinds.get(kind) ?? 0) + 1);
  if (typeof value === 'string') {
    // One more than are suggested: enough to know that there are too many.
    if (shape.texts.has(value) || shape.texts.size <= MAX_VALUES)
      shape.texts.set(value, (shape.texts.get(value) ?? 0) + 1);
    return;
  }
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    shape.items ??= newShape();
    for (const item of value.slice(0, MAX_ITEMS)) observe(shape.items, item, depth + 1);
  } else if (isJsonObject(value))
    for (const [name, each] of Object.entries(value)) {
      let inner = shape.members.get(name);
      if (!inner) shape.members.set(name, (inner = newShape()));
      observe(inner, each, depth + 1);
    }
}

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return typeof value as Kind;
  return 'object';
}

/** `name` is undefined for the document itself and for items of an array; `among`: where the property could be. */
function toSchema(shape: Shape, name: string | undefined, among: number): LearntSchema {
  const kinds = [...shape.kinds.keys()];
  const words = kinds.map((kind) => kindWords[kind]).join(' or ');
  const objects = shape.kinds.get('object') ?? 0;
  const named = hasNamesAsData(shape, objects) ? [] : [...shape.members];
  const required = named
    .filter(([, each]) => objects >= MIN_EVIDENCE && each.count === objects)
    .map(([each]) => each);
  const examples = usualValues(shape);
  return {
    ...(shape.count >= MIN_EVIDENCE
      ? {
          type: kinds,
          errorMessage: `In all ${pluralize(shape.count, 'sample')}, ${subject(name)} is ${words}.`,
        }
      : {}),
    ...(name === undefined ? {} : { description: `${words}, present in ${shape.count} of ${among} samples` }),
    ...(named.length > 0
      ? {
          properties: Object.fromEntries(
            named.map(([key, each]) => [key, toSchema(each, key, objects)] as const),
          ),
        }
      : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(shape.items ? { items: toSchema(shape.items, undefined, shape.items.count) } : {}),
    ...(examples.length > 0 ? { examples } : {}),
  };
}

function subject(name: string | undefined): string {
  return name === undefined ? 'this value' : `"${name}"`;
}

function hasNamesAsData(shape: Shape, objects: number): boolean {
  if (shape.members.size <= MAX_NAMES) return false;
  const seen = [...shape.members.values()].reduce((sum, each) => sum + each.count, 0);
  return seen < (shape.members.size * objects) / 4;
}

/** A few short texts that repeat: the values of an enumeration. Most frequent first. */
function usualValues({ texts, kinds }: Shape): readonly string[] {
  const total = kinds.get('string') ?? 0;
  if (texts.size > MAX_VALUES || total < MIN_EVIDENCE || texts.size * 2 > total) return [];
  if ([...texts.keys()].some((text) => text.length > MAX_VALUE_LENGTH)) return [];
  return [...texts].sort(([, a], [, b]) => b - a).map(([text]) => text);
}

function metadataSchema(collection: string): LearntSchema {
  const date = (description: string): LearntSchema => ({ description: `${description} UTC.` });
  return {
    properties: {
      '@collection': { description: 'The collection of the document.', examples: [collection] },
      '@archive-at': date('When the document is archived.'),
      '@expires': date('When the document is deleted.'),
      '@refresh': date('When the document is saved again.'),
    },
  };
}
