/** The definition of an index as the editor shows it, and back. Pure. Members that the form does not show are kept. */
import { isJsonObject, type JsonObject } from '../../../protocol/queries.ts';
import type { IndexDefinition } from '../../../protocol/index-definitions.ts';
import { fromVector, toVector, type VectorForm } from './vector-form.ts';

export interface IndexForm {
  readonly name: string;
  readonly maps: readonly string[];
  /** Empty: the index has no reduce. */
  readonly reduce: string;
  readonly sources: readonly NamedText[];
  readonly fields: readonly FieldForm[];
  readonly priority: string;
  readonly lockMode: string;
  /** Empty: the server's default. */
  readonly archivedData: string;
  /** `Corax`, `Lucene`, or empty for the server's default. */
  readonly searchEngine: string;
  /** `Parallel`, `Rolling`, or empty for the server's default. */
  readonly deploymentMode: string;
  readonly outputCollection: string;
  readonly outputReferences: string;
  readonly outputReferencesCollection: string;
  readonly configuration: readonly NamedText[];
  /** Members that the form does not show, as they were sent. */
  readonly others: JsonObject;
}

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface FieldForm {
  readonly name: string;
  /** `Yes`, `No`, or empty for the default. */
  readonly storage: string;
  readonly indexing: string;
  readonly analyzer: string;
  readonly termVector: string;
  readonly suggestions: boolean;
  readonly spatial: SpatialForm | null;
  readonly vector: VectorForm | null;
  readonly others: JsonObject;
}

export interface SpatialForm {
  readonly type: string;
  readonly units: string;
  readonly strategy: string;
  readonly maxTreeLevel: number | null;
  readonly others: JsonObject;
}

/** Applies to every field of an index. */
export const ALL_FIELDS = '__all_fields';
export const ENGINE_KEY = 'Indexing.Static.SearchEngineType';

export const emptyField: FieldForm = {
  name: '',
  storage: '',
  indexing: '',
  analyzer: '',
  termVector: '',
  suggestions: false,
  spatial: null,
  vector: null,
  others: {},
};

export const emptySpatial: SpatialForm = {
  type: 'Geography',
  units: 'Kilometers',
  strategy: 'GeohashPrefixTree',
  maxTreeLevel: null,
  others: {},
};

/** Members that the server computes. */
const computed = ['Type'];
const shown = new Set([
  ...['Name', 'Maps', 'Reduce', 'AdditionalSources', 'Fields', 'Priority', 'LockMode', 'Configuration'],
  ...['ArchivedDataProcessingBehavior', 'DeploymentMode', 'OutputReduceToCollection'],
  ...['PatternForOutputReduceToCollectionReferences', 'PatternReferencesCollectionName'],
  ...computed,
]);
const shownInField = new Set([
  ...['Storage', 'Indexing', 'Analyzer', 'TermVector', 'Suggestions', 'Spatial', 'Vector'],
]);
const shownInSpatial = new Set(['Type', 'Units', 'Strategy', 'MaxTreeLevel']);

export function toForm(definition: IndexDefinition): IndexForm {
  const configuration = namedTexts(definition.Configuration);
  return {
    name: text(definition.Name),
    maps: texts(definition.Maps).map(withLineFeeds),
    reduce: withLineFeeds(text(definition.Reduce)),
    sources: namedTexts(definition.AdditionalSources),
    fields: Object.entries(objectOf(definition.Fields)).map(([name, options]) => toField(name, options)),
    priority: text(definition.Priority) || 'Normal',
    lockMode: text(definition.LockMode) || 'Unlock',
    archivedData: text(definition.ArchivedDataProcessingBehavior),
    searchEngine: configuration.find(({ name }) => name === ENGINE_KEY)?.text ?? '',
    deploymentMode: text(definition.DeploymentMode),
    outputCollection: text(definition.OutputReduceToCollection),
    outputReferences: text(definition.PatternForOutputReduceToCollectionReferences),
    outputReferencesCollection: text(definition.PatternReferencesCollectionName),
    configuration: configuration.filter(({ name }) => name !== ENGINE_KEY),
    others: rest(definition, shown),
  };
}

