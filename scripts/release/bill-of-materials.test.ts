import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../paths.ts';
import { billOfMaterials, crateComponents, npmComponents, type CargoMetadata } from './bill-of-materials.ts';

const lock = readFileSync(inRoot('package-lock.json'), 'utf8');

it('names what is shipped, with versions, licences and hashes, and no tool of the development', () => {
  const components = npmComponents(lock);
  const names = components.map(({ name }) => name);
  expect(names).toContain('react');
  expect(names).toContain('electron');
  expect(names).not.toContain('vitest');
  expect(names).not.toContain('eslint');
  const zod = components.find(({ name }) => name === 'zod');
  expect(zod?.purl).toMatch(/^pkg:npm\/zod@\d/);
  expect(zod?.licenses).toEqual([{ expression: 'MIT' }]);
  expect(zod?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  expect(components.find(({ name }) => name === '@tanstack/react-query')?.purl).toContain('%40tanstack/');
  expect(new Set(components.map((each) => each['bom-ref'])).size).toBe(components.length);
});

it('follows the crates that are linked, not those of builds and tests', () => {
  const crate = (name: string, source: string | null = 'registry') => ({
    ...{ id: name, name, version: '1.0.0', license: 'MIT/Apache-2.0', source },
  });
  const dep = (pkg: string, kind: string | null) => ({ pkg, dep_kinds: [{ kind }] });
  const metadata: CargoMetadata = {
    packages: [
      crate('server', null),
      crate('linked'),
      crate('deep'),
      crate('build'),
      crate('test'),
      crate('other'),
    ],
    resolve: {
      nodes: [
        { id: 'server', deps: [dep('linked', null), dep('build', 'build'), dep('test', 'dev')] },
        { id: 'linked', deps: [dep('deep', null)] },
      ],
    },
  };
  const components = crateComponents(metadata, ['server']);
  expect(components.map(({ name }) => name)).toEqual(['linked', 'deep']);
  expect(components[0]?.licenses).toEqual([{ expression: 'MIT OR Apache-2.0' }]);
});

it('is the same document for the same sources', () => {
  const product = { name: 'rookery', version: '1.0.0', licence: 'MIT', date: new Date(0) };
  const components = npmComponents(lock);
  const first = JSON.stringify(billOfMaterials(product, components));
  expect(JSON.stringify(billOfMaterials(product, [...components].reverse()))).toBe(first);
  expect(first).toMatch(
    /"serialNumber":"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/,
  );
});
