/** The tables contain every route that Rookery calls and every route of its own engine. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { httpMethod, type HttpMethod } from '../../../src/contract/index.ts';
import { databaseRoutes } from './database-routes.ts';
import { effectOf, listedEffect } from './effect-of.ts';
import type { Route } from './request-target.ts';
import { serverRoutes } from './server-routes.ts';

const root = resolve(import.meta.dirname, '../../..');

async function sources(folder: string, ending: RegExp): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  const wanted = names.filter((name) => ending.test(name) && !/\.test\.tsx?$|-for-tests\.ts$/.test(name));
  return Promise.all(wanted.map((name) => readFile(join(root, folder, name), 'utf8')));
}

/** In the clients a database's route has no prefix. */
const candidates = (path: string): Route[] => {
  const name = path.slice(1).toLowerCase();
  return [
    { of: 'database', name },
    { of: 'server', name },
  ];
};

describe('the routes that the clients in src call', () => {
  const found = Promise.all([sources('src/protocol', /\.ts$/), sources('src/features', /\.tsx?$/)]).then(
    (all) => all.flat().join('\n'),
  );

  it('are listed with their methods', async () => {
    const pairs = [...(await found).matchAll(/'([A-Z]+)',\s*'(\/[a-z0-9/_-]+)'/g)];
    expect(pairs.length).toBeGreaterThan(30);
    const unlisted = pairs.filter(
      ([, method, path = '']) =>
        !candidates(path).some((route) => listedEffect(httpMethod.parse(method), route) !== undefined),
    );
    expect(unlisted.map(([text]) => text)).toEqual([]);
  });

  it('are listed where the method is a variable', async () => {
    const protocol = (await sources('src/protocol', /\.ts$/)).join('\n');
    const literals = new Set(
      [...protocol.matchAll(/'(\/[a-z0-9][a-z0-9/_-]+)'/g)].map(([, path = '']) => path),
    );
    expect(literals.size).toBeGreaterThan(35);
    const listed = (path: string) =>
      candidates(path).some(({ of, name }) =>
        Object.hasOwn(of === 'database' ? databaseRoutes : serverRoutes, name),
      );
    expect([...literals].filter((path) => !listed(path))).toEqual([]);
  });

  it('wait for a confirmation on a guarded connection where they are dangerous', async () => {
    const requests = [...(await found).matchAll(/'([A-Z]+)',\s*'(\/[a-z0-9/_-]+)'([^;]*);/g)];
    const dangerous = requests.filter(([, method, path = '']) =>
      candidates(path).some((route) => listedEffect(httpMethod.parse(method), route)?.effect === 'danger'),
    );
    expect(dangerous.length).toBeGreaterThanOrEqual(2);
    for (const [text, , , options] of dangerous) expect(options, text).toContain('confirm: true');
  });

  it('are feeds where they are opened as sockets', async () => {
    const feeds = [
      ...(await found).matchAll(/live(?:Text)?Feed\(\s*[\w.]+,\s*(?:db\.path\()?'(\/[^']+)'/g),
    ].map(([, path = '']) => path);
    expect(feeds.length).toBeGreaterThanOrEqual(4);
    for (const path of [...feeds, '/changes', '/cluster-dashboard/watch'])
      expect(
        candidates(path).some((route) => effectOf('GET', route, 'socket').effect === 'read'),
        path,
      ).toBe(true);
  });
});

it('name the routes of our own engine', async () => {
  const code = (await sources('native/api/src', /\.rs$/)).join('\n');
  const routes: [HttpMethod, string][] = [
    ...[...code.matchAll(/\.(get|post|put|delete|head|patch)\(\s*"(\/[^"]+)"/g)],
    ...[...code.matchAll(/\.route\(\s*"([A-Z]+)",\s*"(\/[^"]+)"/g)],
  ].map(([, method = '', path = '']) => [httpMethod.parse(method.toUpperCase()), path]);
  expect(routes.length).toBeGreaterThan(90);
  const unlisted = routes.filter(([method, path]) => {
    const database = path.startsWith('/databases/{db}/');
    const name = database ? path.slice('/databases/{db}/'.length) : path.slice(1);
    return listedEffect(method, { of: database ? 'database' : 'server', name }) === undefined;
  });
  expect(unlisted).toEqual([]);
});

it('are written as routes are compared: in lower case, without slashes at the ends', () => {
  for (const name of [...Object.keys(databaseRoutes), ...Object.keys(serverRoutes)])
    expect(name).toMatch(/^[a-z0-9_.-]+(\/[a-z0-9_.-]+)*$/);
});

it.each(['server-routes.ts', 'database-routes.ts'])('name no route twice in %s', async (file) => {
  // The later entry would replace the earlier one without an error.
  const code = await readFile(join(import.meta.dirname, file), 'utf8');
  const listed = [...code.matchAll(/\brows\(\s*([`'])([^`']*)\1/g)].flatMap(([, , names = '']) =>
    names.trim().split(/\s+/),
  );
  const single = [...code.matchAll(/^ {2}'?([a-z0-9_./-]+)'?: \{/gm)].map(([, name = '']) => name);
  const names = [...listed, ...single];
  expect(names.length).toBeGreaterThan(80);
  expect([...names].sort()).toEqual([...new Set(names)].sort());
  expect(new Set(names)).toEqual(
    new Set(Object.keys(file === 'server-routes.ts' ? serverRoutes : databaseRoutes)),
  );
});
