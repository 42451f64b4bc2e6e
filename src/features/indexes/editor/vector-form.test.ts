import { describe, expect, it } from 'vitest';
import { toDefinition, toForm } from './index-form.ts';
import { vectorRefusal } from './use-vector-support.ts';
import { emptyVector, fromVector, toVector, vectorWarnings } from './vector-form.ts';

describe('the vector options of a field', () => {
  it('are read as RavenDB 7.1 sends them, with some numbers as strings', () => {
    const stored = {
      Dimensions: 3,
      SourceEmbeddingType: 'Single',
      DestinationEmbeddingType: 'Int8',
      NumberOfEdges: '20',
      NumberOfCandidatesForIndexing: '30',
    };
    expect(toVector(stored)).toEqual({
      source: 'Single',
      destination: 'Int8',
      dimensions: 3,
      edges: 20,
      candidates: 30,
      others: {},
    });
    expect(fromVector(toVector(stored))).toEqual({
      ...stored,
      NumberOfEdges: 20,
      NumberOfCandidatesForIndexing: 30,
    });
  });

  it('are the same when absent, null or explicit defaults', () => {
    const stored = {
      Dimensions: null,
      SourceEmbeddingType: 'Single',
      DestinationEmbeddingType: 'Single',
      NumberOfEdges: null,
      NumberOfCandidatesForIndexing: null,
    };
    expect(toVector({})).toEqual(emptyVector);
    expect(toVector(stored)).toEqual(emptyVector);
    expect(fromVector(emptyVector)).toEqual({
      SourceEmbeddingType: 'Single',
      DestinationEmbeddingType: 'Single',
    });
  });

  it('keep members and values that the form does not know', () => {
    const newer = {
      SourceEmbeddingType: 'Float16',
      DestinationEmbeddingType: 'Int4',
      NumberOfEdges: 'many',
      Metric: { Kind: 'Dot' },
    };
    expect(toVector(newer)).toMatchObject({ source: 'Float16', destination: 'Int4', edges: null });
    expect(fromVector(toVector(newer))).toEqual(newer);
  });

  it('survive the round trip of a definition, and null means none', () => {
    const definition = {
      Name: 'A',
      Maps: ['m'],
      Fields: {
        V: { Vector: { SourceEmbeddingType: 'Text', DestinationEmbeddingType: 'Binary' } },
        W: { Storage: 'Yes', Vector: null },
      },
    };
    const form = toForm(definition);
    expect(form.fields.map(({ vector }) => vector?.source ?? null)).toEqual(['Text', null]);
    expect(toDefinition(form)).toEqual({
      ...definition,
      Fields: { V: definition.Fields.V, W: { Storage: 'Yes' } },
    });
  });
});

describe('the warnings of vector options', () => {
  const warn = (change: Partial<typeof emptyVector>, engine = '') =>
    vectorWarnings({ ...emptyVector, ...change }, engine);

  it('are none for what a server indexes', () => {
    for (const destination of ['Single', 'Int8', 'Binary']) {
      expect(warn({ destination })).toEqual([]);
      expect(warn({ source: 'Text', destination })).toEqual([]);
    }
    expect(warn({ source: 'Int8', destination: 'Int8', dimensions: 3 }, 'Corax')).toEqual([]);
    expect(warn({ source: 'Binary', destination: 'Binary' })).toEqual([]);
    expect(warn({ source: 'Text', dimensions: 384 })).toEqual([]);
  });

  it('name what servers save and then fail to index', () => {
    expect(warn({}, 'Lucene')).toEqual([expect.stringContaining('Corax')]);
    expect(warn({ destination: 'Text' })).toEqual([expect.stringContaining('destination type')]);
    expect(warn({ source: 'Int8', destination: 'Single' })).toEqual([expect.stringContaining('Choose Int8')]);
    expect(warn({ source: 'Binary', destination: 'Int8' })).toEqual([
      expect.stringContaining('Choose Binary'),
    ]);
    expect(warn({ dimensions: 0 })).toEqual([expect.stringContaining('at least one')]);
    expect(warn({ source: 'Text', dimensions: 5 })).toEqual([expect.stringContaining('384')]);
    expect(warn({ destination: 'Binary', dimensions: 8 })).toEqual([
      expect.stringContaining('Leave them empty'),
    ]);
  });
});

it('says which servers index no vectors', () => {
  expect(vectorRefusal('7.1')).toBeUndefined();
  expect(vectorRefusal('10.0')).toBeUndefined();
  expect(vectorRefusal('nightly')).toBeUndefined();
  expect(vectorRefusal('6.2')).toContain('RavenDB 6.2 drops vector options');
});
