/** What a new index begins with. Pure. */
import type { IndexForm } from './index-form.ts';

export const emptyForm: IndexForm = {
  name: '',
  maps: [''],
  reduce: '',
  sources: [],
  fields: [],
  priority: 'Normal',
  lockMode: 'Unlock',
  archivedData: '',
  searchEngine: '',
  deploymentMode: '',
  outputCollection: '',
  outputReferences: '',
  outputReferencesCollection: '',
  configuration: [],
  others: {},
};

export interface Template {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly form: (collection: string) => IndexForm;
}

const quoted = (collection: string): string => `'${collection.replaceAll("'", "\\'")}'`;

export const templates: readonly Template[] = [
  {
    id: 'map',
    title: 'JavaScript map',
    hint: 'one entry for each document',
    form: (collection) => ({
      ...emptyForm,
      maps: [`map(${quoted(collection)}, document => ({\n    Name: document.Name,\n}));\n`],
    }),
  },
  {
    id: 'map-reduce',
    title: 'JavaScript map-reduce',
    hint: 'groups documents and adds up values',
    form: (collection) => ({
      ...emptyForm,
      maps: [`map(${quoted(collection)}, document => ({\n    Name: document.Name,\n    Count: 1,\n}));\n`],
      reduce:
        'groupBy(entry => entry.Name)\n    .aggregate(group => ({\n        Name: group.key,\n' +
        '        Count: group.values.reduce((sum, entry) => sum + entry.Count, 0),\n    }));\n',
    }),
  },
  {
    id: 'csharp',
    title: 'C# map',
    hint: 'needs the rights of an administrator',
    form: (collection) => ({
      ...emptyForm,
      maps: [
        `from document in docs${/^\w+$/.test(collection) ? `.${collection}` : `["${collection}"]`}\nselect new\n{\n    document.Name,\n}\n`,
      ],
    }),
  },
];
