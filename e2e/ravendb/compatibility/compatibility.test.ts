/** `native/api/COMPATIBILITY.md` says which routes of a real RavenDB the sandbox has. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { inRoot } from '../../../scripts/paths.ts';
import { compatibilityPage, routesOf } from './table.ts';

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';
/** The page is of one version; another one has other routes. */
const VERSION = '7.1';
const page = inRoot('native/api/COMPATIBILITY.md');

const read = async (url: string): Promise<unknown> => (await fetch(url)).json();

test('a route is compared by method and path', () => {
  const answer = (routes: object[]) => routesOf({ Debug: routes, Production: [] });
  const ours = answer([
    { Path: '/databases/*/docs', Methods: 'GET' },
    { Path: '/own', Methods: 'POST' },
  ]);
  const real = answer([
    { Path: '/databases/*/Docs', Methods: 'OPTIONS, GET, PUT' },
    { Path: '/databases/*/smuggler/import', Methods: 'POST' },
  ]);
  expect(real).toEqual([
    'GET /databases/*/docs',
    'PUT /databases/*/docs',
    'POST /databases/*/smuggler/import',
  ]);
  const text = compatibilityPage(ours, real, '7.1');
  expect(text).toContain('1 of 3 routes');
  expect(text).toContain('| `GET /databases/*/docs` | done |  |');
  expect(text).toContain('| `POST /own` | own |  |');
  expect(text).toContain('| `database/docs` | 1 | 2 |');
});

test.skipIf(realUrl === '')('COMPATIBILITY.md is current', async ({ skip }) => {
  const build = (await read(`${realUrl}/build/version`)) as { readonly ProductVersion: string };
  if (build.ProductVersion !== VERSION)
    skip(`the server is a ${build.ProductVersion}, the page is of ${VERSION}`);
  const text = compatibilityPage(
    routesOf(await read(`${inject('serverUrl')}/debug/routes`)),
    routesOf(await read(`${realUrl}/debug/routes`)),
    VERSION,
  );
  if (process.env.ROOKERY_UPDATE === '1') await writeFile(page, text);
  expect(await readFile(page, 'utf8'), 'Write it with ROOKERY_UPDATE=1').toBe(text);
});
