/** Functions and options of index definitions. Pure. */

export interface Word {
  readonly label: string;
  readonly insert: string;
  readonly hint: string;
}

export const javascriptFunctions: readonly Word[] = [
  {
    label: 'map',
    insert: "map('${1:Collection}', ${2:document} => ({\n    ${0}\n}))",
    hint: 'entries of a collection',
  },
  {
    label: 'load',
    insert: "load(${1:id}, '${2:Collection}')",
    hint: 'another document; a change of it indexes this one again',
  },
  {
    label: 'createField',
    insert: "createField(${1:name}, ${2:value}, { indexing: '${3:Exact}', storage: ${4:false} })",
    hint: 'a field with a computed name',
  },
  {
    label: 'createSpatialField',
    insert: 'createSpatialField(${1:latitude}, ${2:longitude})',
    hint: 'a location, also as WKT',
  },
  { label: 'id', insert: 'id(${1:document})', hint: 'the id of a document' },
  { label: 'getMetadata', insert: 'getMetadata(${1:document})', hint: 'the metadata of a document' },
  { label: 'boost', insert: 'boost(${1:value}, ${2:10})', hint: 'a value whose matches count more' },
  {
    label: 'cmpxchg',
    insert: 'cmpxchg(${1:key})',
    hint: 'a compare-exchange value; a change of it indexes this document again',
  },
  { label: 'counterNamesFor', insert: 'counterNamesFor(${1:document})', hint: 'names of counters' },
  { label: 'attachmentsFor', insert: 'attachmentsFor(${1:document})', hint: 'attachments of a document' },
  {
    label: 'loadAttachment',
    insert: "loadAttachment(${1:document}, '${2:name}')",
    hint: 'an attachment; getContentAsString() reads its text',
  },
  {
    label: 'loadAttachments',
    insert: 'loadAttachments(${1:document})',
    hint: 'all attachments of a document with their contents',
  },
  { label: 'timeSeriesNamesFor', insert: 'timeSeriesNamesFor(${1:document})', hint: 'names of time series' },
  {
    label: 'recurse',
    insert: 'recurse(${1:document}, ${2:x => x.Children})',
    hint: 'a tree of values as a list',
  },
];

export const reduceFunctions: readonly Word[] = [
  { label: 'groupBy', insert: 'groupBy(${1:entry} => ${1:entry}.${2:Key})', hint: 'the key of each group' },
  {
    label: 'aggregate',
    insert: 'aggregate(${1:group} => ({\n    ${0}\n}))',
    hint: 'one result for each group',
  },
];

export const csharpFunctions: readonly Word[] = [
  { label: 'LoadDocument', insert: 'LoadDocument(${1:id}, "${2:Collection}")', hint: 'another document' },
  {
    label: 'LoadCompareExchangeValue',
    insert: 'LoadCompareExchangeValue(${1:key})',
    hint: 'a compare-exchange value',
  },
  {
    label: 'LoadAttachment',
    insert: 'LoadAttachment(${1:document}, "${2:name}")',
    hint: 'an attachment; GetContentAsString() reads its text',
  },
  {
    label: 'CreateField',
    insert: 'CreateField(${1:name}, ${2:value})',
    hint: 'a field with a computed name',
  },
  {
    label: 'CreateSpatialField',
    insert: 'CreateSpatialField(${1:latitude}, ${2:longitude})',
    hint: 'a location',
  },
  { label: 'Id', insert: 'Id(${1:document})', hint: 'the id of a document' },
  { label: 'MetadataFor', insert: 'MetadataFor(${1:document})', hint: 'the metadata of a document' },
  { label: 'AsJson', insert: 'AsJson(${1:document})', hint: 'all members of a document' },
  {
    label: 'Recurse',
    insert: 'Recurse(${1:document}, ${2:x => x.Children})',
    hint: 'a tree of values as a list',
  },
];

export const groupMembers = {
  javascript: ['key', 'values'],
  csharp: ['Key', 'Sum', 'Count', 'Max', 'Min', 'Average', 'Select', 'First'],
} as const;

export const fieldOptions: readonly Word[] = [
  { label: 'indexing', insert: "indexing: '${1:Exact}'", hint: 'how texts are analyzed' },
  { label: 'storage', insert: 'storage: ${1:true}', hint: 'whether the value is stored in the index' },
  {
    label: 'termVector',
    insert: "termVector: '${1:WithPositionsAndOffsets}'",
    hint: 'for highlighting and similar documents',
  },
];

export const fieldOptionValues: Readonly<Record<string, readonly string[]>> = {
  indexing: ["'Default'", "'Search'", "'Exact'", "'No'"],
  storage: ['true', 'false'],
  termVector: ["'No'", "'Yes'", "'WithPositions'", "'WithOffsets'", "'WithPositionsAndOffsets'"],
};
