// Loads the built module and uses all of it, in whatever Node (16 or newer) or Electron runs this:
//   node native/addon/tests/load.mjs dist/native/rookery.node [dist/native/stackcap]
// Plain script without a test runner, because it must also run where only an old Node is.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

const [modulePath, stackcapPath] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'rookery-addon-'));
const data = (name) => join(folder, name);
const addon = require(modulePath);
const text = (answer) => answer.body.toString('utf8');
const json = (answer) => JSON.parse(text(answer));
/** The answer of a request that nobody aborts. */
const ask = (engine, ...request) => engine.request(...request).answer;

async function bytesOf(stream) {
  let bytes = 0;
  for (let piece = await stream.next(); piece !== null; piece = await stream.next()) bytes += piece.length;
  return bytes;
}

async function rejects(promise, code) {
  const error = await promise.then(
    () => assert.fail(`not rejected, expected ${code}`),
    (thrown) => thrown,
  );
  assert.ok(error instanceof Error);
  assert.equal(error.code, code);
  assert.ok(error.message.length > 10);
  return error;
}

const tests = {
  async 'offers exactly what index.d.ts says'() {
    // The declarations are read, not repeated here: a name added or lost on one side only fails.
    const declared = readFileSync(new URL('../index.d.ts', import.meta.url), 'utf8');
    const names = (pattern, source) => [...source.matchAll(pattern)].map((match) => match[1]).sort();
    assert.deepEqual(
      Object.keys(addon).sort(),
      names(/^export declare (?:function|class) (\w+)/gm, declared),
    );
    const classes = [...declared.matchAll(/^export declare class (\w+) \{\n([\s\S]*?)\n\}/gm)];
    assert.equal(classes.length, 6);
    for (const [, name, body] of classes) {
      const methods = Object.getOwnPropertyNames(addon[name].prototype).filter(
        (each) => each !== 'constructor',
      );
      assert.deepEqual(methods.sort(), names(/^  (\w+)\(/gm, body), name);
    }
    assert.match(addon.version(), /rookery/);
    assert.throws(() => new addon.EngineHandle());
  },

  async 'checks the syntax of a query without an engine'() {
    assert.equal(addon.checkQuery('from Orders where Freight > 10 order by Freight as double desc'), null);
    const { message, unsupported } = addon.checkQuery('from Orders\nwhere Freight >');
    assert.match(message, /^2:\d+ \S/);
    assert.equal(unsupported, false);
    assert.throws(() => addon.checkQuery(7));
  },

  async 'opens recordings, four at a time, and refuses what is not one'() {
    const sample = readFileSync(new URL('../../recording/tests/sample.rookery', import.meta.url));
    const recording = addon.openRecording();
    for (let at = 0; at < sample.length; at += 10_000) recording.add(sample.subarray(at, at + 10_000));
    await rejects(recording.charts(null, null), 'closed');
    const overview = JSON.parse(await recording.read());
    assert.equal(overview.manifest.serverVersion, '7.1.5');
    assert.ok(overview.findings.some(({ rule }) => rule === 'slow-journal-write'));
    assert.throws(() => recording.add(sample), /no more bytes/);
    await rejects(recording.read(), 'closed');
    const { from, to } = overview.extent;
    const all = JSON.parse(await recording.charts(null, null));
    assert.deepEqual(all.range, { from, to });
    const half = JSON.parse(await recording.charts(from, (from + to) / 2));
    assert.ok(half.range.to < to && half.series.length === all.series.length);
    const rows = (more) => recording.rows(JSON.stringify({ from, to, start: 0, size: 3, ...more }));
    const longest = JSON.parse(await rows({ table: 'requests', order: 'longest' }));
    assert.ok(longest.total > 500 && longest.rows.length === 3 && longest.rows[0].duration_us === 8_900_000);
    await rejects(rows({ table: 'secrets' }), 'bad-options');
    await rejects(recording.rows('[]'), 'bad-options');

    const others = [1, 2, 3].map(() => addon.openRecording());
    assert.throws(() => addon.openRecording(), /4 recordings are open/);
    const [foreign, cut, unread] = others;
    foreign.add(Buffer.from('PK no recording'));
    await rejects(foreign.read(), 'not-a-recording');
    cut.add(sample.subarray(0, sample.length - 30_000));
    assert.ok(JSON.parse(await cut.read()).damage.length > 0);
    unread.close();
    unread.close();
    assert.throws(() => unread.add(sample), /no more bytes/);
    recording.close();
    await rejects(recording.charts(null, null), 'closed');
    cut.close();
    // Places are free after the memory is.
    for (let left = 4; left > 0;) {
      try {
        addon.openRecording().close();
        left -= 1;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  },

  async 'records answers of a server, and writes changed copies and parts'() {
    const place = data('recordings');
    mkdirSync(place);
    const file = (name) => `${place}/${name}`;
    const options = (more = {}) =>
      JSON.stringify({
        recorder: 'test',
        server: 'http://h',
        databases: ['shop'],
        answers: { version: '{"FullVersion":"7.1.5"}', settings: null, clock: null },
        length: { kind: 'last', minutes: 1, secondsAfter: 0 },
        triggers: [
          { kind: 'stall', ms: 50 },
          { kind: 'cpu', percent: 95.5 },
          { kind: 'log', pattern: 'a=b' },
        ],
        logLevel: 'Warn',
        requests: 'none',
        mostPerSecond: 1,
        note: '',
        maxBytes: 1 << 20,
        ...more,
      });
    await rejects(addon.startRecorder(file('a.rookery'), '{}'), 'bad-options');
    await rejects(
      addon.startRecorder(file('a.rookery'), options({ triggers: [{ kind: 'log', pattern: '(' }] })),
      'bad-options',
    );
    const recorder = await addon.startRecorder(file('a.rookery'), options());
    await rejects(addon.startRecorder(file('a.rookery'), options()), 'exists');
    const sources = JSON.parse(recorder.sources());
    const at = sources.findIndex(({ path }) => path.startsWith('/databases/shop/stats?'));
    assert.deepEqual([sources[at].kind, sources[at].everyMs], ['poll', 5000]);
    const first = JSON.parse(await recorder.tick());
    assert.deepEqual([first.fired, first.remainingMs, first.end], [[], null, null]);
    assert.equal(await recorder.add(at, '{"CountOfDocuments":7}', 60_000), true);
    await recorder.add(at, 'no JSON', 10);
    await recorder.lost(at, 'It broke.');
    await recorder.refused(0, 'Not here.');
    await rejects(recorder.add(999, '', 0), 'bad-options');
    const state = JSON.parse(await recorder.tick());
    assert.equal(state.fired[0].name, 'stall');
    assert.match(state.captures[0].path, /stack-trace\?/);
    assert.equal(state.remainingMs, 0);
    assert.match(state.end, /stall/);
    assert.deepEqual(
      state.problems.map(({ problem }) => problem),
      ['Not here.', 'It broke.'],
    );
    await recorder.capture(1, 'stall', '{"Results":[{"ThreadIds":[1],"StackTrace":["a","b"]}]}', '');
    await recorder.capture(2, 'stall', null, 'No stacks.');
    const { rows, bytes } = JSON.parse(await recorder.finish(state.end));
    assert.ok(rows >= 4 && bytes > 500);
    await rejects(recorder.tick(), 'closed');
    assert.equal(
      JSON.parse(await addon.describeRecording(file('a.rookery'))).manifest.serverVersion,
      '7.1.5',
    );
    await rejects(addon.describeRecording(file('none.rookery')), 'io');

    const open = async (name) => {
      const handle = addon.openRecording();
      handle.add(readFileSync(file(name)));
      return { handle, overview: JSON.parse(await handle.read()) };
    };
    const { handle, overview } = await open('a.rookery');
    const { from, to } = overview.span;
    const edit = (more) => JSON.stringify({ range: null, mask: false, note: null, annotations: [], ...more });
    const time = Math.floor((from + to) / 2);
    const changes = {
      range: { from, to },
      mask: true,
      note: 'For support',
      annotations: [{ time, text: 'Here' }],
    };
    await handle.edit(edit(changes), file('b.rookery'));
    await rejects(handle.edit(edit({}), file('b.rookery')), 'exists');
    await rejects(handle.edit(edit({ range: { from: 0, to: 1 } }), file('c.rookery')), 'refused');
    await rejects(handle.edit('{}', file('c.rookery')), 'bad-options');
    const second = await open('b.rookery');
    const { masked, databases, note } = second.overview.manifest;
    assert.deepEqual([masked, databases, note], [true, ['database-1'], 'For support']);
    const comparison = JSON.parse(await handle.compare(second.handle));
    assert.deepEqual([comparison.a.server, comparison.b.server, comparison.onlyInB], ['http://h', '', []]);
    const table = (name) => JSON.stringify({ format: 'csv', table: name });
    await handle.exportPart(table('databases'), file('d.csv'));
    assert.match(readFileSync(file('d.csv'), 'utf8'), /^time,.*\r\n.*shop/);
    await handle.exportPart('{"format":"speedscope"}', file('d.json'));
    assert.equal(JSON.parse(readFileSync(file('d.json'), 'utf8')).profiles.length, 1);
    await rejects(handle.exportPart(table('secrets'), file('e.csv')), 'refused');
    assert.ok(!existsSync(file('e.csv')) && !existsSync(file('c.rookery')));
    handle.close();
    second.handle.close();
    await rejects(handle.edit(edit({}), file('f.rookery')), 'closed');
  },

  async 'checks a disk, reports progress, and removes its files also when it is aborted'() {
    const place = data('disk');
    mkdirSync(place);
    const options = (more = {}) =>
      JSON.stringify({ folder: place, seconds: 1, bytes: 33554432, threads: 2, ...more });
    const seen = [];
    const { report } = addon.checkDisk(options(), (progress) => seen.push(JSON.parse(progress)));
    const { Measurements: measured, Findings: findings } = JSON.parse(await report);
    // The last call of the callback can come after the promise has settled.
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(measured.length > 10 && findings.some(({ Id }) => Id === 'commit'));
    assert.deepEqual(
      seen.flatMap(({ Completed }) => Completed ?? []),
      measured,
    );
    assert.deepEqual(readdirSync(place), []);
    const long = addon.checkDisk(options({ seconds: 60 }), ({ length }) => {
      assert.ok(length > 0);
      long.abort();
    });
    await rejects(long.report, 'cancelled');
    long.abort();
    assert.deepEqual(readdirSync(place), []);
    const nothing = () => undefined;
    await rejects(addon.checkDisk(options({ folder: join(place, 'none') }), nothing).report, 'not-a-folder');
    await rejects(addon.checkDisk(options({ threads: 0 }), nothing).report, 'limits');
    await rejects(addon.checkDisk('{}', nothing).report, 'bad-options');
  },

  async 'carries requests, answers and errors'() {
    const engine = await addon.openEngine(JSON.stringify({ dataDir: data('requests') }));
    const created = await ask(
      engine,
      'PUT',
      '/admin/databases?name=shop',
      '{"content-type":"application/json"}',
      Buffer.from('{"DatabaseName":"shop"}'),
    );
    assert.equal(created.status, 201);
    assert.ok(Buffer.isBuffer(created.body));
    assert.match(JSON.parse(created.headersJson)['raven-server-version'], /^7\.1/);
    const id = encodeURIComponent('käse/1 ☃');
    const saved = await ask(engine, 'PUT', `/databases/shop/docs?id=${id}`, '', Buffer.from('{"größe":"ü"}'));
    assert.equal(saved.status, 201);
    const read = await ask(engine, 'GET', `/databases/shop/docs?id=${id}`, '{}', null);
    assert.equal(json(read).Results[0]['größe'], 'ü');
    const again = await ask(
      engine,
      'GET',
      `/databases/shop/docs?id=${id}`,
      JSON.stringify({ 'if-none-match': JSON.parse(read.headersJson).etag }),
      null,
    );
    assert.equal(again.status, 304);
    assert.equal(again.body.length, 0);
    const missing = await ask(engine, 'GET', '/databases/nope/stats', '', null);
    assert.match(json(missing).Type, /DatabaseDoesNotExistException$/);
    await rejects(ask(engine, 'GET', 'no-slash', '', null), 'bad-request');
    await rejects(ask(engine, 'GET', '/', '{', null), 'bad-request');
    await rejects(ask(engine, 'G T', '/', '', null), 'bad-request');
    const many = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        ask(engine, 'PUT', `/databases/shop/docs?id=n/${n}`, '', Buffer.from(`{"n":${n}}`)),
      ),
    );
    assert.ok(many.every((answer) => answer.status === 201));
    await engine.close();
  },

  async 'closes once, however often it is asked, and says so afterwards'() {
    const options = JSON.stringify({ dataDir: data('closing') });
    const engine = await addon.openEngine(options);
    // Answered or cut off, but always settled.
    const pending = ask(engine, 'GET', '/databases', '', null).catch((error) =>
      assert.equal(error.code, 'closed'),
    );
    await Promise.all([engine.close(), engine.close()]);
    await engine.close();
    await pending;
    await rejects(ask(engine, 'GET', '/databases', '', null), 'closed');
    assert.throws(() => engine.openSocket('/threads-info/watch', () => {}), /closed/);
    await (await addon.openEngine(options)).close();
  },

  async 'aborts the work of a request, and says what was done until then'() {
    const engine = await addon.openEngine(JSON.stringify({ dataDir: data('aborting') }));
    await ask(engine, 'PUT', '/admin/databases?name=shop', '', Buffer.from('{}'));
    const map = "map('People', p => ({ Name: p.Name }))";
    const index = Buffer.from(JSON.stringify({ Indexes: [{ Name: 'A', Maps: [map] }] }));
    assert.equal((await ask(engine, 'PUT', '/databases/shop/admin/indexes', '', index)).status, 201);
    assert.equal((await ask(engine, 'POST', '/databases/shop/admin/indexes/stop', '', null)).status, 204);
    const ann = Buffer.from('{"Name":"Ann","@metadata":{"@collection":"People"}}');
    await ask(engine, 'PUT', '/databases/shop/docs?id=people/1', '', ann);
    /** The names of the indexes of running queries; the object contains `@metadata` in addition. */
    const running = async () => {
      const answer = await ask(engine, 'GET', '/databases/shop/debug/queries/running', '', null);
      return Object.keys(json(answer)).filter((name) => name !== '@metadata');
    };
    const wait = () =>
      engine.request(
        'POST',
        '/databases/shop/queries',
        '',
        Buffer.from(
          JSON.stringify({
            Query: "from index 'A'",
            WaitForNonStaleResults: true,
            WaitForNonStaleResultsTimeout: '00:10:00',
          }),
        ),
      );
    const listed = async () => {
      const deadline = Date.now() + 20_000;
      while ((await running()).length === 0) assert.ok(Date.now() < deadline, 'never listed');
    };
    const pending = wait();
    await listed();
    const start = performance.now();
    pending.abort();
    pending.abort();
    const stopped = await pending.answer;
    console.log(`cancel: a waiting query through the addon: ${(performance.now() - start).toFixed(1)} ms`);
    assert.ok(performance.now() - start < 10_000);
    assert.equal(stopped.status, 408);
    assert.match(json(stopped).Message, /^The query was cancelled/);
    assert.deepEqual(await running(), []);
    // After the end it does nothing; a request beside it goes on.
    const done = engine.request('GET', '/databases', '', null);
    assert.equal((await done.answer).status, 200);
    done.abort();
    pending.abort();
    assert.equal((await ask(engine, 'GET', '/databases', '', null)).status, 200);
    // Closing aborts what is under way, and is not held up by it.
    const left = wait();
    await listed();
    const settled = left.answer.then(
      (answer) => answer.status,
      (error) => error.code,
    );
    const closing = performance.now();
    await engine.close();
    assert.ok([408, 'closed'].includes(await settled));
    assert.ok(performance.now() - closing < 4_000, 'closing waited for a query that nobody reads');
  },

  async 'takes a body while it is written, and ends when it is cut off'() {
    const engine = await addon.openEngine(JSON.stringify({ dataDir: data('uploads') }));
    await ask(engine, 'PUT', '/admin/databases?name=shop', '', Buffer.from('{}'));
    const insert = (number) => engine.requestUpload('POST', `/databases/shop/bulk_insert?id=${number}`, '');
    const documents = (from) =>
      Array.from({ length: 100 }, (_, place) =>
        JSON.stringify({ Id: `ns/${from + place}`, Type: 'PUT', Document: { Text: 'x'.repeat(1_000) } }),
      ).join(',');
    const count = async () =>
      json(await ask(engine, 'GET', '/databases/shop/stats', '', null)).CountOfDocuments;

    const whole = insert(1);
    for (let batch = 0; batch < 50; batch++)
      assert.equal(
        await whole.write(Buffer.from(`${batch === 0 ? '[' : ','}${documents(batch * 100)}`)),
        true,
      );
    assert.equal(await whole.write(Buffer.from(']')), true);
    whole.end();
    assert.equal((await whole.answer()).status, 201);
    assert.equal(await count(), 5_000);
    assert.equal(await whole.write(Buffer.from('x')), false);
    await rejects(whole.answer(), 'closed');

    const aborted = insert(2);
    await aborted.write(Buffer.from(`[${documents(10_000)}`));
    aborted.abort();
    aborted.abort();
    const ended = await aborted.answer().then(
      ({ status }) => status,
      ({ code }) => code,
    );
    assert.ok(ended === 'aborted' || ended >= 400, String(ended));
    assert.equal(await aborted.write(Buffer.from('x')), false);

    // The engine answers at once, and reads no more.
    const refused = engine.requestUpload('POST', '/databases/nope/bulk_insert?id=3', '');
    const answer = await refused.answer();
    assert.match(text(answer), /DatabaseDoesNotExistException/);
    let room = true;
    for (let piece = 0; room && piece < 10; piece++) room = await refused.write(Buffer.alloc(1_000));
    assert.equal(room, false);

    assert.throws(() => engine.requestUpload('POST', 'no-slash', ''), /must start with/);
    const left = insert(4);
    await left.write(Buffer.from(`[${documents(20_000)}`));
    const closing = performance.now();
    await engine.close();
    assert.ok(performance.now() - closing < 7_000, 'closing waited for a body that nobody writes');
    await left.answer().catch(({ code }) => assert.ok(['closed', 'aborted'].includes(code), code));
    assert.throws(() => engine.requestUpload('GET', '/databases', ''), /closed/);
  },

  async 'streams a body while it is read, and stops when it is aborted'() {
    const engine = await addon.openEngine(JSON.stringify({ dataDir: data('streams') }));
    await ask(engine, 'PUT', '/admin/databases?name=shop', '', Buffer.from('{}'));
    const text = 'x'.repeat(10_000);
    const commands = Array.from({ length: 500 }, (_, number) => ({
      Id: `n/${number}`,
      Type: 'PUT',
      Document: { Text: text, '@metadata': { '@collection': 'Ns' } },
    }));
    const batch = Buffer.from(JSON.stringify({ Commands: commands }));
    assert.equal((await ask(engine, 'POST', '/databases/shop/bulk_docs', '', batch)).status, 201);
    const open = async () => {
      const query = Buffer.from('{"Query":"from Ns"}');
      const stream = engine.requestStream('POST', '/databases/shop/streams/queries?format=jsonl', '', query);
      const { status, headersJson, body } = await stream.head();
      assert.equal(status, 200);
      assert.match(JSON.parse(headersJson)['content-type'], /json/);
      assert.equal(body.length, 0);
      return stream;
    };
    /** The threads that write an answer; unknown on other systems. */
    const writers = () => {
      if (process.platform !== 'linux') return null;
      const names = readdirSync('/proc/self/task').map((task) => {
        try {
          return readFileSync(`/proc/self/task/${task}/comm`, 'utf8').trim();
        } catch {
          // The thread ended meanwhile.
          return '';
        }
      });
      return names.filter((name) => name === 'rookery-stream').length;
    };
    const untilEnded = async () => {
      const deadline = Date.now() + 20_000;
      while ((writers() ?? 0) > 0) {
        assert.ok(Date.now() < deadline, 'the query did not end');
        await new Promise((done) => setTimeout(done, 5));
      }
    };

    const whole = await open();
    assert.ok(Buffer.isBuffer(await whole.next()));
    // The reader took one piece of five million bytes, so the engine still waits for it.
    assert.ok((writers() ?? 1) === 1);
    assert.ok((await bytesOf(whole)) > 4_700_000);
    assert.equal(await whole.next(), null);
    whole.abort();
    await untilEnded();

    // Repeated, because the abort and the next call reach the engine at the same moment.
    for (let times = 0; times < 25; times++) {
      const aborted = await open();
      await aborted.next();
      aborted.abort();
      aborted.abort();
      await rejects(aborted.next(), 'aborted');
      await untilEnded();
    }

    const missing = engine.requestStream('GET', '/databases/nope/stats', '', null);
    assert.equal((await missing.head()).status, 500);
    assert.match((await missing.next()).toString('utf8'), /DatabaseDoesNotExistException/);
    assert.throws(() => engine.requestStream('GET', 'no-slash', '', null), /must start with/);

    // Closing the engine is not held up by a body that nobody reads.
    const left = await open();
    const closing = performance.now();
    await engine.close();
    assert.ok(performance.now() - closing < 4_000, 'closing waited for a reader');
    await rejects(left.next(), 'closed');
    assert.throws(() => engine.requestStream('GET', '/databases', '', null), /closed/);
  },

  async 'refuses a folder that is already open, naming the holder'() {
    const options = JSON.stringify({ dataDir: data('locked') });
    const first = await addon.openEngine(options);
    const error = await rejects(addon.openEngine(options), 'locked');
    assert.match(error.message, /in use by/);
    assert.match(error.message, new RegExp(`\\b${process.pid}\\b`));
    await first.close();
    await rejects(addon.openEngine('{'), 'bad-options');
    await rejects(addon.openEngine('{"dataDir":"x","colour":1}'), 'bad-options');
  },

  async 'carries live feeds'() {
    const engine = await addon.openEngine(JSON.stringify({ dataDir: data('feeds') }));
    await ask(engine, 'PUT', '/admin/databases?name=shop', '', Buffer.from('{}'));
    const heard = [];
    let wake = () => {};
    const until = async (test) => {
      const deadline = Date.now() + 10_000;
      while (!heard.some(test)) {
        assert.ok(Date.now() < deadline, `not heard: ${JSON.stringify(heard)}`);
        await new Promise((done) => {
          wake = done;
          setTimeout(done, 500);
        });
      }
    };
    const socket = engine.openSocket('/databases/shop/changes', (kind, said) => {
      heard.push([kind, said]);
      wake();
    });
    assert.equal(socket.send(JSON.stringify({ CommandId: 5, Command: 'watch-docs' })), true);
    await until(([kind, said]) => kind === 'text' && said.includes('"CommandId":5'));
    assert.equal(heard[0][0], 'open');
    await ask(engine, 'PUT', '/databases/shop/docs?id=a/1', '', Buffer.from('{}'));
    await until(([, said]) => said.includes('a/1'));
    socket.close();
    socket.close();
    await until(([kind]) => kind === 'close');
    assert.equal(socket.send('x'), false);
    heard.length = 0;
    engine.openSocket('/databases/nope/changes', (kind, said) => {
      heard.push([kind, said]);
      wake();
    });
    await until(([kind]) => kind === 'close');
    assert.equal(heard[0][0], 'error');
    assert.match(JSON.parse(heard[0][1]).Type, /DatabaseDoesNotExistException$/);
    heard.length = 0;
    engine.openSocket('/databases/shop/debug/io-metrics/live', (kind, said) => {
      heard.push([kind, said]);
      wake();
    });
    await until(([kind, said]) => kind === 'text' && said.includes('Environments'));
    await engine.close();
    await until(([kind]) => kind === 'close');
  },

  async 'lives in two workers and in a second copy at once'() {
    const copy = join(folder, 'copy.node');
    copyFileSync(modulePath, copy);
    const run = (path, name) =>
      new Promise((done, fail) => {
        const worker = new Worker(
          `const { workerData } = require('node:worker_threads');
           const addon = require(workerData.path);
           (async () => {
             const engine = await addon.openEngine(JSON.stringify({ dataDir: workerData.data }));
             const answer = await engine.request('GET', '/build/version', '', null).answer;
             if (answer.status !== 200) throw new Error('status ' + answer.status);
             if (workerData.close) await engine.close();
             else process.exit(0);
           })().catch((error) => setImmediate(() => { throw error; }));`,
          { eval: true, workerData: { path, data: data(name), close: name !== 'left-open' } },
        );
        worker.once('error', fail);
        worker.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${name}: exit ${code}`))));
      });
    const engine = await addon.openEngine(JSON.stringify({ dataDir: data('main-thread') }));
    await Promise.all([run(modulePath, 'worker-1'), run(modulePath, 'worker-2'), run(copy, 'worker-3')]);
    // A worker that ends without closing leaves neither its lock behind nor the others without threads.
    await run(modulePath, 'left-open');
    await (await addon.openEngine(JSON.stringify({ dataDir: data('left-open') }))).close();
    assert.equal((await ask(engine, 'GET', '/databases', '', null)).status, 200);
    const second = require(copy);
    assert.notEqual(second, addon);
    await (await second.openEngine(JSON.stringify({ dataDir: data('copy') }))).close();
    await engine.close();
  },

  async 'serves programs at a port until it is closed'() {
    const engine = await addon.openEngine(JSON.stringify({ dataDir: data('port') }));
    const status = (url) =>
      new Promise((done, fail) => {
        get(url, (response) => {
          response.resume();
          response.once('end', () => done(response.statusCode));
        }).once('error', fail);
      });
    assert.equal(await engine.portState(), null);
    await engine.closePort();
    const { url, tcpPort, connections } = JSON.parse(await engine.openPort(0));
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.ok(tcpPort > 0);
    assert.equal(connections, 0);
    assert.equal(await status(`${url}/databases`), 200);
    assert.equal(JSON.parse(await engine.openPort(0)).url, url);
    const second = await addon.openEngine(JSON.stringify({ dataDir: data('second-port') }));
    const error = await rejects(second.openPort(Number(new URL(url).port)), 'port-in-use');
    assert.match(error.message, /127\.0\.0\.1:\d+/);
    await second.close();
    await rejects(second.openPort(0), 'closed');
    await engine.closePort();
    assert.equal(await engine.portState(), null);
    await assert.rejects(status(`${url}/databases`));
    const again = JSON.parse(await engine.openPort(0)).url;
    assert.equal(await status(`${again}/databases`), 200);
    await engine.close();
    await assert.rejects(status(`${again}/databases`));
  },

  async 'reads the threads of its own process'() {
    const options = { dataDir: data('threads'), stackcapPath: stackcapPath ?? null };
    const engine = await addon.openEngine(JSON.stringify(options));
    const answer = await ask(engine, 'GET', '/admin/debug/threads/runaway?intervalInMs=50', '', null);
    if (process.platform !== 'linux') {
      assert.match(json(answer).Error, /not available on .*unsupported-platform/);
      await engine.close();
      return;
    }
    const report = json(answer)['Runaway Threads'] ?? assert.fail(text(answer));
    assert.ok(
      report.List.some((thread) => thread.Id === process.pid),
      'the main thread is missing',
    );
    assert.ok(
      report.List.some((thread) => thread.Name.startsWith('rookery-api')),
      text(answer),
    );
    const stacks = await ask(engine, 'GET', '/admin/debug/threads/stack-trace', '', null);
    if (stackcapPath === undefined) {
      assert.equal(stacks.status, 500);
      assert.match(json(stacks).Message, /stackcap/);
    } else {
      assert.equal(stacks.status, 200, text(stacks));
      const taken = json(stacks);
      assert.ok(taken.Results.length > 3);
      assert.ok(taken.Rookery.PauseMs > 0);
      const frames = taken.Results.flatMap((stack) => stack.StackTrace);
      assert.ok(
        frames.some((frame) => /tokio|rookery/.test(frame)),
        'no frame has a name of ours',
      );
    }
    await engine.close();
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n${error.stack}`);
  }
}
try {
  rmSync(folder, { recursive: true, force: true });
} catch (error) {
  // Windows does not remove the copy of the module while it is loaded.
  if (process.platform !== 'win32') throw error;
}
console.log(
  `addon in node ${process.version}: ${Object.keys(tests).length - failed} passed, ${failed} failed`,
);
process.exitCode = failed === 0 ? 0 : 1;
