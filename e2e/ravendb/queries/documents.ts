/** The documents on both servers: few enough to read, with every kind of value. */

export interface StoredDocument {
  readonly Id: string;
  readonly [member: string]: unknown;
}

const cities = ['Paris', 'London', 'Berlin', 'paris', 'Rome', 'Lyon'];
const words = ['quick', 'brown', 'fox', 'lazy', 'dog', 'bear', 'river', 'stone'];
const tags = ['a', 'b', 'c', 'D'];

/** `No` is unique, so that an order can be made total. */
function item(no: number): StoredDocument {
  return {
    Id: `items/${String(no)}`,
    No: no,
    Name: `Name ${String((no * 7) % 20).padStart(2, '0')}`,
    City: cities[no % cities.length],
    Amount: (no * 37) % 100,
    Price: ((no * 13) % 40) / 4,
    Code: `c${String((no * 11) % 30)}`,
    Active: no % 3 === 0,
    Kind: no % 5 === 0 ? null : `k${String(no % 4)}`,
    ...(no % 4 === 0 ? {} : { Extra: no % 7 }),
    Day: `2024-0${String((no % 9) + 1)}-1${String(no % 10)}T00:00:00.0000000Z`,
    Tags: tags.slice(0, no % 5),
    Lines: Array.from({ length: no % 4 }, (_, line) => ({
      Product: `p/${String((no + line) % 5)}`,
      Quantity: (no * (line + 1)) % 6,
    })),
    Nest: { Depth: no % 6, Inner: { Word: words[no % words.length] } },
    Text: Array.from({ length: 3 + (no % 4) }, (_, at) => words[(no * (at + 1) + at) % words.length]).join(
      ' ',
    ),
    Owner: `owners/${String(no % 4)}`,
    ...(no % 6 === 0 ? {} : { Lat: 40 + ((no * 3) % 17), Lng: -5 + ((no * 7) % 23) }),
  };
}

/** Facets from a setup document. */
const facets: StoredDocument = {
  Id: 'facets/1',
  Facets: [
    { FieldName: 'City', Options: { TermSortMode: 'CountDesc', PageSize: 3, IncludeRemainingTerms: true } },
    { FieldName: 'Code', DisplayFieldName: 'Codes', Aggregations: { Sum: [{ Name: 'No' }] } },
  ],
  RangeFacets: [{ Ranges: ['No < 20', 'No >= 20'], Aggregations: { Average: [{ Name: 'No' }] } }],
};

export const documents: readonly (readonly [collection: string, document: StoredDocument])[] = [
  ...Array.from(
    { length: 3 },
    (_, no) => ['Owners', { Id: `owners/${String(no)}`, Name: `Owner ${String(no)}` }] as const,
  ),
  ...Array.from({ length: 60 }, (_, no) => ['Items', item(no + 1)] as const),
  ['FacetSetups', facets],
];

/** A static index; its fields use every kind of indexing. */
export const index = {
  Name: 'Items/ByAll',
  Maps: [
    `map('Items', i => ({
      No: i.No, City: i.City, Code: i.Code.toUpperCase(), Text: i.Text,
      Words: i.Text.split(' ').map(w => w[0].toUpperCase() + w.substring(1)).join(' '),
      Place: createSpatialField(i.Lat, i.Lng),
    }))`,
  ],
  Fields: {
    Code: { Indexing: 'Exact' },
    Text: { Indexing: 'Search' },
    Words: { Indexing: 'Search', Analyzer: 'WhitespaceAnalyzer' },
  },
} as const;

/** Counters of some documents. */
export const counters = ['items/1', 'items/2', 'owners/1'].map((DocumentId, at) => ({
  DocumentId,
  Operations: ['likes', 'Views'].map((CounterName, no) => ({
    Type: 'Increment',
    CounterName,
    Delta: at + no + 1,
  })),
}));
