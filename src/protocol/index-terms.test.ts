import { describe, expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getIndexFields, getIndexTerms, justBefore, type TermsPage } from './index-terms.ts';
import { scriptedPort } from './ports-for-tests.ts';

/** Companies 1 to `count`, in the order of an index. */
function companies(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `companies/${i + 1}-a`).sort();
}

/** Answers as a server does: `corax` accepts only existing terms as `fromValue`. */
function server(all: readonly string[], engine: 'corax' | 'lucene') {
  const starts: (string | null)[] = [];
  const port = scriptedPort({
    http: ({ path }) => {
      const { searchParams } = new URL(`http://x${path}`);
      const from = searchParams.get('fromValue');
      starts.push(from);
      const size = Number(searchParams.get('pageSize'));
      const rest =
        from === null
          ? all
          : engine === 'lucene'
            ? all.filter((term) => term > from)
            : all.includes(from)
              ? all.slice(all.indexOf(from) + 1)
              : [];
      return { body: JSON.stringify({ IndexName: 'I', ResultEtag: 1, Terms: rest.slice(0, size) }) };
    },
  });
  return { db: new ServerClient(port, 'sandbox').database('Shop'), starts };
}

async function everyTerm(
  db: ReturnType<typeof server>['db'],
  prefix: string,
  pageSize: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after: string | null = null, page: TermsPage | null = null; page?.next !== null;) {
    page = await getIndexTerms(db, { index: 'I', field: 'Company', prefix, after, pageSize });
    found.push(...page.terms);
    after = page.next;
  }
  return found;
}

describe.each(['corax', 'lucene'] as const)('getIndexTerms of %s', (engine) => {
  it('pages through all terms', async () => {
    const all = companies(25);
    expect(await everyTerm(server(all, engine).db, '', 10)).toEqual(all);
  });

  it('finds exactly the terms with a prefix, also the prefix itself', async () => {
    const all = ['companies/1', ...companies(3000), 'suppliers/1'].sort();
    const wanted = all.filter((term) => term.startsWith('companies/1'));
    expect(await everyTerm(server(all, engine).db, 'companies/1', 100)).toEqual(wanted);
  });

  it('finds nothing for an absent prefix', async () => {
    expect(await everyTerm(server(companies(10), engine).db, 'nobody', 10)).toEqual([]);
  });
});

it('getIndexTerms starts at the prefix where the server allows it', async () => {
  const { db, starts } = server(companies(5000), 'lucene');
  await getIndexTerms(db, { index: 'I', field: 'F', prefix: 'companies/4', after: null, pageSize: 10 });
  expect(starts).toEqual([justBefore('companies/4')]);
});

it('getIndexTerms returns after a bounded search, and continues from there', async () => {
  const all = [...Array.from({ length: 40_000 }, (_, i) => `a${String(i).padStart(6, '0')}`), 'z1'];
  const { db } = server(all, 'corax');
  const request = { index: 'I', field: 'F', prefix: 'z', pageSize: 10 };
  const first = await getIndexTerms(db, { ...request, after: null });
  expect(first.terms).toEqual([]);
  expect(first.next).not.toBeNull();
  expect(first.scanned).toBeLessThan(all.length);
  expect(await everyTerm(db, 'z', 10)).toEqual(['z1']);
});

it('getIndexTerms ends when a server repeats its last term', async () => {
  const port = scriptedPort({ http: () => ({ body: '{"Terms":["a","a"]}' }) });
  const db = new ServerClient(port, 'sandbox').database('Shop');
  const page = await getIndexTerms(db, { index: 'I', field: 'F', prefix: '', after: 'a', pageSize: 2 });
  expect(page.next).toBeNull();
});

it('justBefore is smaller than the prefix and larger than what precedes it', () => {
  for (const prefix of ['a', 'companies/1', 'é', 'a😀', '\uE000', 'x\u0000']) {
    const before = justBefore(prefix);
    if (before !== null) expect(before < prefix).toBe(true);
  }
  expect((justBefore('b') ?? '') > 'azzz').toBe(true);
  expect(justBefore('\u0000')).toBeNull();
});

describe('getIndexFields', () => {
  const fields = (status: number, body: unknown) => {
    const port = scriptedPort({ http: () => ({ status, body: JSON.stringify(body) }) });
    return getIndexFields(new ServerClient(port, 'sandbox').database('Shop'), 'I');
  };

  it('names the fields of the index files', async () => {
    const read = [
      { Name: 'Company', FieldType: 'Static', ValueType: 'Term' },
      { Name: 'id()', FieldType: 'Static' },
    ];
    expect(await fields(200, read)).toEqual(['Company', 'id()']);
  });

  it('is null without the route, and fails with the error of the server otherwise', async () => {
    const type = 'Raven.Client.Exceptions.Routing.RouteNotFoundException';
    expect(await fields(400, { Type: type, Message: 'There is no handler' })).toBeNull();
    await expect(fields(500, { Type: 'X.IndexDoesNotExistException', Message: 'None' })).rejects.toThrow(
      'None',
    );
  });
});

it('reads the fields as RavenDB 7.1 and 6.2 send them', async () => {
  const fieldsOf = (body: unknown) =>
    getIndexFields(
      new ServerClient(scriptedPort({ http: () => ({ body: JSON.stringify(body) }) }), 'sandbox').database(
        'Shop',
      ),
      'I',
    );
  expect(await fieldsOf([{ Name: 'Company', FieldType: 'Static' }, { Name: 'id()' }])).toEqual([
    'Company',
    'id()',
  ]);
  expect(await fieldsOf({ Static: ['Company', 'id()'], Dynamic: ['x'] })).toEqual(['Company', 'id()', 'x']);
});
