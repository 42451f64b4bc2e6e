import { describe, expect, it } from 'vitest';
import { definitionJson, ENGINE_KEY, isSame, toDefinition, toForm } from './index-form.ts';

/** As RavenDB 7.1 sends it. */
const stored = {
  Name: 'Orders/Totals',
  SourceType: 'Documents',
  Type: 'JavaScriptMapReduce',
  LockMode: 'LockedError',
  ArchivedDataProcessingBehavior: null,
  Priority: 'High',
  State: 'Normal',
  OutputReduceToCollection: null,
  DeploymentMode: 'Rolling',
  ReduceOutputIndex: null,
  PatternForOutputReduceToCollectionReferences: null,
  PatternReferencesCollectionName: null,
  Configuration: { [ENGINE_KEY]: 'Lucene', 'Indexing.MapBatchSize': '64' },
  AdditionalSources: { 'helpers.js': 'function f() {}' },
  AdditionalAssemblies: [{ PackageName: 'A' }],
  Reduce: 'groupBy(x => x.A).aggregate(g => ({ A: g.key }))',
  Maps: ["map('Orders', o => ({ A: 1 }))"],
  Fields: {
    A: {
      Analyzer: null,
      Indexing: null,
      Storage: 'Yes',
      Suggestions: true,
      TermVector: 'WithPositions',
      Spatial: { Type: 'Geography', Units: 'Miles', Strategy: 'QuadPrefixTree', MaxTreeLevel: 5, MinX: -180 },
      Vector: { Dimensions: 3 },
    },
  },
};

describe('the form of an index', () => {
  it('keeps every member of a definition, also those it does not show', () => {
    const definition = toDefinition(toForm(stored));
    expect(definition).toEqual({
      Name: 'Orders/Totals',
      Maps: stored.Maps,
      Reduce: stored.Reduce,
      AdditionalSources: stored.AdditionalSources,
      Fields: {
        A: {
          Storage: 'Yes',
          TermVector: 'WithPositions',
          Suggestions: true,
          Spatial: stored.Fields.A.Spatial,
          Vector: { Dimensions: 3, SourceEmbeddingType: 'Single', DestinationEmbeddingType: 'Single' },
        },
      },
      Priority: 'High',
      LockMode: 'LockedError',
      DeploymentMode: 'Rolling',
      Configuration: stored.Configuration,
      AdditionalAssemblies: stored.AdditionalAssemblies,
    });
  });

  it('is the same after a round trip through what is sent', () => {
    const form = toForm(stored);
    expect(toForm(toDefinition(form))).toEqual(form);
  });

  it('treats absent, null and explicit defaults alike', () => {
    const short = toForm({ Name: 'A', Maps: ['m'] });
    const long = toForm({
      ...{ Name: 'A', Maps: ['m'], Reduce: null, Priority: 'Normal', LockMode: 'Unlock', Fields: {} },
      ...{ Configuration: {}, AdditionalSources: {}, State: 'Normal', SourceType: 'Documents', Type: 'Map' },
    });
    expect(isSame(short, long)).toBe(true);
    expect(definitionJson(short)).toBe('{\n  "Name": "A",\n  "Maps": [\n    "m"\n  ]\n}\n');
    expect(isSame(short, toForm({ Name: 'A', Maps: ['m'], Priority: 'High' }))).toBe(false);
  });

  it('reads hostile members as absent', () => {
    const form = toForm({ Name: 5, Maps: 'no list', Fields: [1], Configuration: 'x', Reduce: {} });
    expect(form).toMatchObject({ name: '5', maps: [], fields: [], configuration: [], reduce: '' });
  });

  it('reads line breaks of any kind as line feeds', () => {
    expect(toForm({ Maps: ['a\r\nb'] }).maps).toEqual(['a\nb']);
  });

  it('leaves out unnamed fields, sources and configuration entries', () => {
    const form = toForm({ Name: 'A', Maps: ['m', ' '] });
    const definition = toDefinition({
      ...form,
      sources: [{ name: ' ', text: 'x' }],
      configuration: [{ name: '', text: '1' }],
    });
    expect(definition).toEqual({ Name: 'A', Maps: ['m'] });
  });
});
