import { describe, expect, it } from 'vitest';
import { locateIndexError, partName } from './error-place.ts';
import { emptyForm } from './templates.ts';

const broken = "map('Orders', o => {\n  return { Company: o. };\n})";
const form = {
  ...emptyForm,
  maps: ["map('Orders', o => ({ A: 1 }))", broken],
  reduce: 'groupBy(x => x.A)\n  .aggregate(g => ({ A: g.key }))',
  sources: [{ name: 'helpers.js', text: 'function f( {' }],
};

describe('the place of a server error', () => {
  it('is the text whose line the sandbox quotes', () => {
    const message =
      "The index 'T' was not made: unexpected token (line 2, column 24: return { Company: o. };).";
    expect(locateIndexError(message, '', form)).toEqual({
      ...{ message: 'unexpected token', part: { kind: 'map', index: 1 }, line: 2, column: 24, field: null },
    });
  });

  it('is the line that RavenDB 6.2 names, at its token', () => {
    expect(locateIndexError('Line 2: Unexpected token }', '', form)).toEqual({
      ...{ message: 'Unexpected token }', part: { kind: 'map', index: 1 }, line: 2, column: 24, field: null },
    });
    expect(locateIndexError('Line 1: Unexpected end of input', '', form)).toMatchObject({
      ...{ part: { kind: 'map', index: 0 }, line: 1, column: 1 },
    });
    expect(locateIndexError('Line 9: Unexpected token (', '', form)).toMatchObject({ part: null, line: 9 });
  });

  it('is found for quoted lines with brackets, also of the reduce', () => {
    const message = 'boo (line 2, column 4: .aggregate(g => ({ A: g.key })))';
    expect(locateIndexError(message, '', form).part).toEqual({ kind: 'reduce' });
  });

  it('is the function of the map that never ends or makes too many entries, as the sandbox names it', () => {
    const endless = {
      ...emptyForm,
      maps: ["map('Users', u => ({ A: 1 }))", "\nmap('Orders', o => {\n  while (true) {}\n})"],
    };
    const cut =
      "The script was cut off: it ran longer than it may. Let it do less for one document, or give it an end (line 2, column 16: map('Orders', o => {)";
    expect(locateIndexError(cut, '', endless)).toMatchObject({
      part: { kind: 'map', index: 1 },
      line: 2,
      message: expect.stringMatching(/^The script was cut off: it ran longer than it may\./) as string,
    });
    const many =
      "The maps made 20000 entries of this document; a test allows 10000. Return fewer entries for each document (line 1, column 1: map('Users', u => ({ A: 1 })))";
    expect(locateIndexError(many, '', endless)).toMatchObject({
      part: { kind: 'map', index: 0 },
      line: 1,
      message: expect.stringContaining('20000 entries') as string,
    });
  });

  it('is the text that has the named token at the position of a JavaScript error', () => {
    const found = locateIndexError("Unexpected token '}' (<anonymous>:2:24)", '', form);
    expect(found).toMatchObject({ part: { kind: 'map', index: 1 }, line: 2, column: 24 });
    expect(found.message).toBe("Unexpected token '}'");
  });

  it('is the text that ends at an unexpected end', () => {
    const found = locateIndexError('Unexpected end of input (<anonymous>:1:14)', '', form);
    expect(found.part).toEqual({ kind: 'source', index: 0 });
  });

  it('is the written line of a C# error in generated code', () => {
    const csharp = {
      ...emptyForm,
      maps: ['from o in docs.Orders\nselect new {\n  o.Company,\n  Bad = o.Company +\n}'],
    };
    const message = [
      'Failed to compile index T',
      '',
      'using System;\r',
      'namespace A\r',
      '{\r',
      '    o.Company,\r',
      '    Bad = o.Company +\r',
      '}',
      '',
      "(5,22): error CS1525: Invalid expression term '}'",
    ].join('\n');
    expect(locateIndexError(message, '', csharp)).toEqual({
      message: "CS1525: Invalid expression term '}'",
      part: { kind: 'map', index: 0 },
      line: 4,
      column: 3,
      field: null,
    });
  });

  it('is the map that the details name', () => {
    const maps = ['from o in docs.A select new {o.X}', 'from o in docs.B select new {o.Y}'];
    const detail = `x, IndexDefinitionProperty='Maps', ProblematicText='${maps[1] ?? ''}' ---> System.E: y`;
    const found = locateIndexError('Map and Reduce functions must return identical types.', detail, {
      ...emptyForm,
      maps,
    });
    expect(found.part).toEqual({ kind: 'map', index: 1 });
  });

  it('is a field for an error in its options', () => {
    const server = "Failed to compile index 'T': Cannot find analyzer type 'Nope' for field: A";
    expect(locateIndexError(server, '', form).field).toBe('A');
    const sandbox = "The index 'T' was not made: the field 'B' has the analyzer 'x', which is not known.";
    expect(locateIndexError(sandbox, '', form).field).toBe('B');
  });

  it('is unknown where the server only counts the failures of a test', () => {
    const found = locateIndexError(
      "Index 'x' is marked as errored. Index x is invalid, out of 6 map attempts, 6 has failed. Error rate of 100% exceeds allowed 15% error rate",
      '',
      form,
    );
    expect(found.message).toMatch(/^The scripts failed: out of 6 map attempts, 6 has failed\. /);
    expect(found.part).toBeNull();
  });

  it('is nowhere for other errors, and a refusal of the cluster says why', () => {
    const detail =
      'IndexCreationException: Failed\n ---> A.B: Failed to update\n ---> C.D: Cannot edit existing index T with lock mode LockedError\n';
    const found = locateIndexError('Failed to create indexes. Cluster is probably down.', detail, form);
    expect(found).toMatchObject({
      message: 'Cannot edit existing index T with lock mode LockedError',
      part: null,
    });
    expect(locateIndexError('Out of disk', '', form)).toMatchObject({ message: 'Out of disk', part: null });
  });

  it('is named as the editor names its texts', () => {
    expect(partName({ kind: 'map', index: 1 }, form)).toBe('Map 2');
    expect(partName({ kind: 'source', index: 0 }, form)).toBe('helpers.js');
    expect(partName({ kind: 'map', index: 0 }, emptyForm)).toBe('Map');
  });
});
