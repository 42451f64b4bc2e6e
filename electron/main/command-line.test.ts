import { describe, expect, test } from 'vitest';
import { readCommandLine, userArguments } from './command-line.ts';
import { OpenRequests } from './open-requests.ts';

const read = (text: string) => readCommandLine(text === '' ? [] : text.split(' '), '/work');

describe('readCommandLine', () => {
  test('opens the window without a command, whatever switches Chromium has', () => {
    expect(read('--no-sandbox --data d --remote-debugging-port=1')).toEqual({
      dataFolder: '/work/d',
      command: { kind: 'window' },
    });
    expect(read('--data=/x').dataFolder).toBe('/x');
    expect(read('')).toEqual({ dataFolder: undefined, command: { kind: 'window' } });
  });

  test('reads the origin of a server', () => {
    expect(read('open https://db.example:8443/studio/index.html --data d').command).toEqual({
      kind: 'open-server',
      url: 'https://db.example:8443',
    });
  });

  test('passes a link on unread, alone or after open', () => {
    const link = 'rookery://open/query?server=sandbox';
    for (const text of [link, `open ${link}`, `-- ${link}`])
      expect(read(text).command, text).toEqual({ kind: 'open-link', link });
  });

  test('finds a file in the folder of the caller', () => {
    expect(read('open a/shop.ravendbdump').command).toEqual({
      kind: 'open-file',
      path: '/work/a/shop.ravendbdump',
      name: 'shop.ravendbdump',
    });
  });

  test('rejects other schemes, credentials, missing targets and unknown commands', () => {
    for (const text of ['open file:///etc/passwd', 'open http://u:p@host', 'open', 'start', 'open http://'])
      expect(read(text).command.kind, text).toBe('wrong');
  });

  test('passes the arguments of serve on unchanged', () => {
    expect(read('serve --port 0 --data d').command).toEqual({
      kind: 'serve',
      args: ['--port', '0', '--data', 'd'],
    });
  });

  test('leaves out the folder of the application that Electron runs from source', () => {
    expect(userArguments(['electron', '--no-sandbox', '/src', '--data', 'd'], true)).toEqual([
      '--no-sandbox',
      '--data',
      'd',
    ]);
    expect(userArguments(['rookery', 'open', 'x'], undefined)).toEqual(['open', 'x']);
  });
});

describe('OpenRequests', () => {
  test('gives each request to one window, and each file to one reader', () => {
    const requests = new OpenRequests();
    requests.add({ kind: 'open-file', path: '/a/x.rql', name: 'x.rql' });
    requests.add({ kind: 'open-server', url: 'http://h' });
    const [file, server] = requests.take();
    expect(server).toEqual({ rookery: 'open-server', url: 'http://h' });
    expect(requests.take()).toEqual([]);
    if (file?.rookery !== 'open-file') throw new Error('no file');
    expect(file.name).toBe('x.rql');
    expect(requests.fileOf(file.address)).toBe('/a/x.rql');
    expect(requests.fileOf(file.address)).toBeUndefined();
    expect(requests.fileOf('/opened/other')).toBeUndefined();
  });

  test('takes the command of a later run, and reports anything else', () => {
    const requests = new OpenRequests();
    const problems: unknown[] = [];
    requests.addFromOtherRun({ command: { kind: 'open-server', url: 'http://h' } }, (...each) =>
      problems.push(each),
    );
    requests.addFromOtherRun({ command: { kind: 'shell' } }, (...each) => problems.push(each));
    expect([requests.take().length, problems.length]).toEqual([1, 1]);
  });
});
