import { expect, it } from 'vitest';
import { comparisonAsCsv, comparisonAsJson, findingsAsText, type Comparison } from './compare-file.ts';

const incomplete: Comparison = {
  names: { left: 'shop on a', right: 'shop on b' },
  at: 0,
  findings: [],
  notCompared: [{ what: 'collections of shop on b', error: new Error('Not authorized') }],
  rows: [],
};

it('lists in every format what could not be read', () => {
  for (const write of [comparisonAsCsv, comparisonAsJson, findingsAsText]) {
    const text = write(incomplete);
    expect(text).toContain('collections of shop on b');
    expect(text).toContain('Not authorized');
    expect(text).not.toContain('No differences.');
  }
  expect(findingsAsText(incomplete)).toContain('Nothing could be compared.');
  expect(findingsAsText({ ...incomplete, notCompared: [] })).toContain('No differences.');
});