/** What is sent and exported: without members that have their default, in a fixed order. */
export function toDefinition(form: IndexForm): IndexDefinition {
  const configuration = [
    ...(form.searchEngine === '' ? [] : [{ name: ENGINE_KEY, text: form.searchEngine }]),
    ...form.configuration.filter(({ name }) => name.trim() !== ''),
  ];
  return withoutEmpty({
    Name: form.name.trim(),
    Maps: form.maps.filter((map) => map.trim() !== ''),
    Reduce: form.reduce.trim() === '' ? null : form.reduce,
    AdditionalSources: fromNamed(form.sources),
    Fields: Object.fromEntries(
      form.fields
        .filter(({ name }) => name.trim() !== '')
        .map((field) => [field.name.trim(), fromField(field)]),
    ),
    Priority: form.priority === 'Normal' ? null : form.priority,
    LockMode: form.lockMode === 'Unlock' ? null : form.lockMode,
    ArchivedDataProcessingBehavior: form.archivedData,
    DeploymentMode: form.deploymentMode,
    OutputReduceToCollection: form.outputCollection.trim(),
    PatternForOutputReduceToCollectionReferences: form.outputReferences.trim(),
    PatternReferencesCollectionName: form.outputReferencesCollection.trim(),
    Configuration: fromNamed(configuration),
    ...form.others,
  });
}

/** Two forms with the same text are the same definition. */
export function definitionJson(form: IndexForm): string {
  return `${JSON.stringify(toDefinition(form), null, 2)}\n`;
}

/** The names of all members are given: a real server resets what is absent when it creates an index. */
export function isSame(one: IndexForm, other: IndexForm): boolean {
  return definitionJson(one) === definitionJson(other);
}

function toField(name: string, value: unknown): FieldForm {
  const options = objectOf(value);
  return {
    name,
    storage: text(options.Storage),
    indexing: text(options.Indexing),
    analyzer: text(options.Analyzer),
    termVector: text(options.TermVector),
    suggestions: options.Suggestions === true,
    spatial: isJsonObject(options.Spatial) ? toSpatial(options.Spatial) : null,
    vector: isJsonObject(options.Vector) ? toVector(options.Vector) : null,
    others: rest(options, shownInField),
  };
}

function toSpatial(options: JsonObject): SpatialForm {
  return {
    type: text(options.Type) || 'Geography',
    units: text(options.Units) || 'Kilometers',
    strategy: text(options.Strategy) || 'GeohashPrefixTree',
    maxTreeLevel: typeof options.MaxTreeLevel === 'number' ? options.MaxTreeLevel : null,
    others: rest(options, shownInSpatial),
  };
}

function fromField(field: FieldForm): JsonObject {
  const { spatial } = field;
  return withoutEmpty({
    Storage: field.storage,
    Indexing: field.indexing,
    Analyzer: field.analyzer.trim(),
    TermVector: field.termVector,
    Suggestions: field.suggestions ? true : null,
    Spatial: spatial && {
      Type: spatial.type,
      Units: spatial.units,
      Strategy: spatial.strategy,
      ...(spatial.maxTreeLevel === null ? {} : { MaxTreeLevel: spatial.maxTreeLevel }),
      ...spatial.others,
    },
    Vector: field.vector && fromVector(field.vector),
    ...field.others,
  });
}

function rest(object: JsonObject, known: ReadonlySet<string>): JsonObject {
  return withoutEmpty(Object.fromEntries(Object.entries(object).filter(([name]) => !known.has(name))));
}

/** Null, empty texts, lists and objects, and the values that every definition has. */
function withoutEmpty(object: JsonObject): JsonObject {
  const isEmpty = (name: string, value: unknown): boolean =>
    value === null ||
    value === undefined ||
    value === '' ||
    (name === 'SourceType' && value === 'Documents') ||
    (name === 'State' && value === 'Normal') ||
    (name !== 'Maps' &&
      name !== 'Spatial' &&
      typeof value === 'object' &&
      Object.keys(value).length === 0 &&
      name !== '');
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => !isEmpty(name, value)));
}

function fromNamed(all: readonly NamedText[]): JsonObject {
  return Object.fromEntries(
    all.filter(({ name }) => name.trim() !== '').map(({ name, text }) => [name.trim(), text]),
  );
}

function namedTexts(value: unknown): NamedText[] {
  return Object.entries(objectOf(value)).map(([name, each]) => ({ name, text: withLineFeeds(text(each)) }));
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function text(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Editors use line feeds only; otherwise an unchanged text would count as changed. */
function withLineFeeds(value: string): string {
  return value.replaceAll('\r\n', '\n');
}
