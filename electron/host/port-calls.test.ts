import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls, streams } from '../../src/contract/index.ts';

it.each([
  ['Calls', calls],
  ['Streams', streams],
] as const)(
  'PORT-CALLS.md names each of the %s of the contract once, and no other',
  async (title, entries) => {
    const text = await readFile(join(import.meta.dirname, 'PORT-CALLS.md'), 'utf8');
    const [, section = ''] = text.split(`\n## ${title}\n`);
    const [table = ''] = section.split('\n## ');
    const named = [...table.matchAll(/^\| (`.*?) \| .+ \| .+ \|$/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    expect(named.sort()).toEqual(Object.keys(entries).sort());
  },
);
