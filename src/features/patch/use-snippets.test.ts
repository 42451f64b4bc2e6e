import { expect, it } from 'vitest';
import { PortError, type Port, type SnippetFile } from '../../contract/index.ts';
import { loadSnippets, type SnippetSession } from './use-snippets.ts';

const owner = { connection: 'sandbox', database: 'Shop' };
const never = new AbortController().signal;

/** Files in memory behind the calls, and the workspace of an earlier version. */
function sessionWith(files: SnippetFile[], state: unknown, refuse: (name: string) => boolean = () => false) {
  let kept = state;
  const port = {
    call: (call: string, request: SnippetFile) => {
      if (call === 'snippets.list')
        return Promise.resolve({ snippets: [...files], path: '/data', leftOut: 0 });
      if (call !== 'snippets.save') return Promise.reject(new Error(call));
      if (refuse(request.name))
        return Promise.reject(new PortError({ code: 'storage', message: 'The disk is full.' }));
      const { folder, name, language, text } = request;
      files.push({ folder, name, language, text, changedAt: 1 });
      return Promise.resolve({});
    },
  };
  const session: SnippetSession = {
    port: port as unknown as Port,
    readDatabaseState: () => kept,
    writeDatabaseState: (_feature, next) => (kept = next),
  };
  return { session, kept: () => kept };
}

const old = (name: string, text = 'this.A = 1;') => ({ name, of: 'script', text, at: 1 });

it('turns kept snippets into files once, and forgets them', async () => {
  const files: SnippetFile[] = [];
  const { session, kept } = sessionWith(files, {
    snippets: [old('Sales/Add tax'), old('b', 'this.B = 1;\n')],
  });
  const loaded = await loadSnippets(session, owner, never);
  expect(loaded.snippets.map(({ folder, name, text }) => [folder, name, text])).toEqual([
    ['Sales', 'Add tax', 'this.A = 1;'],
    ['', 'b', 'this.B = 1;'],
  ]);
  expect(loaded.notMoved).toBeNull();
  expect(kept()).toEqual({ snippets: [] });
  await loadSnippets(session, owner, never);
  expect(files).toHaveLength(2);
});

it('keeps another file of the name, and writes no second copy of the same text', async () => {
  const file = (name: string, text: string): SnippetFile => ({
    ...{ folder: '', name, language: 'js', text, changedAt: 1 },
  });
  const files = [file('a', 'other'), file('b', '// name: b\nthis.A = 1;\n')];
  const { session } = sessionWith(files, { snippets: [old('a'), old('b')] });
  await loadSnippets(session, owner, never);
  expect(files.map(({ name }) => name)).toEqual(['a', 'b', 'a 2']);
});

it('loses none when a file cannot be written, and shows those that are', async () => {
  const { session, kept } = sessionWith([], { snippets: [old('a'), old('b')] }, (name) => name === 'b');
  const loaded = await loadSnippets(session, owner, never);
  expect(loaded.snippets.map(({ name }) => name)).toEqual(['a']);
  expect(loaded.notMoved).toBeInstanceOf(PortError);
  expect(kept()).toEqual({ snippets: [old('b')] });
});
